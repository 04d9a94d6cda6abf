import fc from 'fast-check';
import { graphql, mcp, rest } from './faces.js';
import { confirmed, failing, idOf, plain, snake, target, type Operation } from './operations.js';
import { anyText, flatFilter, metadata } from './values.js';

/** A malformed id is another mistake in each API, see `asRefused`. */
const wellFormed = target.filter((which) => typeof which === 'number' || which.length === 36);

const updateMany = fc
  .array(fc.record({ which: wellFormed, text: fc.option(anyText, { nil: undefined }), metadata }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((changes): Operation => ({
    name: `update many ${JSON.stringify(changes)}`,
    rest: ({ client, memories }) =>
      rest(
        client,
        {
          method: 'PUT',
          path: '/v1/batch/',
          body: { memories: changes.map(({ which, ...rest }) => ({ memory_id: idOf(memories, which), ...rest })) },
        },
        () => ({}),
      ),
    graphql: ({ client, memories }) =>
      graphql(
        client,
        {
          query: `mutation($input: UpdateMemoriesInput!) { updateMemories(input: $input) { __typename ${failing} } }`,
          variables: {
            input: { memories: changes.map(({ which, ...rest }) => ({ id: idOf(memories, which), ...rest })) },
          },
        },
        () => ({}),
      ),
  }));

const deleteByIds = fc.array(wellFormed, { minLength: 1, maxLength: 3 }).map((targets): Operation => ({
  name: `delete by ids ${JSON.stringify(targets)}`,
  rest: ({ client, memories }) =>
    rest(
      client,
      {
        method: 'DELETE',
        path: '/v1/batch/',
        body: { memories: targets.map((which) => ({ memory_id: idOf(memories, which) })) },
      },
      () => ({}),
    ),
  graphql: ({ client, memories }) =>
    graphql(
      client,
      {
        query: `mutation($input: DeleteMemoriesByIdInput!) { deleteMemoriesById(input: $input) { __typename ${failing} } }`,
        variables: { input: { ids: targets.map((which) => idOf(memories, which)) } },
      },
      () => ({}),
    ),
}));

const listEntities = fc.constantFrom('USER', 'AGENT', 'APP', 'RUN').map((type): Operation => ({
  name: `entities ${type}`,
  rest: ({ client }) =>
    rest(
      client,
      { method: 'GET', path: '/v1/entities/?page_size=100' },
      ({ results }: { results: { type: string; name: string; total_memories: number }[] }) =>
        plain(
          results
            .filter((row) => row.type === type.toLowerCase())
            .map((row) => [row.name, row.total_memories])
            .sort(),
        ),
    ),
  graphql: ({ client }) =>
    graphql(
      client,
      {
        query: 'query($type: EntityType) { entities(first: 100, type: $type) { nodes { name memoryCount } } }',
        variables: { type },
      },
      ({ nodes }: { nodes: { name: string; memoryCount: number }[] }) =>
        plain(nodes.map((row) => [row.name, row.memoryCount]).sort()),
    ),
  mcp: ({ agent }) =>
    mcp(
      agent,
      { name: 'list_entities', arguments: { entity_type: type.toLowerCase(), page_size: 200 } },
      ({ results }: { results: { name: string; total_memories: number }[] }) =>
        plain(results.map((row) => [row.name, row.total_memories]).sort()),
    ),
}));

const deleteMany = flatFilter.map((given): Operation => ({
  name: `delete many ${JSON.stringify(given)}`,
  rest: ({ client }) =>
    rest(
      client,
      {
        method: 'DELETE',
        path: `/v1/memories/?${new URLSearchParams(Object.entries(snake(given)).filter((entry): entry is [string, string] => entry[1] !== undefined)).toString()}`,
      },
      () => ({}),
    ),
  graphql: ({ client }) =>
    graphql(
      client,
      {
        query: `mutation($input: DeleteMemoriesInput!) { deleteMemories(input: $input) { __typename ${failing} } }`,
        variables: { input: given },
      },
      () => ({}),
    ),
  mcp: Object.values(given).includes('') ? undefined : (side) => confirmed(side, 'delete_all_memories', snake(given)),
}));

const deleteEntity = fc
  .record({
    type: fc.constantFrom('user', 'agent', 'app', 'run', 'thing'),
    name: fc.constantFrom('rosa', 'kay', 'a/b', 'nobody', '*'),
  })
  .map(({ type, name }): Operation => ({
    name: `delete the ${type} ${name}`,
    rest: ({ client }) =>
      rest(client, { method: 'DELETE', path: `/v2/entities/${type}/${encodeURIComponent(name)}/` }, () => ({})),
    graphql: ({ client }) =>
      graphql(
        client,
        {
          query: `mutation($input: DeleteEntityInput!) { deleteEntity(input: $input) { __typename ${failing} } }`,
          variables: { input: { type: type.toUpperCase(), name } },
        },
        () => ({}),
      ),
    // The tool refuses "*", whose preview would be of every entity, before it looks at the caller.
    mcp: name === '*' ? undefined : (side) => confirmed(side, 'delete_entities', { [`${type}_id`]: name }),
  }));

/** Any call on several memories or on the entities of memories. */
export const operationOnMany: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: updateMany },
  { weight: 2, arbitrary: deleteByIds },
  { weight: 3, arbitrary: listEntities },
  { weight: 1, arbitrary: deleteMany },
  { weight: 1, arbitrary: deleteEntity },
);
