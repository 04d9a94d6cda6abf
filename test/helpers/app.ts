import type { Logger } from 'pino';
import { expect } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { bootstrap, type Bootstrapped } from '../../src/commands/bootstrap.js';
import { loadConfig, type Config } from '../../src/config.js';
import { createContext } from '../../src/context.js';
import { createApiKey } from '../../src/resolvers/api-key/create-api-key.js';
import type { CallerUser } from '../../src/auth/caller.js';
import type { Database } from '@memory-gateway/database';
import { emptyDatabase, testDatabase } from '../setup/database.js';
import { signedIn } from './context.js';

/** A response with its parsed body. */
export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, unknown>>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Sends requests with one API key. */
export interface Client {
  /** Sends `body` as JSON. `path` may contain a query string. The type parameter is not checked. */
  rest<Body = Record<string, unknown>>(method: Method, path: string, body?: unknown): Promise<Answer<Body>>;
}

/** The real product on this worker's database. Close it after the last test of a file. */
export interface TestApp {
  readonly app: App;
  /** The first admin with an API key for all projects, and the default organization and project. */
  readonly admin: Bootstrapped & { readonly orgId: string; readonly projectId: string };
  /** Returns a client with this API key. Null: without a credential. */
  as(key: string | null): Client;
  /** Creates an API key for a user. */
  keyFor(user: CallerUser, key?: { projectId?: string; readOnly?: boolean }): Promise<string>;
  /** Restores the initial database, which is empty except for the admin. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the product without a port on an emptied database with an admin; by default without log output and embedder.
 */
export async function startTestApp(
  config: Partial<Config> = {},
  given: { readonly log?: Logger } = {},
): Promise<TestApp> {
  const environment = {
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    LOG_LEVEL: 'silent',
    EMBEDDER: 'none',
    API_PORT: '0',
    DASHBOARD_PORT: '0',
    // Tests must not depend on the machine's speed. Overload tests set their own limits.
    MAX_QUEUE_WAIT_MS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    SOCKET_MESSAGES_PER_SECOND: '0',
    ADDRESS_MESSAGES_PER_SECOND: '0',
    MAX_SOCKETS_PER_ADDRESS: '0',
    MAX_SOCKETS_PER_KEY: '0',
    WRONG_CREDENTIALS_PER_MINUTE: '0',
  };
  const database = await testDatabase();
  await emptyDatabase(database);
  requireClosed();
  const app = await createApp({ ...loadConfig(environment), ...config }, { ...given, database });
  noteOpenApp(app);
  const admin = await firstAdmin(app);
  const restore = await remember(database);
  return {
    app,
    admin,
    as: (key) => ({ rest: (method, path, body) => send(app, { method, path, body, key }) }),
    async keyFor(user, key = {}) {
      const ctx = createContext(app.services, { caller: signedIn(user), requestId: 'test' });
      return (await createApiKey(ctx, { label: 'test', ...key })).secret;
    },
    reset: restore,
    close: () => app.close(),
  };
}

// Global, because each test file of a worker has its own copy of this module.
const openApps = ((globalThis as { [key: symbol]: Map<App, string> | undefined })[
  Symbol.for('memory-gateway.open-apps')
] ??= new Map());

function noteOpenApp(app: App): void {
  openApps.set(app, expect.getState().testPath ?? '');
  const { close } = app;
  app.close = () => {
    openApps.delete(app);
    return close();
  };
}

/** An app that another file left open would take jobs of this file from their shared database. */
function requireClosed(): void {
  const here = expect.getState().testPath ?? '';
  for (const file of openApps.values()) if (file !== here) throw new Error(`${file} ended without closing its app.`);
}

async function firstAdmin(app: App): Promise<TestApp['admin']> {
  const made = await bootstrap(app.services);
  const { orgId, projectId } = made;
  if (orgId === null || projectId === null) throw new Error('The test database has no default project.');
  return { ...made, orgId, projectId };
}

const kept = ['organizations', 'projects', 'users', 'organization_members', 'project_members', 'api_keys'];

/** Saves the rows of the admin, which take many statements to create. @returns a function that restores them */
async function remember(database: Database): Promise<() => Promise<void>> {
  const rows = await Promise.all(kept.map((table) => rowsOf(database, table)));
  const restore = kept.map(
    (table, index) =>
      `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, ${literal(rows[index] ?? '[]')}::jsonb);`,
  );
  const body = ['BEGIN', 'DELETE FROM projects;', 'DELETE FROM organizations;', ...restore, 'END'].join('\n');
  return () => emptyDatabase(database, body);
}

async function rowsOf(database: Database, table: string): Promise<string> {
  const [found] = await database.query<{ rows: string }>(
    `SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]')::text AS rows FROM ${table} t`,
  );
  return found?.rows ?? '[]';
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

interface Sent {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
  readonly key: string | null;
}

async function send<Body>(app: App, { method, path, body, key }: Sent): Promise<Answer<Body>> {
  const headers = { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Token ${key}` }) };
  const response = await app.inject({
    method,
    url: path,
    headers,
    payload: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.statusCode, body: JSON.parse(response.body) as Body, headers: response.headers };
}
