import type { Logger } from 'pino';
import type { Admission } from './load/admission.js';
import { createAccess, type Access } from './auth/access.js';
import type { Caller } from './auth/caller.js';
import type { RateLimiter } from './auth/rate-limit.js';
import type { Sealer } from './auth/sealed.js';
import type { Config } from './config.js';
import type { DomainError } from './errors.js';
import type { ChangeFeed } from './events/change-feed.js';
import { toChanges } from './events/recorded-changes.js';
import type { Bus, BusMessages, BusTopic } from './events/types.js';
import { describeChanges, type AuditValues } from './unit-of-work/audit-changes.js';
import { createAuditDeliveries } from './webhooks/audit-deliveries.js';
import { toAuditEventTypes } from './webhooks/event-types.js';
import { newId } from './ids.js';
import type { AuditSealer, JobName, JobOptions, JobPayloads, JobQueue } from './jobs/types.js';
import type { Embedder } from './providers/embedder/types.js';
import type { Llm } from './providers/llm/types.js';
import type { Reranker } from './providers/reranker/types.js';
import type { Outbound } from './providers/outbound/index.js';
import type { Providers } from './providers/runtime.js';
import type { RequestLogStream } from './events/request-log-stream.js';
import type { SearchHitRecorder } from './events/search-hit-recorder.js';
import { recordChanges, type NewChange } from './stores/change-store.js';
import type { Database, Transaction } from './stores/database/open-database.js';
import type { NewAuditLog } from './stores/audit-log-store.js';
import { createStores, type Stores } from './stores/create-stores.js';

export interface Services {
  readonly config: Config;
  readonly database: Database;
  readonly stores: Stores;
  readonly bus: Bus;
  readonly jobs: JobQueue;
  /** Embedder of the vectors that search reads now; fixed within a request. Null: keyword search only. */
  readonly embedder: Embedder | null;
  /** Returns the configured language model. Null: rules extract the facts. Never call a model inside a transaction. */
  readonly llm: () => Llm | null;
  readonly reranker: Reranker | null;
  /** Embedder and language model, rebuilt when the configuration changes. */
  readonly providers: Providers;
  /** HTTP client for every host that a caller chooses, such as a webhook URL. */
  readonly outbound: Outbound;
  /** Encrypts secrets that the server has to read again. */
  readonly sealer: Sealer;
  readonly requestLogs: RequestLogStream;
  /** Counts the searches that find a memory. Optional in tests. */
  readonly searchHits?: SearchHitRecorder;
  /** Feed of changed memories, events, deliveries and audit log rows, for live streams. */
  readonly changes: ChangeFeed;
  /** Seals rows of the audit log into hash chains. Optional in tests. */
  readonly auditSealer?: AuditSealer;
  /** Limits guesses of passwords, keys and tokens. */
  readonly authRateLimiter: RateLimiter;
  /** Limits concurrent work of each kind. Use cases that embed, search or list call it after their checks. */
  readonly admission: Admission;
  readonly log: Logger;
  readonly now: () => Date;
  /** Returns the database of a caller behind row-level security. Null: the caller is not restricted, or it is off. */
  readonly tenantWall?: ((caller: Caller) => Pick<Services, 'database' | 'stores'> | null) | undefined;
}

export interface AppContext extends Services {
  readonly caller: Caller;
  readonly access: Access;
  readonly requestId: string;
  /** IP address of the client, as reported by the transport and its trusted proxies. */
  readonly clientAddress: string | null;
  /** Browser and operating system of the caller, or the name of its program. Null: unknown. */
  readonly device: string | null;
  /** Cursor to resume a stream after, from the `Last-Event-ID` header of server-sent events. */
  readonly lastEventId: string | null;
  /** Authenticates the credential again, for long streams, and returns the caller. @throws UnauthenticatedError */
  readonly recheck: () => Promise<Caller>;
  readonly noteProject: (projectId: string) => void;
  /** Logs which memories or events the request read or changed. The log keeps the first of them. */
  readonly noteObjects: (kind: 'memory' | 'event', ids: readonly string[]) => void;
  /** Logs an error that the response returns as data at this response path. */
  readonly noteError: (error: DomainError, path: string) => void;
  readonly noteCost: (points: number) => void;
}

export interface RequestIdentity {
  readonly caller: Caller;
  readonly requestId: string;
  readonly clientAddress?: string | null;
  readonly device?: string | null;
  readonly lastEventId?: string | null;
  readonly recheck?: () => Promise<Caller>;
  readonly noteProject?: AppContext['noteProject'];
  readonly noteObjects?: AppContext['noteObjects'];
  readonly noteError?: AppContext['noteError'];
  readonly noteCost?: AppContext['noteCost'];
}

export interface AuditEntry {
  /** Type of the target and a verb, such as `api_key.revoke`. */
  readonly action: `${string}.${string}`;
  readonly targetId: string;
  /** Organization or project of the target. Absent: the installation. The organization of a project is looked up. */
  readonly place?: { readonly organizationId?: string | null; readonly projectId?: string | null } | null;
  /** The target before the change. Absent for a new target. */
  readonly before?: object | null;
  /** The target after the change. Absent for a deleted target. */
  readonly after?: object | null;
  readonly reason?: string | null;
}

