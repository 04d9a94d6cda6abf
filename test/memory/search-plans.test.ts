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

/** Returns the statements of the pool's sessions that read a scope, and how often each was executed with a plan that the session keeps. */
async function readPrepared(): Promise<Map<string, number>> {
  const { pool } = gateway.app.services.database;
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const kept = new Map<string, number>();
    for (const client of clients) {
      const { rows } = await client.query<{ statement: string; generic_plans: string }>(
        `SELECT statement, generic_plans FROM pg_prepared_statements WHERE statement LIKE '%scope AS MATERIALIZED%'`,
      );
      for (const row of rows) kept.set(row.statement, (kept.get(row.statement) ?? 0) + Number(row.generic_plans));
    }
    return kept;
  } finally {
    clients.forEach((client) => client.release());
  }
}

const { kind, pooledConnectionStrings } = inject('databases');

// Behind a pooler that shares sessions, the server prepares no statements. Apps on the embedded database share its sessions.
const itOnSessions = it.runIf(kind === 'postgres' && !pooledConnectionStrings);

itOnSessions('keeps the plan of a search of one user, and plans other filters for their values', async () => {
  for (let round = 0; round < 40; round += 1) await search({ user_id: 'rosa' });
  const ofUser = await readPrepared();
  expect([...ofUser.values()].map((kept) => kept > 0)).toEqual([true]);
  for (const field of ['boat', 'lamp', 'river'])
    await search({ AND: [{ user_id: 'rosa' }, { metadata: { [field]: 1 } }] });
  expect([...(await readPrepared()).keys()]).toEqual([...ofUser.keys()]);
});
