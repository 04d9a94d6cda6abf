import { readAuth, type AuthConfig, type ConfigNeeds } from './config/auth.js';
import { readDatabase, type DatabaseConfig } from './config/database.js';
import { readHttp, type HttpConfig } from './config/http.js';
import { readLoad, type LoadConfig } from './config/load.js';
import { readOutboundAllow } from './config/outbound.js';
import { readProviders, type ProvidersConfig } from './config/providers.js';
import { readRerank } from './config/rerank.js';
import { type RerankConfig, embedderProviders, type EmbedderProvider } from '@memory-gateway/models';
import { createReader, type Environment, type Reader } from './config/reader.js';
import { describeUnknownNames } from './config/unknown-names.js';

export type { ConfigNeeds } from './config/auth.js';
export type { DatabaseConfig } from './config/database.js';
export type { HttpConfig } from './config/http.js';
export type { SocketLoadConfig } from './config/load.js';
export type { ProviderAccess } from './config/providers.js';
export type { Environment } from './config/reader.js';

/** Parsed configuration of the process. It contains secrets: never log it. */
export interface Config {
  readonly http: HttpConfig;
  readonly database: DatabaseConfig;
  /** File to which each signed head of the audit log is appended. Null: none. */
  readonly auditHeadsFile: string | null;
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
  /** Address of a trace in the operator's tracing tool, with `{traceId}` in it. Null: none. */
  readonly traceUrl: string | null;
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
  /** Sentences about variables that look like known ones and have no effect. */
  readonly warnings: readonly string[];
}

interface BackupConfig {
  readonly directory: string;
  readonly intervalMs: number;
  readonly keep: number;
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
  /** Whether `/graphql` serves a subgraph of Apollo Federation 2. */
  readonly federation: boolean;
  /** Whether `application/graphql-response+json` responses with data and errors have status 294. */
  readonly draftStatus: boolean;
  /** File of the GraphQL documents that become MCP tools. Null: none. */
  readonly mcpTools: string | null;
  /** Which tools the MCP server offers, and whether it describes their results. */
  readonly mcpToolset: 'minimal' | 'standard' | 'full';
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

const logFormats = ['auto', 'json', 'pretty'] as const;
/** `auto`: pretty on a terminal, JSON elsewhere. */
type LogFormat = (typeof logFormats)[number];

/** Invalid environment. Each problem names its variable and never repeats a value, which may be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Parses the environment. Pure, and the only code that knows variable names. @throws ConfigError with every problem */
export function loadConfig(env: Environment, needs: ConfigNeeds = {}): Config {
  const read = createReader(env);
  const dataDir = read.text('DATA_DIR', './.data');
  const auth = readAuth(read, needs);
  const http = readHttp(read);
  const mayServeNetwork = read.flag('AUTH_DISABLED_ON_NETWORK', false);
  // A proxy on this machine serves others at PUBLIC_URL.
  const isLocal =
    http.isLoopbackOnly && /^(https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)?$/.test(http.publicUrl ?? '');
  if (auth.disabled && !isLocal && !mayServeNetwork) {
    read.problems.push(
      'AUTH_DISABLED=true serves this machine only: unset API_HOST and PUBLIC_URL, or set AUTH_DISABLED_ON_NETWORK=true to make everyone who reaches the server an admin.',
    );
  }
  const database = readDatabase(read, env, dataDir);
  if (needs.requirePostgres && database.kind === 'embedded') {
    read.problems.push(
      'DATABASE_URL is required: a worker shares a Postgres database with servers. A server on the embedded database runs its own background jobs.',
    );
  }
  const embedder = read.oneOf('EMBEDDER', ['none', ...embedderProviders], 'local');
  const config: Omit<Config, 'warnings'> = {
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
    auditHeadsFile: read.text('AUDIT_HEADS_FILE', '') || null,
    requestLogRetentionDays: read.integer('REQUEST_LOG_RETENTION_DAYS', 30, { min: 1, max: 36_500 }),
    backup: readBackup(read),
    changeRetentionDays: read.integer('CHANGE_RETENTION_DAYS', 7, { min: 1, max: 365 }),
    requestLogAddresses: read.oneOf('REQUEST_LOG_ADDRESSES', ['off', 'truncated', 'full'], 'off'),
    traceUrl: readTraceUrl(read),
    deletionUndoMs: 1_000 * read.integer('DELETION_UNDO_SECONDS', 0, { min: 0, max: 2_592_000 }),
    embedder,
    embedderIdleMs: 1_000 * read.integer('EMBEDDER_IDLE_SECONDS', 300, { min: 0, max: 86_400 }),
    providers: readProviders(read, embedder),
    rerank: readRerank(read),
    outboundAllow: readOutboundAllow(read),
  };
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return { ...config, warnings: describeUnknownNames(env, read.names) };
}

function readBackup(read: Reader): BackupConfig | null {
  const directory = read.text('BACKUP_DIR', '');
  const intervalMs = 3_600_000 * read.integer('BACKUP_INTERVAL_HOURS', 24, { min: 1, max: 8_760 });
  const keep = read.integer('BACKUP_KEEP', 7, { min: 1, max: 10_000 });
  return directory === '' ? null : { directory, intervalMs, keep };
}

function readTraceUrl(read: Reader): string | null {
  const template = read.text('TRACE_URL', '');
  if (template === '') return null;
  const isAddress = /^https?:\/\//i.test(template) && URL.canParse(template.replaceAll('{traceId}', '0'));
  if (!isAddress || !template.includes('{traceId}'))
    read.problems.push('TRACE_URL must be an http or https URL that contains {traceId}.');
  return template;
}

function readGraphql(read: Reader): GraphqlConfig {
  const trustedDocuments = read.text('GRAPHQL_TRUSTED_DOCUMENTS', '') || null;
  const federation = read.flag('GRAPHQL_FEDERATION', false);
  if (federation && trustedDocuments !== null)
    read.problems.push(
      'GRAPHQL_FEDERATION and GRAPHQL_TRUSTED_DOCUMENTS exclude each other: a router sends documents of its own.',
    );
  return {
    introspection: read.flag('GRAPHQL_INTROSPECTION', true),
    maxDepth: read.integer('GRAPHQL_MAX_DEPTH', 12, { min: 1, max: 1_000 }),
    maxAliases: read.integer('GRAPHQL_MAX_ALIASES', 30, { min: 0, max: 100_000 }),
    maxTokens: read.integer('GRAPHQL_MAX_TOKENS', 2_000, { min: 10, max: 1_000_000 }),
    maxComplexity: read.integer('GRAPHQL_MAX_COMPLEXITY', 10_000, { min: 1, max: 100_000_000 }),
    trustedDocuments,
    federation,
    mcpTools: read.text('MCP_TOOLS', '') || null,
    mcpToolset: read.oneOf('MCP_TOOLSET', ['minimal', 'standard', 'full'], 'standard'),
    draftStatus: read.flag('GRAPHQL_DRAFT_STATUS', false),
  };
}
