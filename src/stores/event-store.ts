import type { ProjectScope } from '../auth/scope.js';
import type { Json } from '@memory-gateway/memory-engine';
import type { PageWindow } from '../page.js';
import { type Database, firstNumber, firstRow, prepared, type Queryable } from '@memory-gateway/database';
import { findEarlierAdds, haveText } from './earlier-adds.js';

/** Status of an asynchronous operation. CANCELLED: its owner ended it early, and `error` says what was done. */
export type EventStatus = 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

export type EventType = 'ADD' | 'DELETE_ALL' | 'DELETE_USER' | 'EXPORT' | 'PROFILE' | 'IMPORT' | 'RE_EMBED';

export interface EventRow {
  readonly id: string;
  readonly projectId: string;
  readonly type: EventType;
  readonly status: EventStatus;
  readonly payload: Json;
  readonly metadata: Json | null;
  /** Output of the operation: `[{id, event, data: {memory}, memory}]` for ADD. */
  readonly results: Json | null;
  /** Why the operation failed or was cancelled. For SUCCEEDED: what its results lack. */
  readonly error: string | null;
  readonly total: number | null;
  readonly completed: number;
  /** Language model calls of all attempts, and the tokens that model providers reported. */
  readonly modelCalls: number;
  readonly modelTokens: number;
  /** Name and version of the prompt of those calls, such as `extract-memories.v8`. */
  readonly promptVersion: string | null;
  readonly requestedBy: string | null;
  /** First characters of the API key or access token of the request. */
  readonly requestedKey: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

/** An event to record. With `results` it is finished; without, a job processes it. */
export interface NewEvent extends Pick<
  EventRow,
  'id' | 'type' | 'results' | 'requestedBy' | 'requestedKey' | 'createdAt'
> {
  /** Stored as JSON. */
  readonly payload: Json | object;
}

export interface EventQuery {
  readonly status: EventStatus | null;
  readonly type: string | null;
  readonly since?: Date | null;
  readonly until?: Date | null;
  readonly requestedBy?: string | null;
}

/** End of an event. `reason` is the class of a failed provider call, stored in the metadata. A failed add may have stored a part of its facts. */
export type EventOutcome = { readonly at: Date } & (
  | { readonly results: Json; readonly shortfall?: string | null; readonly metadata?: Json | null }
  | { readonly error: string; readonly reason?: string | undefined; readonly results?: Json | null }
);

/** Announces an event that was written. */
export type EventChanged = (event: EventRow) => Promise<void>;

/** Creates the store of events. `changed` gets each event after a write. */
export function eventStore(queryable: Queryable, _database: Database, changed?: EventChanged) {
  const one = (sql: string, values: readonly unknown[]) => firstRow(queryable.query<EventRow>(sql, values));
  const change = async (sql: string, values: readonly unknown[]) => {
    const [event = null] = await queryable.execute<EventRow>(sql, values);
    if (event) await changed?.(event);
    return event;
  };
  return {
    insert: async (scope: ProjectScope, given: NewEvent) => {
      const event = await insert(queryable, scope, given);
      await changed?.(event);
      return event;
    },
    get: (scope: ProjectScope, id: string) => one(GET, [scope.projectId, id]),
    getMany: (scope: ProjectScope, ids: readonly string[]) =>
      queryable.query<EventRow>(GET_MANY, [scope.projectId, ids]),
    /** Like `get`, and locks the row until the transaction ends. */
    lock: (scope: ProjectScope, id: string) =>
      firstRow(queryable.execute<EventRow>(`${GET} FOR UPDATE`, [scope.projectId, id])),
    /** Like `lock`. `hasContext` tells whether the earlier adds with these ids still have their messages. */
    lockWithContext: (scope: ProjectScope, id: string, earlierIds: readonly string[]) =>
      firstRow(
        queryable.execute<EventRow & { hasContext: boolean }>(
          earlierIds.length === 0 ? LOCK_ALONE : LOCK_WITH_CONTEXT,
          earlierIds.length === 0 ? [scope.projectId, id] : [scope.projectId, id, earlierIds],
        ),
      ),
    /** Reads the adds whose messages are context for an event, see `findEarlierAdds`. */
    earlierAdds: (scope: ProjectScope, query: Parameters<typeof findEarlierAdds>[2]) =>
      findEarlierAdds(queryable, scope, query),
    /** Finds the project of an event without checking access. Call `authorize` next. */
    projectOf: (id: string) => firstRow(queryable.query<{ projectId: string }>(PROJECT_OF, [id])),
    /** Sets an event to RUNNING. @returns null if the event is finished or missing */
    start: (scope: ProjectScope, id: string, at: Date) => change(START, [scope.projectId, id, at]),
    /** Sets an unfinished event back to PENDING until `retryAt`, and stores why. */
    postpone: (scope: ProjectScope, id: string, given: { at: Date; reason: string | undefined; retryAt: Date }) =>
      change(POSTPONE, [
        ...[scope.projectId, id, given.at],
        JSON.stringify({ reason: given.reason, retry_at: given.retryAt.toISOString() }),
      ]),
    /** Ends an unfinished event: with results and what they lack (`shortfall`), or with an error. */
    finish: (scope: ProjectScope, id: string, outcome: EventOutcome) =>
      change(FINISH, [
        ...[scope.projectId, id, outcome.at],
        ...('error' in outcome
          ? [
              'FAILED',
              outcome.results ? JSON.stringify(outcome.results) : null,
              outcome.error,
              outcome.reason === undefined ? null : JSON.stringify({ reason: outcome.reason }),
            ]
          : [
              'SUCCEEDED',
              JSON.stringify(outcome.results),
              outcome.shortfall ?? null,
              outcome.metadata ? JSON.stringify(outcome.metadata) : null,
            ]),
      ]),
    progress: (scope: ProjectScope, id: string, progress: { total: number | null; completed: number; at: Date }) =>
      change(PROGRESS, [scope.projectId, id, progress.total, progress.completed, progress.at]),
    /** Replaces the payload of an unfinished event. */
    setPayload: (scope: ProjectScope, id: string, { payload, at }: { payload: Json | object; at: Date }) =>
      change(SET_PAYLOAD, [scope.projectId, id, JSON.stringify(payload), at]),
    /** Adds the model usage of an attempt, whatever its outcome. */
    addUsage: (scope: ProjectScope, id: string, usage: { calls: number; tokens: number; promptVersion: string }) =>
      queryable.execute(ADD_USAGE, [scope.projectId, id, usage.calls, usage.tokens, usage.promptVersion]),
    /** Restarts a failed extraction. @returns null unless the event is a failed ADD with stored messages */
    retry: (scope: ProjectScope, id: string, at: Date) => change(RETRY, [scope.projectId, id, at]),
    /** Ends an event that has not succeeded. `error` says what was done until then, `results` what an add has stored. */
    cancel: (scope: ProjectScope, id: string, outcome: { at: Date; error: string; results?: Json | null }) =>
      change(CANCEL, [
        ...[scope.projectId, id, outcome.at, outcome.error],
        outcome.results ? JSON.stringify(outcome.results) : null,
      ]),
    /** Reads one window of a list, newest first. The key is `[created_at, id]`. */
    list: (scope: ProjectScope, query: EventQuery, window: PageWindow) => list(queryable, { scope, ...query }, window),
    page: (scope: ProjectScope, query: EventQuery, page: { limit: number; offset: number }) =>
      queryable.query<EventRow>(PAGE, [...criteria(scope, query), page.limit, page.offset]),
    count: (scope: ProjectScope, query: EventQuery) => firstNumber(queryable.query(COUNT, criteria(scope, query))),
  };
}

const COLUMNS =
  'e.id, e.project_id, e.type, e.status, e.payload, e.metadata, e.results, e.error, e.total, e.completed, e.model_calls, e.model_tokens, e.prompt_version, e.requested_by, e.requested_key, ' +
  'e.created_at, e.updated_at, e.started_at, e.completed_at';

// Index: events_pkey.
const GET = `SELECT ${COLUMNS} FROM events e WHERE e.project_id = $1 AND e.id = $2::uuid`;

const GET_MANY = `SELECT ${COLUMNS} FROM events e WHERE e.project_id = $1 AND e.id = ANY ($2::uuid[])`;

const lockWith = (hasContext: string): string =>
  `SELECT ${COLUMNS}, ${hasContext} AS has_context FROM events e WHERE e.project_id = $1 AND e.id = $2::uuid FOR UPDATE`;

const LOCK_ALONE = prepared(lockWith('true'));

const LOCK_WITH_CONTEXT = lockWith(haveText('$3::uuid[]'));

const PROJECT_OF = 'SELECT e.project_id FROM event_ids e WHERE e.id = $1::uuid';

const INSERT = prepared(`
INSERT INTO events AS e (id, project_id, type, status, payload, results, requested_by, requested_key, created_at, updated_at, started_at, completed_at)
VALUES ($2::uuid, $1, $3, $4, $5::jsonb, $6::jsonb, $7, $10, $8::timestamptz, $8::timestamptz, $9::timestamptz, $9::timestamptz)
RETURNING ${COLUMNS}`);

const START = `
UPDATE events e SET status = 'RUNNING', metadata = nullif(e.metadata - 'reason' - 'retry_at', '{}'::jsonb), started_at = coalesce(e.started_at, $3::timestamptz), updated_at = $3::timestamptz
WHERE e.project_id = $1 AND e.id = $2::uuid AND e.status IN ('PENDING', 'RUNNING') RETURNING ${COLUMNS}`;

const POSTPONE = `
UPDATE events e SET status = 'PENDING', metadata = $4::jsonb, updated_at = $3::timestamptz
WHERE e.project_id = $1 AND e.id = $2::uuid AND e.status IN ('PENDING', 'RUNNING') RETURNING ${COLUMNS}`;

const FINISH = `
UPDATE events e SET status = $4, results = $5::jsonb, error = $6, metadata = coalesce($7::jsonb, e.metadata), updated_at = $3::timestamptz, completed_at = $3::timestamptz,
  started_at = coalesce(e.started_at, $3::timestamptz)
WHERE e.project_id = $1 AND e.id = $2::uuid AND e.status IN ('PENDING', 'RUNNING') RETURNING ${COLUMNS}`;

const PROGRESS = `
UPDATE events e SET total = $3::int, completed = $4, updated_at = $5::timestamptz WHERE e.project_id = $1 AND e.id = $2::uuid RETURNING ${COLUMNS}`;

const SET_PAYLOAD = `
UPDATE events e SET payload = $3::jsonb, updated_at = $4::timestamptz
WHERE e.project_id = $1 AND e.id = $2::uuid AND e.status IN ('PENDING', 'RUNNING') RETURNING ${COLUMNS}`;

const ADD_USAGE = `
UPDATE events e SET model_calls = e.model_calls + $3::int, model_tokens = e.model_tokens + $4::int,
  prompt_version = CASE WHEN $3::int > 0 THEN $5 ELSE e.prompt_version END
WHERE e.project_id = $1 AND e.id = $2::uuid`;

const RETRY = `
UPDATE events e SET status = 'PENDING', results = NULL, error = NULL, metadata = NULL, completed_at = NULL, updated_at = $3::timestamptz
WHERE e.project_id = $1 AND e.id = $2::uuid AND e.type = 'ADD' AND e.status = 'FAILED' AND e.payload ? 'messages' RETURNING ${COLUMNS}`;

const CANCEL = `
UPDATE events e SET status = 'CANCELLED', error = $4, results = coalesce($5::jsonb, e.results), updated_at = $3::timestamptz, completed_at = $3::timestamptz
WHERE e.project_id = $1 AND e.id = $2::uuid AND e.status IN ('PENDING', 'RUNNING', 'FAILED') RETURNING ${COLUMNS}`;

const MATCHES =
  'e.project_id = $1 AND ($2::text IS NULL OR e.status = $2) AND ($3::text IS NULL OR e.type = $3) ' +
  'AND ($4::timestamptz IS NULL OR e.created_at >= $4) AND ($5::timestamptz IS NULL OR e.created_at < $5) AND ($6::text IS NULL OR e.requested_by = $6)';

const criteria = (scope: ProjectScope, { status, type, since, until, requestedBy }: EventQuery): unknown[] => [
  scope.projectId,
  status,
  type,
  since ?? null,
  until ?? null,
  requestedBy ?? null,
];

// Index: events_project_id_created_at_id_idx.
const PAGE = `SELECT ${COLUMNS} FROM events e WHERE ${MATCHES} ORDER BY e.created_at DESC, e.id DESC LIMIT $7 OFFSET $8`;

const COUNT = `SELECT count(*) AS total FROM events e WHERE ${MATCHES}`;

async function insert(queryable: Queryable, scope: ProjectScope, event: NewEvent): Promise<EventRow> {
  const finished = event.results !== null;
  const rows = await queryable.execute<EventRow>(INSERT, [
    ...[scope.projectId, event.id, event.type, finished ? 'SUCCEEDED' : 'PENDING', JSON.stringify(event.payload)],
    ...[
      finished ? JSON.stringify(event.results) : null,
      event.requestedBy,
      event.createdAt,
      finished ? event.createdAt : null,
      event.requestedKey,
    ],
  ]);
  const [row] = rows;
  if (!row) throw new Error('The database did not return the event it stored.');
  return row;
}

// Index: events_project_id_created_at_id_idx.
async function list(
  queryable: Queryable,
  query: EventQuery & { scope: ProjectScope },
  window: PageWindow,
): Promise<EventRow[]> {
  const direction = window.backward ? 'ASC' : 'DESC';
  const beyond = window.key
    ? `AND (e.created_at, e.id) ${window.backward ? '>' : '<'} ($8::timestamptz, $9::uuid)`
    : '';
  const sql = `SELECT ${COLUMNS} FROM events e WHERE ${MATCHES} ${beyond} ORDER BY e.created_at ${direction}, e.id ${direction} LIMIT $7`;
  return queryable.query<EventRow>(sql, [...criteria(query.scope, query), window.limit + 1, ...(window.key ?? [])]);
}
