import type { Client as McpClient } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import type { Client } from '../helpers/app.js';
import { asRefused, graphql, mcp, rest, type Result } from './faces.js';
import { anyText, day, entityId, filter, isoTime, metadata, restFilter } from './values.js';

/**
 * One of the projects with equal histories: its caller, its id, and its created objects in the same order as in the
 * others.
 */
export interface Side {
  readonly client: Client;
  readonly agent: McpClient;
  readonly projectId: string;
  readonly organizationId: string;
  readonly memories: string[];
  readonly webhooks: string[];
}

/** The same call through each API. */
export interface Operation {
  readonly name: string;
  readonly rest: (side: Side) => Promise<Result>;
  readonly graphql: (side: Side) => Promise<Result>;
  /** Absent where no tool of the MCP server can express the call. */
  readonly mcp?: ((side: Side) => Promise<Result>) | undefined;
  /** Type of the created objects. Default: memories. */
  readonly makes?: 'memories' | 'webhooks';
}

/** Target of a call: a created object by position, a missing object, or an invalid id. */
export const target = fc.oneof(
  { weight: 8, arbitrary: fc.nat(30) },
  { weight: 1, arbitrary: fc.constantFrom('0192f1c0-0000-7000-8000-000000000000', 'no-id', '*', "x' OR 1=1") },
);
/** Returns the id of a {@link target}. */
export const idOf = (made: readonly string[], which: number | string): string =>
  typeof which === 'string'
    ? which
    : (made[which % Math.max(1, made.length)] ?? '0192f1c0-0000-7000-8000-00000000000f');

/** A result that is equal in both APIs. */
export const plain = (value: unknown) => ({ value });
export const failing = '... on Error { code }';

/** Entity ids in the wire format of one API. */
export const snake = ({ userId, agentId, appId, runId }: Ids) => ({
  user_id: userId,
  agent_id: agentId,
  app_id: appId,
  run_id: runId,
});
type Ids = { userId?: string; agentId?: string; appId?: string; runId?: string };
const ids = fc.record({ userId: entityId, agentId: entityId, appId: entityId, runId: entityId }, { requiredKeys: [] });

/** Returns whether `add_memory` has each option. Tools have an owner by default. */
function isForTools(given: {
  texts: readonly string[];
  ids: Ids;
  expirationDate?: unknown;
  immutable?: unknown;
}): boolean {
  const names = Object.values(given.ids).filter((name) => name !== undefined);
  return (
    names.length > 0 && given.texts.length > 0 && given.expirationDate === undefined && given.immutable === undefined
  );
}

const add = fc
  .record({
    texts: fc.array(anyText, { minLength: 0, maxLength: 3 }),
    ids,
    metadata,
    expirationDate: fc.option(day, { nil: undefined }),
    immutable: fc.option(fc.boolean(), { nil: undefined }),
    timestamp: fc.option(isoTime, { nil: undefined }),
  })
  .map((given): Operation => {
    const messages = given.texts.map((content) => ({ role: 'user', content }));
    return {
      name: `add ${JSON.stringify(given)}`,
      rest: ({ client }) =>
        rest(
          client,
          {
            method: 'POST',
            path: '/v3/memories/add/',
            body: {
              messages,
              ...snake(given.ids),
              metadata: given.metadata,
              infer: false,
              expiration_date: given.expirationDate,
              immutable: given.immutable,
              timestamp: given.timestamp,
            },
          },
          ({ results }: { results: { id: string; data: { memory: string }; event: string }[] }) => ({
            value: results.map(({ data, event }) => [data.memory, event]),
            made: results.filter(({ event }) => event === 'ADD').map(({ id }) => id),
          }),
        ),
      graphql: ({ client }) =>
        graphql(
          client,
          {
            query: `mutation($input: AddMemoriesInput!) { addMemories(input: $input) { __typename ... on AddMemoriesPayload { results { id: memoryId event memory { text } } } ${failing} } }`,
            variables: {
              input: {
                messages: messages.map((message) => ({ ...message, role: 'USER' })),
                ...given.ids,
                metadata: given.metadata,
                infer: false,
                expirationDate: given.expirationDate,
                isImmutable: given.immutable,
                timestamp: given.timestamp,
              },
            },
          },
          ({ results }: { results: { id: string; memory: { text: string }; event: string }[] }) => ({
            value: results.map(({ memory, event }) => [memory.text, event]),
            made: results.filter(({ event }) => event === 'ADD').map(({ id }) => id),
          }),
        ),
      mcp: isForTools(given)
        ? ({ agent }) =>
            mcp(
              agent,
              {
                name: 'add_memory',
                arguments: {
                  messages,
                  ...snake(given.ids),
                  metadata: given.metadata,
                  infer: false,
                  timestamp: given.timestamp,
                },
              },
              ({ results }: { results: { id: string; memory: string; event: string }[] }) => ({
                value: results.map(({ memory, event }) => [memory, event]),
                made: results.filter(({ event }) => event === 'ADD').map(({ id }) => id),
              }),
            )
        : undefined,
    };
  });

