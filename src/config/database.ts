import { isIP } from 'node:net';
import type { Environment, Reader } from './reader.js';

export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  | {
      readonly kind: 'postgres';
      readonly connectionString: string;
      readonly maxConnections: number;
      /** Whether requests of callers who are not admins run under row-level security. */
      readonly rowSecurity: boolean;
    };

const postgresParts = ['POSTGRES_HOST', 'POSTGRES_PORT', 'POSTGRES_DB', 'POSTGRES_USER', 'POSTGRES_PASSWORD'];

/** Reads where the database is: a URL, parts of one, or the folder of the embedded database. */
export function readDatabase(read: Reader, env: Environment, dataDir: string): DatabaseConfig {
  const url = read.text('DATABASE_URL', '');
  const parts = readPostgresParts(read);
  const maxConnections = read.integer('DATABASE_POOL_SIZE', 10, { min: 1, max: 1_000 });
  const rowSecurity = read.flag('ROW_LEVEL_SECURITY', true);
  const set = Object.keys(env).filter((name) => name.startsWith('POSTGRES_') && env[name]?.trim());
  for (const name of set) {
    if (!postgresParts.includes(name))
      read.problems.push(`${name} is not known here. Known are ${postgresParts.join(', ')}.`);
  }
  if (url !== '') {
    if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
      read.problems.push(
        'DATABASE_URL must be a URL that begins with postgresql:// (percent-encode special characters in the password).',
      );
    }
    if (parts.host) read.problems.push('DATABASE_URL and POSTGRES_HOST are both set; keep one of them.');
    return { kind: 'postgres', connectionString: url, maxConnections, rowSecurity };
  }
  if (parts.host) return { kind: 'postgres', connectionString: toConnectionString(parts), maxConnections, rowSecurity };
  for (const name of set) {
    if (postgresParts.includes(name)) read.problems.push(`${name} has no effect without POSTGRES_HOST.`);
  }
  return { kind: 'embedded', dataDir };
}

type PostgresParts = Record<'host' | 'database' | 'user' | 'password', string> & { port: number };

function readPostgresParts(read: Reader): PostgresParts {
  return {
    host: read.text('POSTGRES_HOST', ''),
    port: read.integer('POSTGRES_PORT', 5_432, { min: 1, max: 65_535 }),
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
