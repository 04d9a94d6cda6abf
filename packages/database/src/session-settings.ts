import { advisoryLocks } from './advisory-locks.js';
import type { Database, Queryable } from './types.js';

const settings = {
  // Prisma's driver reads and writes dates as UTC.
  TimeZone: 'UTC',
  // Compiling a search takes many times as long as running it.
  jit: 'off',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
};

/**
 * Whether a URL names a pooler that shares sessions: the next statement may run in one that does not know a prepared name. Same
 * parameter as Prisma's.
 */
export function hasSharedSessions(connectionString: string): boolean {
  return URL.canParse(connectionString) && new URL(connectionString).searchParams.get('pgbouncer') === 'true';
}

/** Returns a URL whose sessions start with the settings. Options that the URL has stay; the driver would send these alone. */
export function withSettings(connectionString: string, wanted: Readonly<Record<string, string>> = settings): string {
  const url = new URL(connectionString);
  const own = Object.entries(wanted).map(([name, value]) => `-c ${name}=${value}`);
  // Of two values of a setting, Postgres takes the last one.
  url.searchParams.set('options', [...url.searchParams.getAll('options'), ...own].join(' '));
  return url.href;
}

/**
 * Stores the settings as defaults of the role in this database, because a pooler that shares sessions passes none on. Connections that
 * the pooler has open keep their own until it opens new ones.
 */
export async function storeRoleSettings(direct: Queryable): Promise<void> {
  // As the catalog has them: a change would wait for those of other gateways.
  const [found] = await direct.query<{ stored: string[] | null }>(
    `SELECT (SELECT setconfig FROM pg_db_role_setting WHERE setrole = current_user::regrole
       AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())) AS stored`,
  );
  const missing = Object.entries(settings).filter(([name, value]) => !found?.stored?.includes(`${name}=${value}`));
  const statements = missing.map(
    ([name, value]) =>
      `EXECUTE format('ALTER ROLE %I IN DATABASE %I SET ${name} = %L', current_user, current_database(), '${value}');`,
  );
  if (statements.length > 0)
    await direct.query(
      `DO $$ BEGIN PERFORM pg_advisory_xact_lock(${advisoryLocks.migrations}); ${statements.join(' ')} END $$`,
    );
}

/** Lists settings that sessions of the pool do not have. */
export async function listMissingSettings(database: Pick<Database, 'kind' | 'query'>): Promise<string[]> {
  if (database.kind === 'embedded') return [];
  const rows = await database.query<{ name: string; value: string }>(
    `SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name`,
    [Object.keys(settings)],
  );
  const wanted = new Map<string, string>(Object.entries(settings));
  return rows.flatMap(({ name, value }) =>
    // A pooler repeats the name that Postgres reported first.
    wanted.get(name) === value.replace('Etc/UTC', 'UTC') ? [] : [`${name}=${value}`],
  );
}
