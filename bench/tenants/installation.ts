import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  createClient,
  CreateApiKeyDocument,
  CreateUserDocument,
  LoginDocument,
  SearchMemoriesDocument,
  type Client,
} from '../../client/index.js';
import { createLocalServer } from '../../scripts/lib/local-server.js';
import { fillTenants, tenantId, tenantSizes, type Tenants } from './fill.js';
import { watchLocks, type LockWatch } from './locks.js';

const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const run = promisify(execFile);
const adminKey = 'an-admin-key-of-the-benchmark';

/** An installation to create: its database, and what the server is started with. */
export interface Plan extends Omit<Tenants, 'small'> {
  readonly name: string;
  readonly connectionString: string;
  readonly env: Readonly<Record<string, string>>;
  /** Memories of the project that is measured. */
  readonly small: number;
}

/** A filled database with a running server. */
export interface Installation {
  readonly name: string;
  readonly memories: number;
  /** Seconds of a phase, and the greatest number of entries of Postgres' lock table in it. */
  readonly phases: ReadonlyMap<string, Phase>;
  readonly backupMegabytes: number;
  readonly locks: LockWatch;
  /** Searches as the member of the small project. @returns milliseconds */
  searchOwn(query: string): Promise<number>;
  /** Searches a small project of another organization, each time another one, as an admin. @returns milliseconds */
  searchOther(query: string): Promise<number>;
  close(): Promise<void>;
}

interface Phase {
  readonly seconds: number;
  readonly locks: number;
}

/** Waits for the index of vectors, which a job creates after the first start. */
async function untilIndexed(client: pg.Client): Promise<void> {
  for (let second = 0; second < 60; second++) {
    const { rows } = await client.query(INDEXED);
    if (rows.length > 0) return;
    await delay(1_000);
  }
  throw new Error('The server has created no index of vectors within a minute.');
}

const INDEXED = `SELECT FROM embedders e JOIN pg_index i ON i.indexrelid = to_regclass('memory_embeddings_hnsw_' || e.id)
WHERE e.name LIKE 'openai/%' AND i.indisvalid`;

/** Creates the database of a plan, replacing an earlier one. @returns its connection string */
async function createDatabase({ connectionString, name }: Plan): Promise<string> {
  const url = new URL(connectionString);
  url.pathname += `_${name.replaceAll(/\W+/g, '_').toLowerCase()}`;
  const client = new pg.Client({ connectionString });
  await client.connect();
  const database = client.escapeIdentifier(url.pathname.slice(1));
  await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${database}`);
  await client.end();
  return url.href;
}

/** Creates a member of the default project. @returns an API key of the member */
async function addMember(url: string): Promise<string> {
  const person = { email: 'member@example.com', password: 'a-password-of-the-bench' };
  const admin = createClient({ url, apiKey: adminKey, name: 'bench' });
  await admin.request(CreateUserDocument, { input: { ...person, name: 'Member' } });
  const { login } = await createClient({ url, name: 'bench' }).request(LoginDocument, { input: person });
  const member = createClient({ url, token: login.session.accessToken, name: 'bench' });
  return (await member.request(CreateApiKeyDocument, { input: { label: 'bench' } })).createApiKey.secret;
}

/** Makes searches of one user, which must find something. They return milliseconds. */
function createSearch(client: Client) {
  return async (query: string, projectId?: string): Promise<number> => {
    const startedAt = performance.now();
    const filter = { userId: { eq: 'user-0' } };
    const { searchMemories } = await client.request(SearchMemoriesDocument, { projectId, query, filter, topK: 10 });
    const ms = performance.now() - startedAt;
    if (searchMemories.results.length === 0) throw new Error('A search found nothing.');
    return ms;
  };
}

/** Ranks of other projects that have about as many memories as the small one. */
const similarRanks = ({ small, ...plan }: Plan): number[] =>
  tenantSizes(plan).flatMap((size, index) => (size >= small / 4 && size <= small * 4 ? [index + 1] : []));

/** Creates an installation, fills it while its server is stopped, and measures `migrate`, the start and a backup with all rows. */
export async function openInstallation(plan: Plan): Promise<Installation> {
  const databaseUrl = await createDatabase(plan);
  const server = await createLocalServer({
    env: { ...plan.env, DATABASE_URL: databaseUrl, ADMIN_API_KEY: adminKey, LOG_LEVEL: 'error' },
  });
  const locks = await watchLocks(databaseUrl);
  const phases = new Map<string, Phase>();
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const end = locks.begin();
    const startedAt = performance.now();
    try {
      await work();
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      phases.set(name, { seconds, locks: await end() });
      console.log(`${plan.name}: ${name} took ${seconds.toFixed(1)} s`);
    }
  };
  const command = (...parameters: string[]) =>
    run(process.execPath, [main, ...parameters], { env: server.environment, maxBuffer: 1 << 26 });
  await measure('create', () => command('migrate'));
  await server.start();
  const { projectId } = await server.bootstrap();
  const memberKey = await addMember(server.url);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await untilIndexed(client);
  await server.stop();
  const memories = await fillTenants(client, { ...plan, small: { projectId, memories: plan.small } });
  await client.end();
  await measure('migrate', () => command('migrate'));
  await measure('start', () => server.start());
  const file = join(server.environment['DATA_DIR'] ?? '', '..', 'backup.jsonl');
  await measure('backup', () => command('backup', file));
  const { size } = await stat(file);
  await rm(file);
  const searchAs = (apiKey: string) => createSearch(createClient({ url: server.url, apiKey, name: 'bench' }));
  const [asMember, asAdmin] = [searchAs(memberKey), searchAs(adminKey)];
  const ranks = similarRanks(plan);
  let next = 0;
  return {
    name: plan.name,
    memories,
    phases,
    locks,
    backupMegabytes: size / 1e6,
    searchOwn: asMember,
    searchOther(query) {
      const rank = ranks[(next += 1) % Math.max(1, ranks.length)];
      return asAdmin(query, rank === undefined ? projectId : tenantId(rank));
    },
    async close() {
      await server.remove();
      await locks.close();
    },
  };
}
