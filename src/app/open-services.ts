import { createRequire } from 'node:module';
import type * as PinoPrettyModule from 'pino-pretty';
import { pino, type DestinationStream, type Logger } from 'pino';
import { createAdmission, watchEventLoop } from '@memory-gateway/load';
import { chooseCounter, createRateLimiter } from '../auth/rate-limit.js';
import { createSealer } from '../auth/sealed.js';
import { createOwnWrites } from '../auth/own-writes.js';
import { createTenantWall, toView } from '../auth/tenant-wall.js';
import { quietRepeats } from './quiet-repeats.js';
import type { Config } from '../config.js';
import type { Services } from '../context.js';
import { createBus } from '../events/bus.js';
import { createChangeFeed } from '../events/change-feed.js';
import { createFieldUsageRecorder } from '../events/field-usage-recorder.js';
import { createRequestBodyRecorder } from '../events/request-body-recorder.js';
import { createSearchHitRecorder } from '../events/search-hit-recorder.js';
import { createRequestLogStream } from '../events/request-log-stream.js';
import { createAuditSealer } from '../jobs/audit-sealer.js';
import { createJobQueue, type WorkerQueue } from '../jobs/queue.js';
import { createOutbound } from '@memory-gateway/outbound';
import { createReranker } from '@memory-gateway/models';
import { createProviders } from '../resolvers/configuration/create-providers.js';
import { storeRequestBodies } from '../resolvers/request-log/store-request-bodies.js';
import { waitForAccesses } from '../resolvers/memory/decay.js';
import {
  type Database,
  ensureTenantRole,
  openDatabase,
  openReplica,
  type Replica,
  storeRoleSettings,
  withDirectDatabase,
} from '@memory-gateway/database';
import { listAppliedMigrations, migrate, refusePendingMigrations } from '@memory-gateway/database/migrations';
import { ensureDefaults } from '../stores/ensure-defaults.js';
import { createStores } from '../stores/create-stores.js';

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
    { level: config.log.level, redact: { paths: secrets, censor: '[redacted]' }, hooks: quietRepeats() },
    openLogStream(config.log.format),
  );
}

function openLogStream(format: Config['log']['format']): DestinationStream {
  const isPretty = format === 'pretty' || (format === 'auto' && process.stderr.isTTY);
  if (!isPretty) return pino.destination({ dest: 2, sync: false });
  const { PinoPretty } = createRequire(import.meta.url)('pino-pretty') as typeof PinoPrettyModule;
  return PinoPretty({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' });
}

interface Given {
  readonly log: Logger;
  /** Default: opens that of the configuration. */
  readonly database?: Database;
  /** Rejects a database whose migrations are missing instead of migrating it. */
  readonly refusesPending?: boolean;
}

/** Opens everything that use cases need, on the `given` database or its own, and migrates the database. */
export async function openServices(config: Config, given: Given): Promise<OpenServices> {
  const database = await openPrepared(config, given);
  const replica = await openReplicaOf(config, database, given.log);
  const tenantWall = await openTenantWall(config, { database, replica, log: given.log });
  const stores = createStores(database, database);
  const bus = await createBus(database, { log: given.log });
  const jobs = await createJobQueue(database, { log: given.log });
  const requestLogs = createRequestLogStream({ database, stores, bus, log: given.log });
  const changes = createChangeFeed({ stores, bus, log: given.log });
  const recorders = createRecorders({ database, stores, log: given.log });
  const authRateLimiter = createRateLimiter(chooseCounter({ config, database, log: given.log }));
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
    ...recorders,
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
      for (const recorder of Object.values(recorders)) await recorder.flush();
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

/** Creates the recorders of what requests leave behind, which write outside of them. */
function createRecorders({ database, stores, log }: Pick<Services, 'database' | 'stores' | 'log'>) {
  return {
    searchHits: createSearchHitRecorder({ write: stores.searchHits.add, log }),
    fieldUsage: createFieldUsageRecorder({ write: stores.fieldUsage.add, log }),
    requestBodies: createRequestBodyRecorder({ write: (sent) => storeRequestBodies(database, sent), log }),
  };
}

async function openPrepared(config: Config, given: Given): Promise<Database> {
  const database = given.database ?? (await openDatabase(toDatabaseOptions(config)));
  try {
    if (given.refusesPending === true) await refusePendingMigrations(database);
    await prepareDatabase(database, given.log);
    await ensureDefaults(database);
    return database;
  } catch (error) {
    if (!given.database) await database.close();
    throw error;
  }
}

/** Migrates the database, and stores the settings that a pooler does not pass on. */
async function prepareDatabase(database: Database, log: Logger): Promise<void> {
  // Each step of an upgrade, which can take long. A new database has nothing to wait for.
  const isUpgrade = (await listAppliedMigrations(database)).length > 0;
  await migrate(
    database,
    isUpgrade ? { onProgress: (progress) => log.info({ progress }, 'Migrating the database.') } : {},
  );
  if (database.directConnectionString === database.connectionString) return;
  await withDirectDatabase(database, storeRoleSettings);
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
