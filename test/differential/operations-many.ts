import fc from 'fast-check';
import { graphql, mcp, rest } from './faces.js';
import { idOf, plain, target, type Operation } from './operations.js';
import { anyText, metadata } from './values.js';

const failing = '... on Error { code }';

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

/** Any call on several memories or on the entities of memories. */
export const operationOnMany: fc.Arbitrary<Operation> = fc.oneof(updateMany, deleteByIds, listEntities);