const update = fc
  .record({
    which: target,
    text: fc.option(anyText, { nil: undefined }),
    metadata,
    expirationDate: fc.option(day, { nil: undefined }),
  })
  .map(({ which, ...changes }): Operation => ({
    name: `update ${which} ${JSON.stringify(changes)}`,
    rest: (side) =>
      asRefused(
        which,
        rest(
          side.client,
          {
            method: 'PUT',
            path: `/v1/memories/${encodeURIComponent(idOf(side.memories, which))}/`,
            body: { text: changes.text, metadata: changes.metadata, expiration_date: changes.expirationDate },
          },
          (body: { memory: string; metadata: unknown; hash: string }) => plain([body.memory, body.metadata, body.hash]),
        ),
      ),
    graphql: (side) =>
      asRefused(
        which,
        graphql(
          side.client,
          {
            query: `mutation($input: UpdateMemoryInput!) { updateMemory(input: $input) { __typename ... on UpdateMemoryPayload { memory { text metadata hash } } ${failing} } }`,
            variables: { input: { id: idOf(side.memories, which), ...changes } },
          },
          ({ memory }: { memory: { text: string; metadata: unknown; hash: string } }) =>
            plain([memory.text, memory.metadata, memory.hash]),
        ),
      ),
    mcp:
      changes.expirationDate === undefined
        ? (side) =>
            asRefused(
              which,
              mcp(
                side.agent,
                {
                  name: 'update_memory',
                  arguments: { memory_id: idOf(side.memories, which), text: changes.text, metadata: changes.metadata },
                },
                () => ({}),
              ),
            )
        : undefined,
  }));

/** Calls a tool for its preview, then with the confirmation. */
export async function confirmed({ agent }: Side, name: string, args: Record<string, unknown>): Promise<Result> {
  let token: string | undefined;
  const preview = await mcp(agent, { name, arguments: args }, ({ confirmation }: { confirmation: string }) => {
    token = confirmation;
    return {};
  });
  if (preview.outcome !== 'done') return preview;
  return mcp(agent, { name, arguments: { ...args, confirmation: token } }, () => ({}));
}

const remove = target.map((which): Operation => ({
  name: `delete ${which}`,
  rest: (side) =>
    asRefused(
      which,
      rest(
        side.client,
        { method: 'DELETE', path: `/v1/memories/${encodeURIComponent(idOf(side.memories, which))}/` },
        () => ({}),
      ),
    ),
  graphql: (side) =>
    graphql(
      side.client,
      {
        query: 'mutation($id: ID!) { deleteMemory(input: { id: $id }) { __typename ... on Error { code } } }',
        variables: { id: idOf(side.memories, which) },
      },
      () => ({}),
    ),
  mcp: (side) => asRefused(which, confirmed(side, 'delete_memory', { memory_id: idOf(side.memories, which) })),
}));

const read = target.map((which): Operation => ({
  name: `read ${which}`,
  rest: (side) =>
    asRefused(
      which,
      rest(
        side.client,
        { method: 'GET', path: `/v1/memories/${encodeURIComponent(idOf(side.memories, which))}/` },
        (body: { memory: string; user_id: string; run_id: string; immutable: boolean; expiration_date: string }) =>
          plain([body.memory, body.user_id, body.run_id, body.immutable, body.expiration_date]),
      ),
    ),
  graphql: (side) =>
    graphql(
      side.client,
      {
        query: 'query($id: ID!) { memory(id: $id) { text userId runId isImmutable expirationDate } }',
        variables: { id: idOf(side.memories, which) },
      },
      (body: { text: string; userId: string; runId: string; isImmutable: boolean; expirationDate: string }) =>
        plain([body.text, body.userId, body.runId, body.isImmutable, body.expirationDate]),
    ),
  mcp: (side) =>
    asRefused(
      which,
      mcp(side.agent, { name: 'get_memory', arguments: { memory_id: idOf(side.memories, which) } }, () => ({})),
    ),
}));

