import type { ProjectScope } from '../../auth/scope.js';
import type { Json } from '@memory-gateway/memory-engine';
import type { PageWindow } from '../../page.js';
import { firstNumber, firstRow, prepared, type Queryable, toRecords } from '@memory-gateway/database';
import { pageBy, parameters } from '../keyset.js';
import { deletedAt, shownReplacement } from './deletion-mark.js';
import type { EntityIds } from './memory-row.js';

/** One change of one memory. It outlives the memory, but a bulk deletion replaces it by a record of the deletion. */
export interface MemoryHistoryRow extends EntityIds {
  readonly id: string;
  readonly memoryId: string;
  readonly projectId: string;
  readonly event: 'ADD' | 'UPDATE' | 'DELETE' | 'SUPERSEDE' | 'MERGE' | 'RESTORE';
  readonly oldMemory: string | null;
  readonly newMemory: string | null;
  /** For ADD: the messages that the memory was extracted from. */
  readonly input: Json | null;
  readonly categories: readonly string[] | null;
  readonly metadata: Readonly<Record<string, Json>> | null;
  readonly changedBy: string | null;
  /** Event that made the change. Null for changes without an event. */
  readonly eventId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type NewMemoryHistory = Omit<MemoryHistoryRow, 'projectId' | 'updatedAt'>;

export interface MemoryOrigin {
  readonly memoryId: string;
  readonly input: Json | null;
  readonly isUpdated: boolean;
}

export function memoryHistoryStore(queryable: Queryable) {
  return {
    async insert(scope: ProjectScope, rows: readonly NewMemoryHistory[]): Promise<void> {
      if (rows.length > 0) await queryable.execute(INSERT, [scope.projectId, toRecords(rows)]);
    },
    /** Returns the ids of the memories that an event has added, deleted ones included. */
    addedBy: async (
      scope: ProjectScope,
      event: { readonly id: string; readonly createdAt: Date },
    ): Promise<string[]> => {
      const rows = await queryable.query<{ memoryId: string }>(ADDED_BY, [scope.projectId, event.id, event.createdAt]);
      return rows.map(({ memoryId }) => memoryId);
    },
    /** Drops texts and metadata of deleted memories, unless the project keeps them. Events, times and authors stay. */
    dropDeletedTexts: (scope: ProjectScope, memoryIds: readonly string[]) =>
      queryable.execute(DROP_TEXTS, [scope.projectId, memoryIds]),
    /** Drops the texts of memories about to be deleted from the history of those that they replaced, in the same case. */
    dropReplacementTexts: (scope: ProjectScope, memoryIds: readonly string[]) =>
      queryable.execute(DROP_REPLACEMENT_TEXTS, [scope.projectId, memoryIds]),
    /** Lists the latest `limit` changes of each of these memories, oldest first. Unknown memories have none. */
    ofMemories: (scope: ProjectScope, memoryIds: readonly string[], limit: number) =>
      queryable.query<MemoryHistoryRow>(OF_MEMORIES, [scope.projectId, memoryIds, limit]),
    /** Reads a project's changes, newest first, by [time, id]. Index: memory_history_project_id_created_at_id_idx. */
    feed(scope: ProjectScope, window: PageWindow): Promise<MemoryHistoryRow[]> {
      const { values, bind } = parameters();
      const where = `h.project_id = ${bind(scope.projectId)} AND ${isShown('h.memory_id')}`;
      const page = pageBy({ time: 'h.created_at', id: 'h.id', direction: 'DESC' }, window, bind);
      return queryable.query<MemoryHistoryRow>(
        `SELECT ${COLUMNS} FROM memory_history h WHERE ${where} AND ${page.beyond} ${page.rest}`,
        values,
      );
    },
    /** Finds a change of any project without checking access. Call `enterProject` next. */
    find: (id: string) => firstRow(queryable.query<MemoryHistoryRow>(FIND, [id])),
    feedPage: (scope: ProjectScope, page: { limit: number; offset: number }) =>
      queryable.query<MemoryHistoryRow>(FEED_PAGE, [scope.projectId, page.limit, page.offset]),
    feedCount: (scope: ProjectScope) => firstNumber(queryable.query(FEED_COUNT, [scope.projectId])),
    /** Finds the event that last changed each of these memories. Memories without an event are omitted. */
    lastEvents: (scope: ProjectScope, memoryIds: readonly string[]) =>
      queryable.query<{ memoryId: string; eventId: string }>(LAST_EVENTS, [scope.projectId, memoryIds]),
    origins: (scope: ProjectScope, memoryIds: readonly string[]) =>
      queryable.query<MemoryOrigin>(ORIGINS, [scope.projectId, memoryIds]),
  };
}

const INSERT = prepared(`
INSERT INTO memory_history (id, memory_id, project_id, event, old_memory, new_memory, input, user_id, agent_id, app_id, run_id,
  categories, metadata, changed_by, event_id, created_at, updated_at)
SELECT r.id, r.memory_id, $1, r.event, r.old_memory, r.new_memory, r.input, r.user_id, r.agent_id, r.app_id, r.run_id,
  r.categories, r.metadata, r.changed_by, r.event_id, r.created_at, r.created_at
FROM jsonb_to_recordset($2::jsonb) AS r(
  id uuid, memory_id uuid, event text, old_memory text, new_memory text, input jsonb, user_id text, agent_id text, app_id text,
  run_id text, categories text[], metadata jsonb, changed_by text, event_id uuid, created_at timestamptz)`);

// Index: memory_history_project_id_created_at_id_idx.
const ADDED_BY = `
SELECT h.memory_id FROM memory_history h
WHERE h.project_id = $1 AND h.created_at >= $3::timestamptz AND h.event_id = $2::uuid AND h.event = 'ADD'`;

// Index: memory_history_memory_id_created_at_id_idx.
const DROP_TEXTS = `
UPDATE memory_history h SET old_memory = NULL, new_memory = NULL, input = NULL, categories = NULL, metadata = NULL
FROM projects p WHERE p.id = $1 AND NOT p.keep_deleted_text AND h.project_id = p.id AND h.memory_id = ANY($2::uuid[])`;

// Indexes: memory_links_newer_id_older_id_key, memory_history_memory_id_created_at_id_idx.
const DROP_REPLACEMENT_TEXTS = `
UPDATE memory_history h SET new_memory = NULL
FROM projects p, memory_links l WHERE p.id = $1 AND NOT p.keep_deleted_text AND l.newer_id = ANY($2::uuid[]) AND l.project_id = p.id
  AND h.project_id = p.id AND h.memory_id = l.older_id AND h.event IN ('SUPERSEDE', 'MERGE')`;

const COLUMNS =
  `h.id, h.memory_id, h.project_id, h.event, h.old_memory, ${shownReplacement('h')} AS new_memory, h.input, h.user_id, h.agent_id, h.app_id, h.run_id, h.categories, ` +
  'h.metadata, h.changed_by, h.event_id, h.created_at, h.updated_at';

// Hides the history of memories that are marked as deleted, which may be restored.
const isShown = (memoryId: string, projectId = '$1') => `${deletedAt(projectId, memoryId)} IS NULL`;

// Index: memory_history_pkey.
const FIND = `SELECT ${COLUMNS} FROM memory_history h WHERE h.id = $1::uuid AND ${isShown('h.memory_id', 'h.project_id')}`;

// Index: memory_history_project_id_created_at_id_idx.
const FEED_PAGE = `SELECT ${COLUMNS} FROM memory_history h WHERE h.project_id = $1 AND ${isShown('h.memory_id')} ORDER BY h.created_at DESC, h.id DESC LIMIT $2 OFFSET $3`;

// Looks up each memory only while a deletion is under way. Indexes: memory_history_project_id_created_at_id_idx, memories_deletion_idx.
const FEED_COUNT = `
SELECT count(*) AS total FROM memory_history h WHERE h.project_id = $1 AND (
  NOT (SELECT EXISTS (SELECT FROM memories m WHERE m.project_id = $1 AND m.deleted_at IS NOT NULL)) OR ${isShown('h.memory_id')}
)`;

// Index: memory_history_memory_id_created_at_id_idx, once for each memory.
const OF_MEMORIES = `
SELECT latest.* FROM unnest($2::uuid[]) AS wanted(id)
CROSS JOIN LATERAL (
  SELECT ${COLUMNS} FROM memory_history h WHERE h.project_id = $1 AND h.memory_id = wanted.id ORDER BY h.created_at DESC, h.id DESC LIMIT $3
) AS latest WHERE ${isShown('wanted.id')} ORDER BY latest.created_at, latest.id`;

// Index: memory_history_memory_id_created_at_id_idx, once for each memory.
const LAST_EVENTS = `
SELECT wanted.id AS memory_id, latest.event_id FROM unnest($2::uuid[]) AS wanted(id)
CROSS JOIN LATERAL (
  SELECT h.event_id FROM memory_history h WHERE h.project_id = $1 AND h.memory_id = wanted.id AND h.event_id IS NOT NULL
  ORDER BY h.created_at DESC, h.id DESC LIMIT 1
) AS latest`;

// Index: memory_history_memory_id_created_at_id_idx, once for each memory.
const ORIGINS = `
SELECT memory_id, (array_agg(input ORDER BY created_at, id) FILTER (WHERE event = 'ADD'))[1] AS input,
  bool_or(event = 'UPDATE') AS is_updated
FROM memory_history WHERE project_id = $1 AND memory_id = ANY($2::uuid[]) GROUP BY memory_id`;
