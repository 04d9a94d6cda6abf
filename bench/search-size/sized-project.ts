import pg from 'pg';
import { createLogger, openServices } from '../../src/app/open-services.js';
import type { Caller } from '../../src/auth/caller.js';
import { loadConfig } from '../../src/config.js';
import { createContext, type AppContext, type Services } from '../../src/context.js';
import type { Embedder } from '@memory-gateway/models';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { currentProject } from '../../src/resolvers/project/current-project.js';
import { fillProject, makeQueries, type Fill, type SizeQuery } from './fill.js';

/** A database with one project of a given size. */
export interface SizedProject {
  readonly memories: number;
  readonly services: Services;
  search(query: SizeQuery, how?: { userId?: string; isExact?: boolean }): Promise<string[]>;
  add(query: SizeQuery, userId: string): Promise<void>;
  list(userId?: string): Promise<void>;
  /** A user with 100 memories. */
  pickUser(round: number): string;
  queries(count: number): Promise<SizeQuery[]>;
  close(): Promise<void>;
}

const admin: Caller = { mode: 'admin_api_key', user: null, key: null, isAdmin: true };

/**
 * Opens a database and fills it if it is empty.
 * @param settings environment variables that name the database
 * @param fill `isAnalyzed: false` leaves the planner without statistics
 */
export async function openSizedProject(
  settings: Record<string, string>,
  { memories, isAnalyzed = true }: { memories: number; isAnalyzed?: boolean },
): Promise<SizedProject> {
  const { services: opened, close } = await openAt(settings);
  let vector: Float32Array = new Float32Array(384);
  const services: Services = { ...opened, embedder: givenVector(() => vector) };
  const context = (): AppContext => createContext(services, { caller: admin, requestId: 'bench' });
  const { projectId } = await currentProject(context());
  await fillOnce(services, { projectId, memories, isAnalyzed });
  const byUser = (userId?: string) => (userId === undefined ? undefined : readFilter({ user_id: userId }));
  return {
    memories,
    services,
    async search(query, { userId, isExact } = {}) {
      vector = query.vector;
      const input = { projectId, query: query.text, filter: byUser(userId), threshold: 0 };
      const { results } = await searchMemories(context(), input, isExact ? { exactScopeMax: Infinity } : {});
      return results.map(({ memory }) => memory.id);
    },
    async add(query, userId) {
      vector = query.vector;
      const messages = [{ role: 'user', content: `${query.text} ${Math.random()}` }];
      await addMemories(context(), { projectId, messages, userId, infer: false });
    },
    async list(userId) {
      await listMemories(context(), { projectId, filter: byUser(userId), first: 20 });
    },
    pickUser: (round) => `user-${((round * 7_919) % Math.floor(memories / 200)) * 2 + 1}`,
    queries: (count) => makeQueries(services.database, projectId, count),
    close,
  };
}

/** Creates the database `<name of the given one>_<memories>` unless it exists. @returns its connection string */
export async function createDatabase(connectionString: string, memories: number): Promise<string> {
  const url = new URL(connectionString);
  url.pathname += `_${memories}`;
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const name = url.pathname.slice(1);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return url.href;
}

async function openAt(settings: Record<string, string>) {
  const config = loadConfig({
    ...settings,
    JWT_SECRET: 'a-secret-of-the-benchmark-71c3',
    EMBEDDER: 'none',
    LOG_LEVEL: 'fatal',
  });
  return openServices(config, { log: createLogger(config) });
}

const givenVector = (vector: () => Float32Array): Embedder => ({
  id: 'local/all-minilm-l6-v2',
  dimension: 384,
  ready: async () => undefined,
  embed: async (texts) => texts.map(vector),
  close: async () => undefined,
});

async function fillOnce({ database }: Services, fill: Fill): Promise<void> {
  const [stored] = await database.query<{ found: boolean }>('SELECT EXISTS (SELECT FROM memories) AS found');
  if (stored?.found === true) return;
  const { rowsMs, vectorIndexMs } = await fillProject(database, fill);
  const seconds = (ms: number) => (ms / 1_000).toFixed(0);
  console.log(
    `${fill.memories} memories: rows stored in ${seconds(rowsMs)} s, vector index built in ${seconds(vectorIndexMs)} s`,
  );
}
