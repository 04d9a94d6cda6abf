import { isIP } from 'node:net';
import type { Environment, Reader } from './reader.js';

export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  | {
      readonly kind: 'postgres';
      readonly connectionString: string;
      /** Past a pooler that shares sessions: for LISTEN, migrations and session locks. */
      readonly directConnectionString: string;
      readonly maxConnections: number;
      /** Null: all reads go to the primary. */
      readonly replica: ReplicaConfig | null;
      /** Number of partitions of a new database. Null: none, and an existing one stays as it is. */
      readonly partitions: number | null;
      /** Whether requests of callers who are not admins run under row-level security. */
      readonly rowSecurity: boolean;
      /** Whether rate limits count over all processes. */
      readonly sharedRateLimits: boolean;
    };

interface ReplicaConfig {
  readonly connectionString: string;
  /** A replica that is further behind is left out. */
  readonly maxLagMs: number;
}

const postgresParts = ['POSTGRES_HOST', 'POSTGRES_PORT', 'POSTGRES_DB', 'POSTGRES_USER', 'POSTGRES_PASSWORD'];

// POSTGRES_SERVICE_HOST, POSTGRES_SERVICE_PORT_NAME, POSTGRES_PORT_5432_TCP_ADDR, and those of a Service like postgres-ro.
const SERVICE_VARIABLE =
  /^POSTGRES_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const SERVICE_PORT = /^POSTGRES_(\w+_)?PORT$/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** Whether Kubernetes sets a variable in each container for a Service whose name begins with `postgres`. */
const isOfService = (name: string, value = ''): boolean =>
  SERVICE_VARIABLE.test(name) || (SERVICE_PORT.test(name) && SERVICE_ADDRESS.test(value));

/** Reads where the database is: a URL, parts of one, or the folder of the embedded database. */
export function readDatabase(read: Reader, env: Environment, dataDir: string): DatabaseConfig {
  const url = read.text('DATABASE_URL', '');
  const direct = read.text('DATABASE_DIRECT_URL', '');
  if (direct !== '') requirePostgresUrl(read, 'DATABASE_DIRECT_URL', direct);
  const replica = readReplica(read);
  const parts = readPostgresParts(read, env);
  const maxConnections = read.integer('DATABASE_POOL_SIZE', 10, { min: 1, max: 1_000 });
  const rowSecurity = read.flag('ROW_LEVEL_SECURITY', true);
  const count = read.integer('PARTITIONS', 0, { min: 0, max: 256 });
  const sharedRateLimits = read.flag('SHARED_RATE_LIMITS', false);
  const partitions = count === 0 ? null : count;
  const settings = { replica, maxConnections, rowSecurity, partitions, sharedRateLimits };
  const set = Object.keys(env).filter(
    (name) => name.startsWith('POSTGRES_') && env[name]?.trim() && !isOfService(name, env[name]),
  );
  for (const name of set) {
    if (!postgresParts.includes(name))
      read.problems.push(`${name} is not known here. Known are ${postgresParts.join(', ')}.`);
  }
  if (url !== '') {
    requirePostgresUrl(read, 'DATABASE_URL', url);
    if (direct === '' && sharesSessions(url))
      read.problems.push(
        'DATABASE_DIRECT_URL is required beside a DATABASE_URL with pgbouncer=true: live streams and migrations need Postgres itself.',
      );
    if (parts.host) read.problems.push('DATABASE_URL and POSTGRES_HOST are both set; keep one of them.');
    return { ...toPostgres(url, direct), ...settings };
  }
  if (parts.host) return { ...toPostgres(toConnectionString(parts), direct), ...settings };
  if (direct !== '') read.problems.push('DATABASE_DIRECT_URL has no effect without DATABASE_URL.');
  if (replica) read.problems.push('DATABASE_READ_URL has no effect without DATABASE_URL.');
  if (count > 0) read.problems.push('PARTITIONS has no effect without DATABASE_URL.');
  if (sharedRateLimits) read.problems.push('SHARED_RATE_LIMITS has no effect without DATABASE_URL.');
  for (const name of set) {
    if (postgresParts.includes(name)) read.problems.push(`${name} has no effect without POSTGRES_HOST.`);
  }
  return { kind: 'embedded', dataDir };
}

function readReplica(read: Reader): ReplicaConfig | null {
  const connectionString = read.text('DATABASE_READ_URL', '');
  const maxLagMs = 1_000 * read.integer('DATABASE_READ_MAX_LAG_SECONDS', 10, { min: 1, max: 3_600 });
  if (connectionString === '') return null;
  requirePostgresUrl(read, 'DATABASE_READ_URL', connectionString);
  return { connectionString, maxLagMs };
}

const toPostgres = (connectionString: string, direct: string) => ({
  kind: 'postgres' as const,
  connectionString,
  directConnectionString: direct || connectionString,
});

function requirePostgresUrl(read: Reader, name: string, url: string): void {
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return;
  read.problems.push(
    `${name} must be a URL that begins with postgresql:// (percent-encode special characters in the password).`,
  );
}

/** Whether a URL names a pooler that gives each transaction another session. The parameter is Prisma's. */
const sharesSessions = (url: string): boolean =>
  URL.canParse(url) && new URL(url).searchParams.get('pgbouncer') === 'true';

type PostgresParts = Record<'host' | 'database' | 'user' | 'password', string> & { port: number };

const DEFAULT_PORT = 5_432;

function readPostgresParts(read: Reader, env: Environment): PostgresParts {
  return {
    host: read.text('POSTGRES_HOST', ''),
    port: isOfService('POSTGRES_PORT', env.POSTGRES_PORT)
      ? DEFAULT_PORT
      : read.integer('POSTGRES_PORT', DEFAULT_PORT, { min: 1, max: 65_535 }),
    database: read.text('POSTGRES_DB', 'postgres'),
    user: read.text('POSTGRES_USER', 'postgres'),
    password: read.text('POSTGRES_PASSWORD', '', { blankIsAbsent: false }),
  };
}

function toConnectionString({ host, port, database, user, password }: PostgresParts): string {
  const login = [user, password].filter(Boolean).map(encodeURIComponent).join(':');
  // IPv6 addresses need brackets; the folder of a Unix socket must be percent-encoded.
  const address = isIP(host) === 6 ? `[${host}]` : encodeURIComponent(host);
  return `postgresql://${login}@${address}:${port}/${encodeURIComponent(database)}`;
}
