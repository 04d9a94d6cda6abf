import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let gateway: TestApp;

beforeAll(async () => {
  gateway = await startTestApp({ embedder: 'local' });
  await search({ user_id: 'rosa' });
  const messages = ['I sail a small boat.', 'My lamp is green.'].map((content) => ({ role: 'user', content }));
  const added = await gateway
    .as(gateway.admin.apiKey)
    .rest('POST', '/v3/memories/add/', { messages, user_id: 'rosa', infer: false });
  expect(added.status).toBe(200);
});
afterAll(() => gateway.close());

async function search(filters: object): Promise<void> {
  const client = gateway.as(gateway.admin.apiKey);
  const found = await client.rest('POST', '/v3/memories/search/', { query: 'Which boat?', filters });
  expect(found.status).toBe(200);
}

/** Returns the statements that read a scope and that sessions of the pool have prepared. */
async function listPrepared(): Promise<readonly string[]> {
  const { pool } = gateway.app.services.database;
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const read = clients.map((client) =>
      client.query<{ statement: string }>(
        `SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%scope AS MATERIALIZED%'`,
      ),
    );
    return [...new Set((await Promise.all(read)).flatMap(({ rows }) => rows.map(({ statement }) => statement)))].sort();
  } finally {
    clients.forEach((client) => client.release());
  }
}

const { kind, pooledConnectionStrings } = inject('databases');

// Behind a pooler that shares sessions, the server prepares no statements. Apps on the embedded database share its sessions.
const itOnSessions = it.runIf(kind === 'postgres' && !pooledConnectionStrings);

itOnSessions('prepares the statement of a search of one user, and plans other filters for their values', async () => {
  await search({ user_id: 'rosa' });
  // Sessions may also have statements of other scopes, of test files before this one.
  const before = await listPrepared();
  expect(before.some((statement) => statement.includes('(m.user_id = $'))).toBe(true);
  for (const field of ['boat', 'lamp', 'river'])
    await search({ AND: [{ user_id: 'rosa' }, { metadata: { [field]: 1 } }] });
  await search({ AND: [{ user_id: 'rosa' }, { run_id: 'trip' }] });
  expect(await listPrepared()).toEqual(before);
});
