import { afterEach, expect, inject, it } from 'vitest';
import { createLocalServer, type LocalServer } from '../../scripts/lib/local-server.js';
import { emptyDatabase, testConnectionString, testDatabase } from '../setup/database.js';

const servers: LocalServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove();
});

// The embedded database belongs to one process.
it.runIf(inject('databases').kind === 'postgres')(
  'two gateways take 200 equal adds under one idempotency key as one',
  { timeout: 180_000 },
  async () => {
    await emptyDatabase(await testDatabase());
    const env = {
      DATABASE_URL: testConnectionString(),
      EMBEDDER: 'none',
      LOG_LEVEL: 'warn',
      JWT_SECRET: 'one-secret-for-both-9a8b7c6d5e4f',
    };
    servers.push(await createLocalServer({ env }), await createLocalServer({ env }));
    for (const server of servers) await server.start();
    const { apiKey } = (await servers[0]?.bootstrap()) ?? { apiKey: '' };
    const authorization = `Token ${apiKey}`;
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': 'two-hundred-at-once' };
    const body = JSON.stringify({
      messages: [{ role: 'user', content: 'One of two hundred.' }],
      user_id: 'rosa',
      infer: false,
    });
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_each, index) => {
        const response = await fetch(`${servers[index % 2]?.url}/v3/memories/add/`, { method: 'POST', headers, body });
        return {
          status: response.status,
          isReplay: response.headers.get('idempotency-replayed') === 'true',
          text: await response.text(),
        };
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ isReplay }) => isReplay)).toHaveLength(199);
    const listed = await fetch(`${servers[1]?.url}/v1/memories/?user_id=rosa`, { headers: { authorization } });
    expect(await listed.json()).toHaveLength(1);
  },
);