const list = fc
  .record({ filter, includeExpired: fc.boolean() })
  .map(({ filter: wanted, includeExpired }): Operation => ({
    name: `list ${JSON.stringify(wanted)}`,
    // REST requires an entity; "any of the four" matches every memory.
    rest: ({ client }) =>
      rest(
        client,
        {
          method: 'POST',
          path: '/v3/memories/?page_size=100',
          body: {
            filters: {
              AND: [
                restFilter(wanted),
                { OR: ['user_id', 'agent_id', 'app_id', 'run_id'].map((name) => ({ [name]: '*' })) },
              ],
            },
            show_expired: includeExpired,
          },
        },
        (body: { count: number; results: { memory: string }[] }) =>
          plain([body.count, body.results.map(({ memory }) => memory).sort()]),
      ),
    graphql: ({ client }) =>
      graphql(
        client,
        {
          query:
            'query($filter: MemoryFilter, $includeExpired: Boolean) { memories(first: 100, filter: $filter, includeExpired: $includeExpired) { totalCount edges { node { text } } } }',
          variables: { filter: wanted, includeExpired },
        },
        (body: { totalCount: number; edges: { node: { text: string } }[] }) =>
          plain([body.totalCount, body.edges.map(({ node }) => node.text).sort()]),
      ),
    mcp: ({ agent }) =>
      mcp(
        agent,
        {
          name: 'get_memories',
          arguments: { filters: restFilter(wanted), page_size: 200, show_expired: includeExpired },
        },
        (body: { count: number; results: { memory: string }[] }) =>
          plain([body.count, body.results.map(({ memory }) => memory).sort()]),
      ),
  }));

interface Hit {
  readonly text: string;
  readonly score: number;
}
const ranked = (hits: readonly Hit[]) => plain(hits.map(({ text, score }) => [text, Math.round(score * 1e6)]).sort());

const search = fc
  .record({
    query: anyText,
    topK: fc.constantFrom(1, 5, 10, 0, 1_001),
    threshold: fc.constantFrom(0, 0.1, 0.5, 2),
    user: fc.constantFrom('rosa', 'kay'),
  })
  .map(({ query, topK, threshold, user }): Operation => ({
    name: `search ${JSON.stringify(query)} ${topK} ${threshold}`,
    rest: ({ client }) =>
      rest(
        client,
        {
          method: 'POST',
          path: '/v3/memories/search/',
          body: { query, top_k: topK, threshold, filters: { user_id: user } },
        },
        (body: { results: { memory: string; score: number }[] }) =>
          ranked(body.results.map(({ memory, score }) => ({ text: memory, score }))),
      ),
    graphql: ({ client }) =>
      graphql(
        client,
        {
          query:
            'query($query: String!, $topK: Int, $threshold: Float, $user: String) { searchMemories(query: $query, topK: $topK, threshold: $threshold, filter: { userId: { eq: $user } }) { results { score memory { text } } } }',
          variables: { query, topK, threshold, user },
        },
        ({ results }: { results: { score: number; memory: { text: string } }[] }) =>
          ranked(results.map(({ memory, score }) => ({ text: memory.text, score }))),
      ),
    mcp: ({ agent }) =>
      mcp(
        agent,
        { name: 'search_memories', arguments: { query, limit: topK, threshold, user_id: user } },
        (body: { results: { memory: string; score: number }[] }) =>
          ranked(body.results.map(({ memory, score }) => ({ text: memory, score }))),
      ),
  }));

/** Any call on memories, roughly in the proportions of real use. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 8, arbitrary: add },
  { weight: 4, arbitrary: update },
  { weight: 2, arbitrary: remove },
  { weight: 2, arbitrary: read },
  { weight: 3, arbitrary: list },
  { weight: 3, arbitrary: search },
);
