// Measures the cost of row-level security:
//
//   DATABASE_URL=... npx tsx bench/row-security.ts [--requests 1000] [--memories 1000]
//
// Runs two servers in this process on one Postgres, one without row-level security. Both get the same requests of a
// user who is no admin, one at a time by turns, so that other load affects both equally. Prints the ratios of the medians and
// of the first quartiles. Exits with 1 if a ratio of medians is above 1.15. DATABASE_URL must be a database that may be lost.
import { parseArgs } from 'node:util';
import { createApp, type App } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { createContext } from '../src/context.js';
import { newId, prefixedId } from '../src/ids.js';
import { createApiKey } from '../src/resolvers/api-key/create-api-key.js';

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000' },
    memories: { type: 'string', default: '1000' },
  },
});
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error('DATABASE_URL names the database to use.');
const most = 1.15;

const environment = {
  DATABASE_URL: databaseUrl,
  JWT_SECRET: 'a-secret-of-the-bench-4f0b7d21',
  LOG_LEVEL: 'silent',
  EMBEDDER: 'none',
};

interface Side {
  readonly app: App;
  readonly key: string;
  readonly projectId: string;
}

let added = 0;

const requests: Readonly<Record<string, (projectId: string) => { url: string; body: object }>> = {
  'project page': (projectId) => ({
    url: '/graphql',
    body: {
      query: `query Page($id: ID!) { project(id: $id) { id name organization { name }
        members(first: 20) { edges { node { role user { name } } } } memories(first: 20) { edges { node { id text createdAt } } } } }`,
      variables: { id: projectId },
    },
  }),
  search: () => ({
    url: '/v3/memories/search/',
    body: { query: 'a lamp in the garden', filters: { user_id: 'ann' }, top_k: 10 },
  }),
  add: () => ({
    url: '/v3/memories/add/',
    body: {
      messages: [{ role: 'user', content: `Lamp ${(added += 1)} is green` }],
      user_id: `bob${added}`,
      infer: false,
    },
  }),
};

async function send({ app, key, projectId }: Side, name: string): Promise<void> {
  const { url, body } = requests[name]?.(projectId) ?? { url: '/', body: {} };
  const headers = { authorization: `Token ${key}` };
  const answer = await app.inject({ method: 'POST', url, headers, payload: body });
  if (answer.statusCode >= 300 || answer.body.includes('"errors"')) throw new Error(answer.body.slice(0, 300));
}

/** @returns milliseconds */
async function measure(side: Side, name: string): Promise<number> {
  const begin = performance.now();
  await send(side, name);
  return performance.now() - begin;
}

/** Creates a user with a project, an API key and memories. */
async function settle({ services }: App): Promise<{ key: string; projectId: string }> {
  const [userId, projectId, organizationId] = [newId(), prefixedId('proj'), prefixedId('org')];
  const { database } = services;
  await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'bench')`, [organizationId]);
  const place = [projectId, organizationId];
  await database.query(`INSERT INTO projects (id, organization_id, name) VALUES ($1, $2, 'bench')`, place);
  const columns = 'id, name, email, password_hash, default_project_id';
  const values = [userId, `${userId}@example.com`, projectId];
  await database.query(`INSERT INTO users (${columns}) VALUES ($1, 'bench', $2, 'x', $3)`, values);
  await database.query(`INSERT INTO organization_members (organization_id, user_id, role) VALUES ($1, $2, 'OWNER')`, [
    organizationId,
    userId,
  ]);
  await database.query(
    `INSERT INTO memories (id, project_id, user_id, text, hash) SELECT gen_random_uuid(), $1, 'ann', 'The lamp ' || n || ' is in garden ' || n % 97, md5(n::text)
     FROM generate_series(1, $2::int) AS n`,
    [projectId, Number(options.memories)],
  );
  await database.query('ANALYZE');
  const user = { id: userId, name: 'bench', email: `${userId}@example.com`, role: 'member' as const };
  const ctx = createContext(services, {
    caller: { mode: 'bearer', user, key: null, isAdmin: false },
    requestId: 'bench',
  });
  return { key: (await createApiKey(ctx, { label: 'bench' })).secret, projectId };
}

const percentile = (list: readonly number[], share: number) =>
  [...list].sort((left, right) => left - right)[Math.floor(list.length * share)] ?? NaN;

const open = (rowSecurity: boolean) =>
  createApp(loadConfig({ ...environment, ROW_LEVEL_SECURITY: String(rowSecurity) }));
const [walled, plain] = [await open(true), await open(false)];
if (!walled.services.tenantWall || plain.services.tenantWall)
  throw new Error('Row-level security is not as configured.');
const settled = await settle(plain);
const [on, off] = [
  { app: walled, ...settled },
  { app: plain, ...settled },
];
let failed = false;
for (const name of Object.keys(requests)) {
  const times = { on: [] as number[], off: [] as number[] };
  const count = Number(options.requests);
  // The first requests prepare statements and warm up the code.
  for (let index = -count / 10; index < count; index += 1) {
    const sides = [
      ['on', on],
      ['off', off],
    ] as const;
    for (const [kind, side] of index % 2 === 0 ? sides : sides.toReversed()) {
      const ms = await measure(side, name);
      if (index >= 0) times[kind].push(ms);
    }
  }
  const [slower, half] = [0.5, 0.25].map((share) => percentile(times.on, share) / percentile(times.off, share));
  failed ||= Number(slower) > most;
  process.stdout.write(
    `${name}: median ${percentile(times.on, 0.5).toFixed(2)} ms with, ${percentile(times.off, 0.5).toFixed(2)} ms without, ratio ${slower?.toFixed(3)}; ratio of the first quartiles ${half?.toFixed(3)}\n`,
  );
}
await walled.close();
await plain.close();
process.exitCode = failed ? 1 : 0;