/** A transaction as use cases see it. Messages and jobs are published only if it commits. */
export interface UnitOfWork {
  readonly tx: Transaction;
  readonly stores: Stores;
  announce<Topic extends BusTopic>(topic: Topic, message: BusMessages[Topic]): Promise<void>;
  enqueue<Name extends JobName>(name: Name, payload: JobPayloads[Name], options?: JobOptions): Promise<void>;
  /** Writes the audit log row of the transaction, and a delivery for each webhook that subscribes to it. */
  audit(entry: AuditEntry): Promise<void>;
}

/** Creates the context of one request. */
export function createContext(services: Services, request: RequestIdentity): AppContext {
  const { caller } = request;
  const { database, stores } = services.tenantWall?.(caller) ?? services;
  // Written out: a copy with spread takes ten times as long, and this runs for every request.
  const context: { readonly [Name in keyof Required<AppContext>]: AppContext[Name] } = {
    database,
    stores,
    // Contexts made from this one use its database.
    tenantWall: undefined,
    config: services.config,
    bus: services.bus,
    jobs: services.jobs,
    embedder: services.embedder,
    llm: services.llm,
    reranker: services.reranker,
    providers: services.providers,
    outbound: services.outbound,
    sealer: services.sealer,
    requestLogs: services.requestLogs,
    searchHits: services.searchHits,
    changes: services.changes,
    auditSealer: services.auditSealer,
    authRateLimiter: services.authRateLimiter,
    admission: services.admission,
    log: services.log,
    now: services.now,
    caller,
    access: createAccess(stores, caller),
    requestId: request.requestId,
    clientAddress: request.clientAddress ?? null,
    device: request.device ?? null,
    lastEventId: request.lastEventId ?? null,
    recheck: request.recheck ?? (() => Promise.resolve(caller)),
    noteProject: request.noteProject ?? ignore,
    noteObjects: request.noteObjects ?? ignore,
    noteError: request.noteError ?? ignore,
    noteCost: request.noteCost ?? ignore,
  };
  return context;
}

const ignore = () => undefined;

/**
 * Returns the context without row-level security, for use cases that create or join a project or an organization, or that act for the
 * user of a password or token in the input.
 */
export function withoutWall(ctx: AppContext): AppContext {
  const database = ctx.database.asOwner;
  return database === ctx.database ? ctx : { ...ctx, database, stores: createStores(database, database) };
}

/** Runs `work` in one transaction. Do not call a provider inside it. */
export async function transact<T>(services: Services | AppContext, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  const changes: NewChange[] = [];
  const result = await services.database.transaction(async (tx) => {
    const stores = createStores(tx, services.database);
    changes.length = 0;
    const announce: UnitOfWork['announce'] = (topic, message) => {
      changes.push(...toChanges(topic, message));
      return services.bus.publishIn(tx, topic, message);
    };
    const done = await work({
      tx,
      stores,
      announce,
      enqueue: async (name, payload, options) => {
        await services.jobs.enqueue(tx, name, payload, options);
        await services.bus.publishIn(tx, 'jobQueued', { name });
      },
      audit: async (entry) => {
        const row = await toAuditLog(services, entry);
        const subscribers = await stores.auditLogs.insert(row, toAuditEventTypes(row.action));
        await announce('auditLogged', { auditLogIds: [row.id] });
        if (subscribers.length > 0) {
          await stores.webhookDeliveries.insertForAudit(row, createAuditDeliveries(row, subscribers));
          await announce('webhookQueued', { webhookIds: subscribers.map(({ id }) => id) });
        }
        tx.afterCommit(() => services.auditSealer?.wake());
      },
    });
    if (changes.length > 0) recordChanges(tx, changes, services.now());
    return done;
  });
  if ('access' in services) {
    services.access.forget();
    noteChanges(services, changes);
  }
  return result;
}

function noteChanges(ctx: AppContext, changes: readonly NewChange[]): void {
  for (const { topic, subjectId } of changes) {
    if (topic === 'memory' || topic === 'event') ctx.noteObjects(topic, [subjectId]);
  }
}

async function toAuditLog(services: Services | AppContext, entry: AuditEntry): Promise<NewAuditLog> {
  const { action, targetId, place, before = null, after = null, reason = null } = entry;
  const changes = await describeChanges(before as AuditValues | null, after as AuditValues | null, (text) =>
    services.sealer.fingerprint(text),
  );
  return {
    id: newId(),
    ...actorOf(services),
    action,
    targetType: action.split('.', 1)[0] ?? '',
    targetId,
    organizationId: place?.organizationId ?? null,
    projectId: place?.projectId ?? null,
    changes,
    reason,
    requestId: 'requestId' in services ? services.requestId : null,
    createdAt: services.now(),
  };
}

const actorTypes = {
  none: 'ANONYMOUS',
  bearer: 'USER',
  api_key: 'API_KEY',
  oauth: 'CONNECTED_APP',
  admin_api_key: 'ADMIN_KEY',
  disabled: 'ADMIN_KEY',
} as const;

/** Without a caller the actor is the server itself: a job or a command. */
function actorOf(services: Services | AppContext): Pick<NewAuditLog, 'actorType' | 'actorId' | 'keyPrefix'> {
  if (!('caller' in services)) return { actorType: 'SYSTEM', actorId: null, keyPrefix: null };
  const { mode, user, key } = services.caller;
  return { actorType: actorTypes[mode], actorId: user?.id ?? null, keyPrefix: key?.prefix ?? null };
}
