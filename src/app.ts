import type { Logger } from 'pino';
import { createAuthenticator } from './auth/authenticate.js';
import { chooseCounter } from './auth/rate-limit.js';
import type { Config } from './config.js';
import type { Services } from './context.js';
import { createGraphQL } from './http/graphql/create-graphql.js';
import type { ReadinessCheck } from './http/operations/health.js';
import { closeServer, createDashboardServer, endConnections, listenOn, type Addresses } from './http/listen.js';
import { createCallLimit, createRefusalLimit } from './http/limits/call-limit.js';
import { createDocumentTools, readDocumentTools } from './http/mcp/document-tools.js';
import { createHttpServer } from './http/server.js';
import { serveWebSockets } from './http/sockets/websocket.js';
import { startDatabaseUpkeep } from './jobs/database-upkeep.js';
import { startHousekeeping } from './jobs/housekeeping.js';
import { startLogStreamWorker } from './log-streams/delivery/log-stream-worker.js';
import { startScheduledBackups } from './jobs/scheduled-backups.js';
import { startWebhookWorker } from './webhooks/delivery/webhook-worker.js';
import { startWorkers, type JobWorkers } from './jobs/workers.js';
import { settleConfiguration } from './resolvers/configuration/update-configuration.js';
import { buildSchema } from './schema/index.js';
import type { Database } from '@memory-gateway/database';
import { listPendingMigrations } from '@memory-gateway/database/migrations';
import { openServices, createLogger } from './app/open-services.js';
import { loadTrustedDocuments, loadFederatedGraph } from './app/own-documents.js';
import { replaceSlowIndexes } from './stores/search/vector-index.js';

export type BackgroundWorker = Awaited<ReturnType<typeof createBackgroundWorker>>;

export async function createBackgroundWorker(config: Config) {
  const log = createLogger(config);
  const { services, jobs, close: closeServices } = await openServices(config, { log });
  await settle(services);
  const workers = startWorkers(services, jobs);
  const webhooks = startWebhookWorker(services);
  const logStreams = startLogStreamWorker(services);
  const upkeep = startDatabaseUpkeep(services);
  return {
    services,
    async close(): Promise<void> {
      await upkeep.stop();
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
      calls: createCallLimit(config.http.callsPerMinute, chooseCounter(worker.services)),
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
    await replaceSlowIndexes(services.database);
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
  const createCounter = chooseCounter(services);
  const input = {
    services,
    authenticator,
    calls: createCallLimit(callsPerMinute, createCounter),
    refusals: createRefusalLimit(wrongCredentialsPerMinute, createCounter),
  };
  const http = await createHttpServer({ ...input, graphql, documentTools, readiness: readiness(services, worker) });
  const dashboard = createDashboardServer(http);
  const sockets = serveWebSockets([http.server, dashboard], graphql, input);
  async function closeAll(): Promise<void> {
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
  }
  let closing: Promise<void> | null = null;
  return {
    services,
    http,
    inject: http.inject.bind(http),
    /** Opens both ports. @throws ListenError */
    listen(): Promise<Addresses> {
      return listenOn(http, dashboard, config.http);
    },
    /** Shuts down gracefully within the limit: closes sockets with 1001, ends requests and jobs, writes the log. Idempotent. */
    close: () => (closing ??= closeAll()),
  };
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
