import { afterEach, describe, expect, inject, it } from 'vitest';
import {
  AddMemoriesDocument,
  createClient,
  GatewayError,
  MemoriesDocument,
  SearchMemoriesDocument,
  type Client,
} from '../../client/index.js';
import { createLocalServer, type LocalServer } from '../../scripts/lib/local-server.js';
import { emptyDatabase, testConnectionString, testDatabase } from '../setup/database.js';
import { migratedTemplate } from '../setup/embedded.js';

const limitMs = 180_000;

let server: LocalServer | null = null;
afterEach(async () => {
  await server?.remove();
  server = null;
});

/** Starts a server process on the database kind of this test run. */
async function localServer(): Promise<LocalServer> {
  const env: Record<string, string> = { EMBEDDER: 'none', LOG_LEVEL: 'warn' };
  if (inject('databases').kind === 'postgres') {
    await emptyDatabase(await testDatabase());
    env['DATABASE_URL'] = testConnectionString();
  }
  server = await createLocalServer({ env, data: await migratedTemplate() });
  return server;
}

/** Adds memories until the server is gone. `onAcknowledged` gets the number of each acknowledged memory. */
async function addUntilGone(client: Client, writer: string, onAcknowledged: (text: string) => void): Promise<void> {
  for (let number = 1; ; number += 1) {
    const text = `Lighthouse ${writer} has the number ${number}.`;
    try {
      await client.request(AddMemoriesDocument, {
        input: { userId: writer, infer: false, messages: [{ role: 'USER', content: text }] },
      });
      onAcknowledged(text);
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'UNREACHABLE') return;
      throw error;
    }
  }
}

async function listAll(client: Client): Promise<string[]> {
  const texts: string[] = [];
  let after: string | null | undefined;
  do {
    const { memories } = await client.request(MemoriesDocument, { first: 100, after });
    texts.push(...memories.edges.map(({ node }) => node.text));
    after = memories.pageInfo.hasNextPage ? memories.pageInfo.endCursor : null;
  } while (after != null);
  return texts;
}

describe('a server in a process of its own', () => {
  it(
    'keeps every acknowledged memory when it is killed, and finds it after a restart',
    { timeout: limitMs },
    async () => {
      const { bootstrap, start, kill, url } = await localServer();
      const { apiKey } = await bootstrap();
      await start();
      const client = createClient({ url, apiKey });
      const acknowledged: string[] = [];
      let enough: () => void = () => undefined;
      const reached = new Promise<void>((resolve) => (enough = resolve));
      const writers = ['ada', 'bob', 'cleo'].map((writer) =>
        addUntilGone(client, writer, (text) => {
          if (acknowledged.push(text) === 60) enough();
        }),
      );
      await Promise.race([reached, Promise.all(writers)]);
      await kill();
      await Promise.all(writers);
      expect(acknowledged.length).toBeGreaterThanOrEqual(60);

      await start();
      const texts = new Set(await listAll(client));
      expect(acknowledged.filter((text) => !texts.has(text))).toEqual([]);
      for (const text of acknowledged.slice(-3)) {
        const { searchMemories } = await client.request(SearchMemoriesDocument, { query: text, topK: 3 });
        expect(searchMemories.results.map(({ memory }) => memory.text)).toContain(text);
      }
    },
  );

  it('returns an error of each type as data to a mutation that selects it', { timeout: limitMs }, async () => {
    const { bootstrap, start, url } = await localServer();
    const { apiKey } = await bootstrap();
    await start();
    const update = async (id: string, text: string) => {
      const query = `mutation ($id: ID!, $text: String!) { updateMemory(input: { id: $id, text: $text }) {
        ... on Error { code } ... on ValidationError { fields { field } } } }`;
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
      const body = JSON.stringify({ query, variables: { id, text } });
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
      return (await response.json()) as unknown;
    };
    const absent = '0190c6c5-0000-7000-8000-000000000000';
    expect(await update(absent, ' ')).toEqual({
      data: { updateMemory: { code: 'BAD_USER_INPUT', fields: [{ field: 'input.text' }] } },
    });
    expect(await update(absent, 'Ada rows.')).toEqual({ data: { updateMemory: { code: 'NOT_FOUND' } } });
  });
});
