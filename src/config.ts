import { isIP } from 'node:net';
import { readLoad, type LoadConfig } from './config/load.js';
import { readProviders, type ProvidersConfig } from './config/providers.js';
import { readRerank, type RerankConfig } from './config/rerank.js';
import { createReader, type Environment, type Reader } from './config/reader.js';
import { embedderProviders, type EmbedderProvider } from './model-providers.js';

export type { LoadConfig, SocketLoadConfig } from './config/load.js';
export type { ProviderAccess, ProvidersConfig } from './config/providers.js';
export type { RerankConfig, RerankProvider } from './config/rerank.js';
export type { Environment } from './config/reader.js';

/** Parsed configuration of the process. It contains secrets: never log it. */
export interface Config {
  readonly http: HttpConfig;
  readonly database: DatabaseConfig;
  /** Folder of the embedded database and its lock file. A relative path starts at the working directory. */
  readonly dataDir: string;
  readonly auth: AuthConfig;
  readonly graphql: GraphqlConfig;
  readonly load: LoadConfig;
  readonly log: { readonly level: LogLevel; readonly format: LogFormat };
  readonly requestLogRetentionDays: number;
  readonly backup: BackupConfig | null;
  readonly changeRetentionDays: number;
  /** How much of a client's network address the request log stores. */
  readonly requestLogAddresses: 'off' | 'truncated' | 'full';
  /** Grace period for undoing a bulk deletion, in milliseconds. 0: memories are removed immediately. */
  readonly deletionUndoMs: number;
  /** Embedder to use until one is configured at run time. */
  readonly embedder: EmbedderProvider | 'none';
  /** Idle time after which the local embedding model is unloaded, in milliseconds. 0: never. */
  readonly embedderIdleMs: number;
  readonly providers: ProvidersConfig;
  readonly rerank: RerankConfig | null;
  /** Destinations allowed beyond the public internet: `loopback`, `private`, networks, hosts, hosts with a port. */
  readonly outboundAllow: readonly string[];
}

export interface BackupConfig {
  readonly directory: string;
  readonly intervalMs: number;
  readonly keep: number;
}

export interface HttpConfig {
  readonly host: string;
  /** Whether `host` is reachable from this machine only. */
  readonly isLoopbackOnly: boolean;
  readonly port: number;
  readonly dashboardPort: number;
  /** Exact origins that browsers may call from, never a wildcard. The first one is shown as the dashboard's address. */
  readonly dashboardOrigins: readonly string[];
  /** Accepted `Host` names besides loopback names and those of `dashboardOrigins`. Empty: see `ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[];
  /** Origin under which clients reach the server. Null: the origin of each request. */
  readonly publicUrl: string | null;
  readonly bodyLimitBytes: number;
  /** Proxies trusted for the client's address: none, all, a number of hops, or a comma-separated list of addresses. */
  readonly trustProxy: boolean | number | string;
  readonly shutdownGraceMs: number;
  /** Requests per minute of one API key, or of one user with sessions, in one process. 0: unlimited. */
  readonly callsPerMinute: number;
  /** Wrong credentials per minute from one address, in one process. More get 429. 0: unlimited. */
  readonly wrongCredentialsPerMinute: number;
  readonly metricsToken: string | null;
}

export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly connectionString: string; readonly maxConnections: number };

export interface AuthConfig {
  readonly disabled: boolean;
  /** Null if the command needs none, or if authentication is disabled. */
  readonly jwtSecret: string | null;
  /** Secret from which the key of stored secrets is derived. Null: derived from `jwtSecret`. */
  readonly sealingSecret: string | null;
  readonly adminApiKey: string | null;
  /** Interval at which the credential of an open stream is checked again. */
  readonly recheckMs: number;
}

export interface GraphqlConfig {
  /** Also enables GraphiQL. */
  readonly introspection: boolean;
  readonly maxDepth: number;
  readonly maxAliases: number;
  readonly maxTokens: number;
  readonly maxComplexity: number;
  /** Manifest of the only documents that the server executes. Null: all documents are executed. */
  readonly trustedDocuments: string | null;
  /** Whether `application/graphql-response+json` responses with data and errors have status 294. */
  readonly draftStatus: boolean;
  /** File of the GraphQL documents that become MCP tools. Null: none. */
  readonly mcpTools: string | null;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const logFormats = ['auto', 'json', 'pretty'] as const;
/** `auto`: pretty on a terminal, JSON elsewhere. */
export type LogFormat = (typeof logFormats)[number];

/** Invalid environment. Each problem names its variable and never repeats a value, which may be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

export interface ConfigNeeds {
  /** True for commands that sign or verify session tokens, such as `serve`. */
  requireAuthSecret?: boolean;
}

