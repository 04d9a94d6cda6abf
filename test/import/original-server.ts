import { randomBytes, randomUUID } from 'node:crypto';
import bcrypt from 'bcrypt';
import pg from 'pg';
import { inject } from 'vitest';
import {
  type ImportSource,
  openImportSource,
  type SourceApiKey,
  type SourceMemory,
  type SourceUser,
} from '@memory-gateway/import-sources';
import { testConnectionString } from '../setup/database.js';

/** Content of an original self-hosted server. */
interface OriginalContent {
  readonly users: SourceUser[];
  readonly apiKeys: SourceApiKey[];
  readonly memories: SourceMemory[];
}

/**
 * An original self-hosted server. With tests on Postgres it has two real databases with the tables of its own
 * migrations; the embedded database cannot hold a second one, so the content is passed directly.
 */
export interface OriginalServer {
  readonly url: string;
  readonly open: typeof openImportSource;
  /** Replaces the content. */
  fill(content: Partial<OriginalContent>): Promise<void>;
  stop(): Promise<void>;
}

const accountTables = `
CREATE TABLE users (id uuid PRIMARY KEY, name varchar(255) NOT NULL, email varchar(255) NOT NULL UNIQUE, password_hash text NOT NULL,
  role varchar(20) NOT NULL DEFAULT 'admin', created_at timestamptz NOT NULL DEFAULT now(), last_login_at timestamptz);
CREATE UNIQUE INDEX one_admin ON users (role) WHERE role = 'admin';
CREATE TABLE api_keys (id uuid PRIMARY KEY, key_prefix varchar(12) NOT NULL, key_hash text NOT NULL, label varchar(255) NOT NULL,
  created_by uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE, last_used_at timestamptz, revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE refresh_token_jtis (jti uuid PRIMARY KEY, user_id uuid REFERENCES users(id) ON DELETE CASCADE, expires_at timestamptz, used_at timestamptz, created_at timestamptz);`;

const memoryTables = `
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE memories (id uuid PRIMARY KEY, vector vector(3), payload jsonb);
CREATE TABLE memories_entities (id uuid PRIMARY KEY, vector vector(3), payload jsonb);`;

/** Starts an empty one. */
export async function startOriginalServer(): Promise<OriginalServer> {
  return inject('databases').kind === 'postgres' ? onPostgres() : inMemory();
}

/** Returns a bcrypt hash like that server's, at a low cost. */
function originalHash(text: string): Promise<string> {
  return bcrypt.hash(text, 4);
}

/** Creates a user of that server. */
export async function originalUser(
  email: string,
  password: string,
  values: Partial<SourceUser> = {},
): Promise<SourceUser> {
  const createdAt = new Date('2026-03-01T10:00:00.000Z');
  return {
    id: randomUUID(),
    name: 'Ada',
    email,
    passwordHash: await originalHash(password),
    role: 'admin',
    createdAt,
    lastLoginAt: null,
    ...values,
  };
}

/** Creates an API key of that server, with the whole key. */
export async function originalKey(
  createdBy: string,
  values: Partial<SourceApiKey> = {},
): Promise<{ key: string; row: SourceApiKey }> {
  const key = `m0sk_${randomBytes(32).toString('base64url')}`;
  const createdAt = new Date('2026-03-02T10:00:00.000Z');
  const row = {
    id: randomUUID(),
    keyPrefix: key.slice(0, 12),
    keyHash: await originalHash(key),
    label: 'ci',
    createdBy,
    createdAt,
    lastUsedAt: null,
    revokedAt: null,
  };
  return { key, row: { ...row, ...values } };
}

/** Creates a memory of that server. */
export function originalMemory(data: string, payload: Record<string, unknown> = {}): SourceMemory {
  const created_at = '2026-03-03T10:00:00.123456+00:00';
  return {
    id: randomUUID(),
    payload: {
      data,
      text_lemmatized: data.toLowerCase(),
      created_at,
      updated_at: created_at,
      user_id: 'ada',
      ...payload,
    },
  };
}

function inMemory(): OriginalServer {
  let content: OriginalContent = { users: [], apiKeys: [], memories: [] };
  const source: ImportSource = {
    countMemories: async () => content.memories.length,
    users: async () => content.users,
    apiKeys: async () => content.apiKeys,
    async *memories(size) {
      const time = ({ payload }: SourceMemory) => String((payload as { created_at?: string } | null)?.created_at);
      const sorted = [...content.memories].sort((a, b) => time(a).localeCompare(time(b)));
      for (let start = 0; start < sorted.length; start += size) yield sorted.slice(start, start + size);
    },
    close: async () => undefined,
  };
  return {
    url: 'postgresql://original:original-password@127.0.0.1/postgres',
    open: () => source,
    fill: async (given) => void (content = { ...content, ...given }),
    stop: async () => undefined,
  };
}

async function onPostgres(): Promise<OriginalServer> {
  const tag = randomBytes(4).toString('hex');
  const [memoryDatabase, accountsDatabase] = [`original_${tag}_memories`, `original_${tag}_accounts`];
  for (const name of [memoryDatabase, accountsDatabase]) await run(testConnectionString(), `CREATE DATABASE ${name}`);
  const [memoryUrl, accountsUrl] = [urlOf(memoryDatabase), urlOf(accountsDatabase)];
  await run(memoryUrl, memoryTables);
  await run(accountsUrl, accountTables);
  return {
    url: memoryUrl,
    open: (options) => openImportSource({ ...options, accountsDatabase }),
    async fill({ users, apiKeys, memories }) {
      const snake = (rows: readonly object[]) =>
        JSON.stringify(
          rows.map((row) =>
            Object.fromEntries(
              Object.entries(row).map(([name, value]) => [
                name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
                value as unknown,
              ]),
            ),
          ),
        );
      const put = (url: string, table: string, rows: string) =>
        run(url, `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`, [rows]);
      if (users) await run(accountsUrl, 'DELETE FROM users').then(() => put(accountsUrl, 'users', snake(users)));
      if (apiKeys)
        await run(accountsUrl, 'DELETE FROM api_keys').then(() => put(accountsUrl, 'api_keys', snake(apiKeys)));
      if (memories)
        await run(memoryUrl, 'DELETE FROM memories').then(() =>
          put(memoryUrl, 'memories', JSON.stringify(memories.map((row) => ({ ...row, vector: '[1,2,3]' })))),
        );
    },
    async stop() {
      for (const name of [memoryDatabase, accountsDatabase])
        await run(testConnectionString(), `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

function urlOf(database: string): string {
  const url = new URL(testConnectionString());
  url.pathname = `/${database}`;
  return url.href;
}

async function run(url: string, text: string, values?: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}
