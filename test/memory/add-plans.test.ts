import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let gateway: TestApp;

beforeAll(async () => {
  gateway = await startTestApp({ embedder: 'local' });
});
afterAll(() => gateway.close());

interface Plans {
  readonly statement: string;
  readonly generic_plans: string;
}

/** Returns how often all sessions of the pool executed each prepared statement with a plan that they keep. */
async function countKept(): Promise<Map<string, number>> {
  const { pool } = gateway.app.services.database;
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const read = clients.map((client) =>
      client.query<Plans>('SELECT statement, generic_plans FROM pg_prepared_statements'),
    );
    const counts = new Map<string, number>();
    for (const { statement, generic_plans: kept } of (await Promise.all(read)).flatMap(({ rows }) => rows))
      counts.set(statement, (counts.get(statement) ?? 0) + Number(kept));
    return counts;
  } finally {
    clients.forEach((client) => client.release());
  }
}

async function add(numbers: readonly number[]): Promise<void> {
  const client = gateway.as(gateway.admin.apiKey);
  for (const number of numbers) {
    const messages = [{ role: 'user', content: `I moved to house ${number} in Ghent.` }];
    const added = await client.rest('POST', '/v3/memories/add/', { messages, user_id: 'rosa', infer: false });
    expect(added.status).toBe(200);
  }
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

const { kind, pooledConnectionStrings } = inject('databases');

// Behind a pooler that shares sessions, the server prepares no statements. Apps on the embedded database share its sessions, so the plans
// also depend on the tables of earlier tests.
it.runIf(kind === 'postgres' && !pooledConnectionStrings)(
  'keeps the plan of each frequent statement of an add on Postgres, instead of planning each execution',
  async () => {
    const { database } = gateway.app.services;
    // Postgres plans the first five executions in any case, and chooses by what it knows of the tables.
    await add(range(1, 12));
    await database.query('ANALYZE memories, memory_embeddings, memory_links, webhooks, projects');
    await add(range(13, 24));
    const before = await countKept();
    const times = new Map<string, number>();
    const stopCounting = database.onQuery((text) => void times.set(text, (times.get(text) ?? 0) + 1));
    await add(range(25, 48));
    stopCounting();
    const after = await countKept();
    // BEGIN and COMMIT have no plan.
    const frequent = [...times].flatMap(([text, count]) => (count >= 24 && / /.test(text) ? [text] : []));
    expect(frequent.length).toBeGreaterThan(10);
    expect(frequent.filter((text) => after.get(text) === before.get(text))).toEqual([]);
  },
);
