import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';

let gateway: TestApp;
let admin: Client;
let bonn: string;
let rome: string;

beforeAll(async () => {
  gateway = await startTestApp({ embedder: 'none', deletionUndoMs: 3_600_000 });
});
beforeEach(async () => {
  await gateway.reset();
  admin = gateway.as(gateway.admin.apiKey);
  bonn = await add('I live in Bonn.', 'first');
  rome = await add('I live in Rome.', 'second');
  await replace(rome, bonn);
});
afterEach(() => idle(gateway.app.services));
afterAll(() => gateway.close());

type Data = Record<string, { edges: { node: Record<string, unknown> }[] } & Record<string, unknown>>;

async function ask(query: string, variables: object): Promise<Data> {
  const { body } = await admin.rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

async function add(content: string, runId: string): Promise<string> {
  const input = { userId: 'rosa', runId, infer: false, messages: [{ role: 'USER', content }] };
  const query =
    'mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { ... on AddMemoriesPayload { results { memoryId } } } }';
  const { addMemories } = await ask(query, { input });
  return (addMemories!.results as { memoryId: string }[])[0]?.memoryId ?? '';
}

const replace = (newerMemoryId: string, olderMemoryId: string) =>
  ask(
    'mutation ($input: SetMemoryLinkInput!) { setMemoryLink(input: $input) { ... on SetMemoryLinkPayload { memoryLink { id } } } }',
    { input: { newerMemoryId, olderMemoryId } },
  );

async function current(): Promise<unknown[]> {
  const { memories } = await ask(
    '{ memories(latestOnly: true, filter: { userId: { eq: "rosa" } }) { edges { node { text lifecycleState replacedById } } } }',
    {},
  );
  return memories?.edges.map(({ node }) => node) ?? [];
}

async function found(): Promise<unknown[]> {
  const { searchMemories } = await ask(
    '{ searchMemories(query: "Where do I live?", precision: HIGH, filter: { userId: { eq: "rosa" } }) { results { memory { text } } } }',
    {},
  );
  return (searchMemories!.results as { memory: { text: string } }[]).map(({ memory }) => memory.text);
}

async function history(): Promise<unknown[]> {
  const { body } = await admin.rest<Record<string, unknown>[]>('GET', `/v1/memories/${bonn}/history/`);
  return body.map(({ event, old_memory, new_memory }) => ({ event, old_memory, new_memory }));
}

const text = 'I live in Bonn.';
const isCurrent = { text, lifecycleState: 'ACTIVE', replacedById: null };
const restored = { event: 'RESTORE', old_memory: text, new_memory: text };

const deletions = {
  one: () => admin.rest('DELETE', `/v1/memories/${rome}/`),
  batch: () => admin.rest('DELETE', '/v1/batch/', { memories: [{ memory_id: rome }] }),
  owner: () => admin.rest('DELETE', '/v1/memories/?run_id=second'),
  entity: () => admin.rest('DELETE', '/v2/entities/run/second/'),
  erasure: () =>
    ask('mutation ($input: EraseSubjectInput!) { eraseSubject(input: $input) { __typename } }', {
      input: { type: 'RUN', name: 'second' },
    }),
};

describe('a memory whose replacement is deleted', () => {
  it.each(Object.keys(deletions) as (keyof typeof deletions)[])(
    'is current again after a deletion: %s',
    async (kind) => {
      expect(await found()).toEqual(['I live in Rome.']);
      await deletions[kind]();
      expect(await current()).toEqual([isCurrent]);
      expect(await found()).toEqual([text]);
      expect((await history()).at(-1)).toEqual(restored);
    },
  );

  it('is replaced by the other memory that replaces it, and current when that one is deleted, too', async () => {
    const oslo = await add('I live in Oslo.', 'third');
    await replace(oslo, bonn);
    await admin.rest('DELETE', `/v1/memories/${oslo}/`);
    expect(await current()).toEqual([expect.objectContaining({ text: 'I live in Rome.' })]);
    const { body } = await admin.rest('GET', `/v1/memories/${bonn}/`);
    expect(body).toMatchObject({ replaced_by: rome });
    await admin.rest('DELETE', `/v1/memories/${rome}/`);
    expect(await current()).toEqual([isCurrent]);
  });

  it('is replaced again after the deletion is undone', async () => {
    const { body } = await admin.rest<{ event_id: string }>('DELETE', '/v1/memories/?run_id=second');
    expect(await current()).toEqual([isCurrent]);
    await ask('mutation ($input: UndoDeletionInput!) { undoDeletion(input: $input) { __typename } }', {
      input: { id: body.event_id },
    });
    expect(await current()).toEqual([expect.objectContaining({ text: 'I live in Rome.' })]);
    expect(await history()).toEqual([
      expect.objectContaining({ event: 'ADD' }),
      { event: 'SUPERSEDE', old_memory: text, new_memory: 'I live in Rome.' },
      restored,
      { event: 'SUPERSEDE', old_memory: text, new_memory: 'I live in Rome.' },
    ]);
  });

  it('is current when its own deletion is undone after its replacement was deleted', async () => {
    const input = { runId: 'first', undoSeconds: 3_600 };
    const { deleteMemories } = await ask(
      'mutation ($input: DeleteMemoriesInput!) { deleteMemories(input: $input) { ... on DeleteMemoriesPayload { event { id } } } }',
      { input },
    );
    await admin.rest('DELETE', `/v1/memories/${rome}/`);
    await ask('mutation ($input: UndoDeletionInput!) { undoDeletion(input: $input) { __typename } }', {
      input: { id: (deleteMemories!.event as { id: string }).id },
    });
    expect(await current()).toEqual([isCurrent]);
  });
});