/** Parses the environment. Pure, and the only code that knows variable names. @throws ConfigError with every problem */
export function loadConfig(env: Environment, needs: ConfigNeeds = {}): Config {
  const read = createReader(env);
  const dataDir = read.text('DATA_DIR', './.data');
  const auth = readAuth(read, needs);
  const http = readHttp(read);
  const mayServeNetwork = read.flag('AUTH_DISABLED_ON_NETWORK', false);
  if (auth.disabled && !http.isLoopbackOnly && !mayServeNetwork) {
    read.problems.push(
      'AUTH_DISABLED=true serves this machine only: unset API_HOST, or set AUTH_DISABLED_ON_NETWORK=true to make everyone who reaches the server an admin.',
    );
  }
  const database = readDatabase(read, env, dataDir);
  const embedder = read.oneOf('EMBEDDER', ['none', ...embedderProviders], 'local');
  const config: Config = {
    http,
    database,
    dataDir,
    auth,
    graphql: readGraphql(read),
    load: readLoad(read, { database: database.kind, embedsLocally: embedder === 'local' }),
    log: {
      level: read.oneOf('LOG_LEVEL', logLevels, 'info'),
      format: read.oneOf('LOG_FORMAT', logFormats, 'auto'),
    },
    requestLogRetentionDays: read.integer('REQUEST_LOG_RETENTION_DAYS', 30, { min: 1, max: 36_500 }),
    backup: readBackup(read),
    changeRetentionDays: read.integer('CHANGE_RETENTION_DAYS', 7, { min: 1, max: 365 }),
    requestLogAddresses: read.oneOf('REQUEST_LOG_ADDRESSES', ['off', 'truncated', 'full'], 'off'),
    deletionUndoMs: 1_000 * read.integer('DELETION_UNDO_SECONDS', 0, { min: 0, max: 2_592_000 }),
    embedder,
    embedderIdleMs: 1_000 * read.integer('EMBEDDER_IDLE_SECONDS', 300, { min: 0, max: 86_400 }),
    providers: readProviders(read),
    rerank: readRerank(read),
    outboundAllow: readOutboundAllow(read),
  };
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

function readBackup(read: Reader): BackupConfig | null {
  const directory = read.text('BACKUP_DIR', '');
  const intervalMs = 3_600_000 * read.integer('BACKUP_INTERVAL_HOURS', 24, { min: 1, max: 8_760 });
  const keep = read.integer('BACKUP_KEEP', 7, { min: 1, max: 10_000 });
  return directory === '' ? null : { directory, intervalMs, keep };
}

function readHttp(read: Reader): HttpConfig {
  const host = read.text('API_HOST', '127.0.0.1');
  const port = read.integer('API_PORT', 8888, { min: 0, max: 65_535 });
  const dashboardPort = read.integer('DASHBOARD_PORT', 3000, { min: 0, max: 65_535 });
  if (port === dashboardPort && port !== 0) read.problems.push('DASHBOARD_PORT must differ from API_PORT.');
  return {
    // Loopback by default, so that only this machine can connect.
    host,
    isLoopbackOnly: host === 'localhost' || host === '::1' || host.startsWith('127.'),
    port,
    dashboardPort,
    dashboardOrigins: readOrigins(read, dashboardPort),
    allowedHosts: readAllowedHosts(read),
    publicUrl: readPublicUrl(read),
    bodyLimitBytes: read.integer('BODY_LIMIT_BYTES', 2_097_152, { min: 1_024, max: 1_073_741_824 }),
    trustProxy: readTrustProxy(read),
    shutdownGraceMs: 1_000 * read.integer('SHUTDOWN_GRACE_SECONDS', 10, { min: 0, max: 3_600 }),
    callsPerMinute: read.integer('CALLS_PER_MINUTE', 0, { min: 0, max: 1_000_000 }),
    wrongCredentialsPerMinute: read.integer('WRONG_CREDENTIALS_PER_MINUTE', 300, { min: 0, max: 1_000_000 }),
    metricsToken: read.text('METRICS_TOKEN', '') || null,
  };
}

function readOrigins(read: Reader, dashboardPort: number): string[] {
  const origins = read
    .text('DASHBOARD_URL', `http://localhost:${dashboardPort || 3000}`)
    .split(',')
    .map((part) => toOrigin(part.trim()));
  const valid = origins.filter((origin) => origin !== null);
  if (valid.length < origins.length) {
    read.problems.push(
      'DASHBOARD_URL must be an origin such as http://localhost:3000, or several with commas between them, without paths.',
    );
  }
  return valid;
}

function readAllowedHosts(read: Reader): string[] {
  const names = read
    .text('ALLOWED_HOSTS', '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  if (!names.every((name) => /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name))) {
    read.problems.push('ALLOWED_HOSTS must be host names without ports, with commas between them.');
  }
  return names;
}

function readPublicUrl(read: Reader): string | null {
  const given = read.text('PUBLIC_URL', '');
  const origin = given === '' ? null : toOrigin(given);
  if (given !== '' && origin === null)
    read.problems.push('PUBLIC_URL must be an origin such as https://memory.example.com, without a path.');
  return origin;
}

function toOrigin(text: string): string | null {
  if (!/^https?:\/\/[^/?#@*]+\/?$/i.test(text) || !URL.canParse(text)) return null;
  return new URL(text).origin;
}

function readTrustProxy(read: Reader): boolean | number | string {
  const value = read.text('TRUST_PROXY', 'false');
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const parts = value.split(',').map((part) => part.trim());
  if (!parts.every(isProxyAddress)) {
    read.problems.push(
      'TRUST_PROXY must be true, false, a number of hops, or addresses and networks with commas between them.',
    );
  }
  return parts.join(',');
}

function readOutboundAllow(read: Reader): string[] {
  const entries = read
    .text('OUTBOUND_ALLOW', '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  const host = /^([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/;
  if (!entries.every((entry) => isNetwork(entry) || host.test(entry))) {
    read.problems.push(
      'OUTBOUND_ALLOW must be loopback, private, networks, hosts, or hosts with a port, with commas between them.',
    );
  }
  return entries;
}

function isProxyAddress(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text);
}

/** Whether the text is an IP address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const postgresParts = ['POSTGRES_HOST', 'POSTGRES_PORT', 'POSTGRES_DB', 'POSTGRES_USER', 'POSTGRES_PASSWORD'];

function readDatabase(read: Reader, env: Environment, dataDir: string): DatabaseConfig {
  const url = read.text('DATABASE_URL', '');
  const parts = readPostgresParts(read);
  const maxConnections = read.integer('DATABASE_POOL_SIZE', 10, { min: 1, max: 1_000 });
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
    return { kind: 'postgres', connectionString: url, maxConnections };
  }
  if (parts.host) return { kind: 'postgres', connectionString: toConnectionString(parts), maxConnections };
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

function readAuth(read: Reader, needs: ConfigNeeds): AuthConfig {
  const disabled = read.flag('AUTH_DISABLED', false);
  const jwtSecret = read.text('JWT_SECRET', '');
  const sealingSecret = read.text('SEALING_SECRET', '');
  const adminApiKey = read.text('ADMIN_API_KEY', '', { blankIsAbsent: false });
  if (!disabled && jwtSecret === '' && needs.requireAuthSecret) {
    read.problems.push('JWT_SECRET is required unless AUTH_DISABLED=true. `openssl rand -base64 32` makes a good one.');
  }
  if (!disabled && jwtSecret !== '' && isWeak(jwtSecret)) {
    read.problems.push(
      'JWT_SECRET must be 16 or more characters that cannot be guessed. `openssl rand -base64 32` makes a good one.',
    );
  }
  if (sealingSecret !== '' && isWeak(sealingSecret)) {
    read.problems.push('SEALING_SECRET must be 16 or more characters that cannot be guessed.');
  }
  if (adminApiKey !== '' && isShort(adminApiKey)) {
    read.problems.push('ADMIN_API_KEY must be 16 or more characters, not counting blanks. Leave it out to have none.');
  } else if (adminApiKey !== '' && isWeak(adminApiKey)) {
    read.problems.push(
      'ADMIN_API_KEY is a sample value that anyone can guess. `openssl rand -base64 32` makes a good one.',
    );
  }
  return {
    disabled,
    jwtSecret: jwtSecret || null,
    sealingSecret: sealingSecret || null,
    adminApiKey: adminApiKey.trim() || null,
    recheckMs: 1_000 * read.integer('CREDENTIAL_RECHECK_SECONDS', 30, { min: 1, max: 86_400 }),
  };
}

const isShort = (secret: string): boolean => secret.replace(/\s/g, '').length < 16;

/** Whether a secret is too short, a sample value, or made of fewer than six different characters. */
function isWeak(secret: string): boolean {
  const letters = secret.toLowerCase().replace(/[^a-z]/g, '');
  const sample =
    /^(please)?(change|replace|insert|put|set|enter)(me|this|it|your|a)|^(your|my|super|example|sample|test|dummy)[a-z]{0,12}(secret|key)|^(jwt)?secret(key)?$/;
  return isShort(secret) || sample.test(letters) || new Set(secret).size < 6;
}

function readGraphql(read: Reader): GraphqlConfig {
  return {
    introspection: read.flag('GRAPHQL_INTROSPECTION', true),
    maxDepth: read.integer('GRAPHQL_MAX_DEPTH', 12, { min: 1, max: 1_000 }),
    maxAliases: read.integer('GRAPHQL_MAX_ALIASES', 30, { min: 0, max: 100_000 }),
    maxTokens: read.integer('GRAPHQL_MAX_TOKENS', 2_000, { min: 10, max: 1_000_000 }),
    maxComplexity: read.integer('GRAPHQL_MAX_COMPLEXITY', 10_000, { min: 1, max: 100_000_000 }),
    trustedDocuments: read.text('GRAPHQL_TRUSTED_DOCUMENTS', '') || null,
    mcpTools: read.text('MCP_TOOLS', '') || null,
    draftStatus: read.flag('GRAPHQL_DRAFT_STATUS', false),
  };
}
