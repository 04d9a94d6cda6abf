import { createRequire } from 'node:module';
import type * as PinoPrettyModule from 'pino-pretty';
import { Kind, type DocumentNode, type GraphQLSchema } from 'graphql';
import { pino, type DestinationStream, type Logger } from 'pino';
import { createAdmission, watchEventLoop } from '@memory-gateway/load';
import { createAuthenticator } from './auth/authenticate.js';
import { createRateLimiter } from './auth/rate-limit.js';
import { createSealer } from './auth/sealed.js';
import { createOwnWrites } from './auth/own-writes.js';
import { createTenantWall, toView } from './auth/tenant-wall.js';
import type { Config } from './config.js';
import type { Services } from './context.js';
import { createBus } from './events/bus.js';
import { createChangeFeed } from './events/change-feed.js';
import { createFieldUsageRecorder } from './events/field-usage-recorder.js';
import { createSearchHitRecorder } from './events/search-hit-recorder.js';
import { createRequestLogStream } from './events/request-log-stream.js';
import { createGraphQL } from './http/graphql/create-graphql.js';
import type { ReadinessCheck } from './http/operations/health.js';
import { closeServer, createDashboardServer, endConnections, listenOn, type Addresses } from './http/listen.js';
import { createCallLimit, createRefusalLimit } from './http/limits/call-limit.js';
import { createDocumentTools, readDocumentTools } from './http/mcp/document-tools.js';
import { createHttpServer } from './http/server.js';
import type { FederatedGraph } from './http/graphql/choose-schema.js';
import { createTrustedDocuments, readTrustedDocuments, type TrustedDocuments } from '@memory-gateway/graphql-documents';
import { serveWebSockets } from './http/sockets/websocket.js';
import { createAuditSealer } from './jobs/audit-sealer.js';
import { createJobQueue, type WorkerQueue } from './jobs/queue.js';
import { startDatabaseUpkeep } from './jobs/database-upkeep.js';
import { startHousekeeping } from './jobs/housekeeping.js';
import { startLogStreamWorker } from './log-streams/delivery/log-stream-worker.js';
import { startScheduledBackups } from './jobs/scheduled-backups.js';
import { startWebhookWorker } from './webhooks/delivery/webhook-worker.js';
import { startWorkers, type JobWorkers } from './jobs/workers.js';
import { createOutbound } from '@memory-gateway/outbound';
import { createReranker } from '@memory-gateway/models';
import { settleConfiguration } from './resolvers/configuration/update-configuration.js';
import { createProviders } from './resolvers/configuration/create-providers.js';
import { waitForAccesses } from './resolvers/memory/decay.js';
import { createSubgraph } from './schema/federation/subgraph.js';
import { buildSchema } from './schema/index.js';
import { openDatabase, type Database } from './stores/database/open-database.js';
import { openReplica, type Replica } from './stores/database/replica.js';
import { ensureDefaults } from './stores/database/ensure-defaults.js';
import { createStores } from './stores/create-stores.js';
import { storeRoleSettings } from './stores/database/session-settings.js';
import { ensureTenantRole } from './stores/database/tenant-role.js';
import { migrate, listPendingMigrations } from './stores/database/migrate.js';

export interface OpenServices {
  readonly services: Services;
  readonly jobs: WorkerQueue;
  close(): Promise<void>;
}

/** Creates a logger that writes to stderr, as JSON except on a terminal, and redacts credentials. */
export function createLogger(config: Config): Logger {
  const secrets = [
    'req.headers.authorization',
    'req.headers["x-api-key"]',
    'req.headers.cookie',
    '*.password',
    '*.secret',
    '*.apiKey',
    '*.token',
  ];
  return pino(
    { level: config.log.level, redact: { paths: secrets, censor: '[redacted]' } },
    openLogStream(config.log.format),
  );
}

