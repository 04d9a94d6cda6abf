import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareKillableServer, type KillableServer } from '../helpers/killable-server.js';

const records = 600;
const content = Array.from({ length: records }, (_, index) =>
  JSON.stringify({ id: `r${index}`, text: `Fact ${index}`, user_id: 'rosa' }),
).join('\n');

let server: KillableServer;
beforeEach(async () => {
  server = await prepareKillableServer({ AUTH_DISABLED: 'true' });
});
afterEach(() => server.close());

interface Imported {
  readonly status: string;
  readonly completed: number;
  readonly results: unknown;
}

async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

it('a server that is killed in the middle of an import goes on after its start, and each record is stored once', async () => {
  await server.start();
  const mutation = `mutation ($input: ImportMemoriesInput!) {
    importMemories(input: $input) { ... on ImportMemoriesPayload { found imported event { id } } } }`;
  const input = { format: 'JSONL', content, wait: false };
  const { importMemories } = await ask<{ importMemories: { event: { id: string } } }>(mutation, { input });
  expect(importMemories).toMatchObject({ found: records, imported: null });
  const find = async () => (await ask<{ event: Imported }>(query, { id: importMemories.event.id })).event;
  const query = 'query ($id: ID!) { event(id: $id) { status completed results } }';
  await expect.poll(async () => (await find()).completed, { timeout: 60_000 }).toBeGreaterThan(0);
  await server.kill();
  await server.start();
  await expect.poll(async () => (await find()).status, { timeout: 90_000 }).toBe('SUCCEEDED');
  expect(await find()).toEqual({
    status: 'SUCCEEDED',
    completed: records,
    results: [{ event: 'IMPORT', imported: records, known: 0, skipped: 0 }],
  });
  const { memories } = await ask<{ memories: { totalCount: number } }>('{ memories { totalCount } }');
  expect(memories.totalCount).toBe(records);
}, 240_000);
