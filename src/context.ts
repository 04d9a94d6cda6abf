import type { Logger } from 'pino';
import type { Admission } from '@memory-gateway/load';
import { createAccess, toWorkName, type Access } from './auth/access.js';
import type { Caller } from './auth/caller.js';
import type { FollowOwnWrites } from './auth/own-writes.js';
import type { RateLimiter } from './auth/rate-limit.js';
import type { Sealer } from './auth/sealed.js';
import type { Config } from './config.js';
import type { DomainError } from './errors.js';
import type { ChangeFeed } from './events/change-feed.js';
import type { Bus } from './events/types.js';
import type { AuditSealer, JobQueue } from './jobs/types.js';
import type { Embedder, Llm, Reranker, Providers } from '@memory-gateway/models';
import type { Outbound } from '@memory-gateway/outbound';
import type { RequestLogStream } from './events/request-log-stream.js';
import type { FieldUsageRecorder } from './events/field-usage-recorder.js';
import type { RequestBodyRecorder } from './events/request-body-recorder.js';
import type { SearchHitRecorder } from './events/search-hit-recorder.js';
import { type Database, LOG_END, type ReplicaState } from '@memory-gateway/database';
import { noteCommit } from '@memory-gateway/meter';
import { createStores, type Stores } from './stores/create-stores.js';

export interface View {
  readonly database: Database;
  readonly stores: Stores;
}

interface Replication {
  state(): ReplicaState;
  readonly follow: FollowOwnWrites;
}

export interface Services {
  readonly config: Config;
  readonly database: Database;
  readonly stores: Stores;
  /** The same with single reads on the replica: see {@link onReplica}. Null: there is none. */
  readonly replica: View | null;
  /** State of the replica, and what makes callers read their own writes there. Null: there is none. */
  readonly replication: Replication | null;
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
  /** Stores bodies of requests. Optional in tests. */
  readonly requestBodies?: RequestBodyRecorder;
  /** Counts the GraphQL fields that clients use. Optional in tests. */
  readonly fieldUsage?: FieldUsageRecorder;
  /** Feed of changed memories, events, deliveries and audit log rows, for live streams. */
  readonly changes: ChangeFeed;
  /** Seals rows of the audit log into hash chains. Optional in tests. */
  readonly auditSealer?: AuditSealer;
  /** Limits guesses of passwords, keys and tokens. */
  readonly authRateLimiter: RateLimiter;
  /** Limits concurrent work of each kind. Use cases that embed, search or list call it after they have checked the form of their input. */
  readonly admission: Admission;
  readonly log: Logger;
  readonly now: () => Date;
  /** Returns the database of a caller behind row-level security. Null: the caller is not restricted, or it is off. */
  readonly tenantWall?: ((caller: Caller) => Pick<Services, 'database' | 'stores' | 'replica'> | null) | undefined;
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
  readonly noteProject: (projectId: string, storesBodies: boolean) => void;
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

export function createContext(services: Services, request: RequestIdentity): AppContext {
  const { caller } = request;
  const { database, stores, replica } = services.tenantWall?.(caller) ?? services;
  // Written out: a copy with spread takes ten times as long, and this runs for every request.
  const context: { readonly [Name in keyof Required<AppContext>]: AppContext[Name] } = {
    database,
    stores,
    replica,
    replication: services.replication,
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
    requestBodies: services.requestBodies,
    fieldUsage: services.fieldUsage,
    changes: services.changes,
    auditSealer: services.auditSealer,
    authRateLimiter: services.authRateLimiter,
    admission: services.admission.for(toWorkName(caller, request.clientAddress)),
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
  return database === ctx.database
    ? ctx
    : { ...ctx, database, stores: createStores(database, database), replica: null };
}

/**
 * Returns the context with its single reads on the replica, if there is one. For searches, lists, logs and statistics, once the caller is
 * authorized: what decides about access, and what belongs to a write, reads the primary.
 */
export function onReplica(ctx: AppContext): AppContext {
  return ctx.replica ? { ...ctx, ...ctx.replica } : ctx;
}

/** Makes the reads of the request, and later ones of its caller, see what others have committed until now. */
export async function catchUp({ replica, database }: AppContext): Promise<void> {
  if (!replica) return;
  const [end] = await database.asOwner.query<{ position: string }>(LOG_END);
  if (end) noteCommit(end.position);
}