function openLogStream(format: Config['log']['format']): DestinationStream {
  const isPretty = format === 'pretty' || (format === 'auto' && process.stderr.isTTY);
  if (!isPretty) return pino.destination({ dest: 2, sync: false });
  const { PinoPretty } = createRequire(import.meta.url)('pino-pretty') as typeof PinoPrettyModule;
  return PinoPretty({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' });
}

/** Opens everything that use cases need, on the `given` database or its own, and migrates the database. */
export async function openServices(config: Config, given: { log: Logger; database?: Database }): Promise<OpenServices> {
  const database = given.database ?? (await openDatabase(toDatabaseOptions(config)));
  await prepareDatabase(database);
  await ensureDefaults(database);
  const replica = await openReplicaOf(config, database, given.log);
  const tenantWall = await openTenantWall(config, { database, replica, log: given.log });
  const stores = createStores(database, database);
  const bus = await createBus(database, { log: given.log });
  const jobs = await createJobQueue(database, { log: given.log });
  const requestLogs = createRequestLogStream({ database, stores, bus, log: given.log });
  const changes = createChangeFeed({ stores, bus, log: given.log });
  const searchHits = createSearchHitRecorder({ write: stores.searchHits.add, log: given.log });
  const fieldUsage = createFieldUsageRecorder({ write: stores.fieldUsage.add, log: given.log });
  const authRateLimiter = createRateLimiter();
  const outbound = createOutbound({ allow: config.outboundAllow });
  const sealer = createSealer({ secret: config.auth.sealingSecret ?? config.auth.jwtSecret, database });
  const providers = await createProviders({ config, stores, sealer, bus, outbound, log: given.log });
  // Caches the key: the embedded database cannot open a second connection inside a transaction.
  await sealer.fingerprint('');
  const auditSealer = createAuditSealer({
    database,
    sealer,
    log: given.log,
    now: () => new Date(),
    headsFile: config.auditHeadsFile,
  });
  auditSealer.wake();
  const { concurrency, maxQueueWaitMs, maxEventLoopDelayMs } = config.load;
  const loop = watchEventLoop(maxEventLoopDelayMs);
  const services: Services = {
    config,
    database,
    stores,
    replica: replica && toView(replica.readsOf(database, null)),
    replication: replica && { state: replica.state, follow: createOwnWrites() },
    bus,
    jobs,
    outbound,
    sealer,
    requestLogs,
    changes,
    searchHits,
    fieldUsage,
    auditSealer,
    authRateLimiter,
    admission: createAdmission({ concurrency, maxWaitMs: maxQueueWaitMs, isLoopLate: loop.isLate }),
    log: given.log,
    now: () => new Date(),
    tenantWall,
    providers,
    llm: () => providers.llm(),
    reranker: createReranker(config.rerank, outbound),
    get embedder() {
      return providers.embedder();
    },
  };
  return {
    services,
    jobs,
    async close() {
      loop.close();
      await waitForAccesses(database);
      await searchHits.flush();
      await fieldUsage.flush();
      changes.close();
      await requestLogs.close();
      await auditSealer.close();
      await jobs.close();
      await bus.close();
      await providers.close();
      await services.reranker?.close?.();
      await outbound.close();
      await replica?.close();
      if (!given.database) await database.close();
    },
  };
}

/** Migrates the database, and stores the settings that a pooler does not pass on. */
async function prepareDatabase(database: Database): Promise<void> {
  await migrate(database);
  if (database.directConnectionString === database.connectionString) return;
  const connectionString = database.directConnectionString;
  const direct = await openDatabase({ kind: 'postgres', connectionString, maxConnections: 1 });
  try {
    await storeRoleSettings(direct);
  } finally {
    await direct.close();
  }
}

function toDatabaseOptions({ database }: Config) {
  return database.kind === 'embedded' ? database : { ...database, notesCommits: database.replica !== null };
}

/** Opens the replica. One that does not answer prevents no start. */
async function openReplicaOf(config: Config, database: Database, log: Logger): Promise<Replica | null> {
  if (config.database.kind === 'embedded' || config.database.replica === null) return null;
  const { replica: options, maxConnections } = config.database;
  const replica = openReplica(database, { ...options, maxConnections, log });
  await replica.check();
  return replica;
}

/** Prepares row-level security on Postgres. Undefined: it is switched off, or the database user may not create the role. */
async function openTenantWall(
  config: Config,
  { database, replica, log }: { database: Database; replica: Replica | null; log: Logger },
): Promise<Services['tenantWall']> {
  if (database.kind === 'embedded' || (config.database.kind === 'postgres' && !config.database.rowSecurity))
    return undefined;
  const role = await ensureTenantRole(database);
  if (role.isOn) return createTenantWall(database, replica);
  log.warn({ reason: role.reason }, 'Row-level security is off: the role memory_gateway_tenant could not be prepared.');
  return undefined;
}

export type BackgroundWorker = Awaited<ReturnType<typeof createBackgroundWorker>>;

/** Creates and starts a process that only runs jobs. */
export async function createBackgroundWorker(config: Config) {
  const log = createLogger(config);
  const { services, jobs, close: closeServices } = await openServices(config, { log });
  await settle(services);
  const workers = startWorkers(services, jobs);
  const webhooks = startWebhookWorker(services);
  const logStreams = startLogStreamWorker(services);
  return {
    services,
    async close(): Promise<void> {
      const limitMs = config.http.shutdownGraceMs;
      await Promise.all([workers.stop(limitMs), webhooks.stop(limitMs), logStreams.stop(limitMs)]);
      await closeServices();
    },
  };
}

export type McpWorker = Awaited<ReturnType<typeof createMcpWorker>>;

/** Creates and starts a process that runs jobs, and has tools and the rate limit for MCP over stdio. @throws TrustedDocumentsError, DocumentToolsError */
export async function createMcpWorker(config: Config) {
  const trusted = await loadTrustedDocuments(config);
  const worker = await createBackgroundWorker(config);
  try {
    return {
      ...worker,
      documentTools: createDocumentTools(worker.services, trusted),
      calls: createCallLimit(config.http.callsPerMinute),
    };
  } catch (error) {
    await worker.close();
    throw error;
  }
}

/** The running product. Serves requests in process (`inject`), or on a port after `listen`. */
export type App = Awaited<ReturnType<typeof createApp>>;

/** Assembles the product without listening. Cleans up if it fails. @throws TrustedDocumentsError, DocumentToolsError */
export async function createApp(config: Config, given: { log?: Logger; database?: Database } = {}) {
  const log = given.log ?? createLogger(config);
  const trusted = await loadTrustedDocuments(config);
  const opened = await openServices(config, { ...given, log });
  try {
    return await startApp(config, { opened, trusted, ownsDatabase: !given.database });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

interface AppParts {
  readonly opened: Awaited<ReturnType<typeof openServices>>;
  readonly trusted: Awaited<ReturnType<typeof loadTrustedDocuments>>;
  readonly ownsDatabase: boolean;
}

async function startApp(config: Config, { opened, trusted, ownsDatabase }: AppParts) {
  const { services, jobs, close: closeServices } = opened;
  const authenticator = createAuthenticator(services);
  // The lock on the data directory excludes other workers, so a running job belongs to a dead process.
  if (ownsDatabase && services.database.kind === 'embedded') {
    await jobs.releaseAbandoned();
    await services.stores.webhookQueue.releaseAbandoned();
  }
  const schema = buildSchema();
  const federation = await loadFederatedGraph(config, schema);
  const graphql = createGraphQL({ services, schema, trusted, federation });
  // Read before any worker starts, so that an invalid file prevents the start.
  const documentTools = federation
    ? createDocumentTools(services, trusted)
    : readDocumentTools({ path: config.graphql.mcpTools, schema, graphql, trusted });
  await settle(services);
  const worker = startWorkers(services, jobs);
  const webhooks = startWebhookWorker(services);
  const logStreams = startLogStreamWorker(services);
  const housekeeping = startHousekeeping(services);
  const upkeep = startDatabaseUpkeep(services);
  const backups = startScheduledBackups(services);
  // Afterwards the live log misses no entry.
  await services.requestLogs.flush();
  const { callsPerMinute, wrongCredentialsPerMinute } = config.http;
  const input = {
    services,
    authenticator,
    calls: createCallLimit(callsPerMinute),
    refusals: createRefusalLimit(wrongCredentialsPerMinute),
  };
  const http = await createHttpServer({ ...input, graphql, documentTools, readiness: readiness(services, worker) });
  const dashboard = createDashboardServer(http);
  const sockets = serveWebSockets([http.server, dashboard], graphql, input);
  return {
    services,
    http,
    inject: http.inject.bind(http),
    /** Opens both ports. @throws ListenError */
    listen(): Promise<Addresses> {
      return listenOn(http, dashboard, config.http);
    },
    /** Shuts down gracefully within the limit: closes sockets with 1001, ends requests and jobs, writes the log. Idempotent. */
    async close(): Promise<void> {
      const endsAt = performance.now() + config.http.shutdownGraceMs;
      await sockets.close();
      const letGo = endConnections([http.server, dashboard], endsAt - performance.now());
      // In parallel: streams end only when their server begins to close.
      await Promise.all([closeServer(dashboard), http.close()]);
      letGo();
      await housekeeping.stop();
      await upkeep.stop();
      await backups.stop();
      const restMs = Math.max(0, endsAt - performance.now());
      await Promise.all([worker.stop(restMs), webhooks.stop(restMs), logStreams.stop(restMs)]);
      await authenticator.close();
      await closeServices();
    },
  };
}

/** Reads the manifest of trusted documents and adds the client's documents, which the dashboard and the CLI use. */
async function loadTrustedDocuments({ graphql }: Config): Promise<TrustedDocuments | null> {
  if (graphql.trustedDocuments === null) return null;
  return readTrustedDocuments(graphql.trustedDocuments, await loadOwnDocuments());
}

/** Creates the subgraph if federation is on. Own documents keep the names of the whole schema. */
async function loadFederatedGraph({ graphql }: Config, whole: GraphQLSchema): Promise<FederatedGraph | null> {
  if (!graphql.federation) return null;
  return { schema: createSubgraph(whole).schema, own: createTrustedDocuments(new Map(), await loadOwnDocuments()) };
}

async function loadOwnDocuments(): Promise<DocumentNode[]> {
  const exported: object[] = Object.values(await import('../client/generated/graphql.js'));
  return exported.filter((value): value is DocumentNode => 'kind' in value && value.kind === Kind.DOCUMENT);
}

/** Prepares the configured models. Waits for that of embeddings only if no provider is called: a start needs no network. */
async function settle(services: Services): Promise<void> {
  // A large model takes longer to load than a search waits.
  void services.reranker
    ?.ready?.()
    .catch((error: unknown) =>
      services.log.warn({ err: error }, 'The reranker could not be loaded; searches keep their own order.'),
    );
  const settled = settleConfiguration(services).catch((error: unknown) =>
    services.log.warn(
      { err: error },
      'The configured embedding model could not be made ready; the former one stays in use.',
    ),
  );
  const { dimensions, model, folder } = services.config.providers.embedder;
  if (dimensions !== null || model === null || folder !== null) await settled;
}

function readiness({ database, bus, replication }: Services, worker: JobWorkers): ReadinessCheck[] {
  const replica: ReadinessCheck = {
    name: 'replica',
    // The primary answers in its place.
    isOptional: true,
    async check() {
      const { fault } = replication?.state() ?? { fault: null };
      if (fault !== null) throw new Error(fault);
    },
  };
  return [
    ...(replication ? [replica] : []),
    { name: 'database', check: () => database.ping() },
    {
      name: 'migrations',
      async check() {
        const pending = await listPendingMigrations(database);
        if (pending.length > 0) throw new Error(`Migrations are pending: ${pending.join(', ')}`);
      },
    },
    {
      name: 'notifications',
      async check() {
        const fault = bus.notifications.fault();
        if (fault !== null) throw new Error(fault);
      },
    },
    {
      name: 'workers',
      check: () =>
        worker.isHealthy() ? Promise.resolve() : Promise.reject(new Error('The job worker does not reach its queue.')),
    },
  ];
}
