import { forgetMessages } from './forget-message.js';
import type { ProjectScope } from '../../auth/scope.js';
import { readTraits, type Json } from '@memory-gateway/memory-engine';
import type { PageWindow } from '../../page.js';
import { eraseCopies } from '../deletion/erase-copies.js';
import {
  findViolatedConstraint,
  firstRow,
  hashedAdvisoryLocks,
  prepared,
  type Queryable,
  toRecords,
} from '@memory-gateway/database';
import { readAsKnown, type ReadTimes } from './as-known.js';
import {
  countMemories,
  listInstructions,
  listMemories,
  listMemoryPage,
  type MemoryOrder,
  type NumberedPage,
} from './memory-list.js';
import { isCurrent, type MemoryScope } from './memory-scope.js';
import {
  memoryRowColumns,
  toMemorySelection,
  type MemoryChanges,
  type MemoryColumn,
  type MemoryRow,
  type NewMemory,
} from './memory-row.js';
import { countRepetitions, findHeldStatements, type Statement } from './repeated-statements.js';

export type MemoryQuery = Omit<MemoryScope, 'scope'>;

export interface DedupeHolder {
  readonly id: string;
  readonly text: string;
  readonly dedupeKey: Buffer;
}

/** Creates the store of memories. Rows that are marked as deleted are invisible to it. SQL, because it is the hottest store. */
export function memoryStore(queryable: Queryable) {
  return {
    /** Waits until no other transaction stores facts of these owners, and keeps others waiting until this one ends. */
    lockOwners: (scope: ProjectScope, owners: readonly string[]) =>
      queryable.execute(LOCK_OWNERS, [
        hashedAdvisoryLocks.owners,
        owners.map((owner) => `${scope.projectId} ${owner}`),
      ]),
    /** Stores rows in order. @returns ids of the rows whose dedupe key was free */
    insert: (scope: ProjectScope, rows: readonly NewMemory[]) => insert(queryable, scope, rows),
    holders: (scope: ProjectScope, keys: readonly Buffer[]) =>
      queryable.query<DedupeHolder>(HOLDERS, [scope.projectId, keys]),
    heldStatements: (scope: ProjectScope, given: { memories: readonly Statement[]; today: string }) =>
      findHeldStatements(queryable, scope, given),
    countRepetitions: (scope: ProjectScope, ids: readonly string[]) => countRepetitions(queryable, scope, ids),
    get: (scope: ProjectScope, id: string) => firstRow(queryable.query<MemoryRow>(GET, [scope.projectId, id])),
    /** Like `get`, in the state that the server had stored at a time. */
    getAsOf: (scope: ProjectScope, id: string, asOf: Date) => {
      const { sql, values } = readAsKnown({ asOf }, { reads: 'each', select: ONE, values: [scope.projectId, id] });
      return firstRow(queryable.query<MemoryRow>(sql, values));
    },
    /** Returns those of the ids whose memories are there, and keeps them from being removed until the transaction ends. */
    keep: async (scope: ProjectScope, ids: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set((await queryable.execute<{ id: string }>(KEEP, [scope.projectId, ids])).map(({ id }) => id)),
    /** Like `get`, and locks the row until the transaction ends. Others can link the memory meanwhile, except before its deletion. */
    lock: (scope: ProjectScope, id: string, before: 'change' | 'deletion' = 'change') =>
      firstRow(
        queryable.execute<MemoryRow>(`${GET} FOR ${before === 'change' ? 'NO KEY UPDATE' : 'UPDATE'}`, [
          scope.projectId,
          id,
        ]),
      ),
    /** Reads memories in the order of `ids`, without missing ones. */
    getMany: (scope: ProjectScope, ids: readonly string[], times: ReadTimes = {}) => {
      const { sql, values } = readAsKnown(times, { reads: 'each', select: GET_MANY, values: [scope.projectId, ids] });
      return queryable.query<MemoryRow>(sql, values);
    },
    /** Finds the project of a visible memory without checking access. Call `authorize` next. */
    projectOf: (id: string) => firstRow(queryable.query<{ projectId: string }>(PROJECT_OF, [id])),
    /** Finds the projects of visible memories without checking access, with one statement. Call `authorize` next. */
    projectsOf: (ids: readonly string[]) => queryable.query<{ id: string; projectId: string }>(PROJECTS_OF, [ids]),
    update: (scope: ProjectScope, id: string, changes: MemoryChanges) => update(queryable, { scope, id }, changes),
    /** Locks the memories that a memory replaced, directly or through others, newest replacement first; at most 100. */
    lockReplaced: (scope: ProjectScope, id: string) => queryable.execute<MemoryRow>(REPLACED, [scope.projectId, id]),
    /** Deletes memories with their vectors and the copies of their texts outside of their history. */
    async remove(scope: ProjectScope, ids: readonly string[]): Promise<void> {
      await queryable.execute(REMOVE, [scope.projectId, ids]);
      await eraseCopies(queryable, scope, [...ids]);
    },
    /** Reads one window of a list. The key is `[time, id]`. */
    list: (scope: ProjectScope, query: MemoryQuery, page: { order: MemoryOrder; window: PageWindow }) =>
      listMemories(queryable, { scope, ...query }, page),
    page: (scope: ProjectScope, query: MemoryQuery, page: NumberedPage) =>
      listMemoryPage(queryable, { scope, ...query }, page),
    /** Reads the user's standing instructions, then preferences, newest first. */
    instructions: (scope: ProjectScope, query: MemoryQuery, limit: number) =>
      listInstructions(queryable, { scope, ...query }, limit),
    count: (scope: ProjectScope, query: MemoryQuery) => countMemories(queryable, { scope, ...query }),
    /** Reads the newest memories of each project with one statement. Rows have only the requested columns. */
    firstOfProjects: (
      scopes: readonly ProjectScope[],
      page: { limit: number; expiredBefore: string; columns: readonly MemoryColumn[] },
    ) =>
      queryable.query<MemoryRow>(firstOfProjects(page.columns, page.limit), [
        scopes.map((scope) => scope.projectId),
        page.expiredBefore,
      ]),
    /** Counts the memories of each project with one statement, without projects that have none. */
    countOfProjects: (scopes: readonly ProjectScope[], expiredBefore: string) =>
      queryable.query<{ projectId: string; total: number }>(COUNT_OF_PROJECTS, [
        scopes.map((scope) => scope.projectId),
        expiredBefore,
      ]),
  };
}

// In the order of the numbers, so that two transactions cannot wait for each other. OFFSET 0 keeps the planner from taking locks before it sorts.
const LOCK_OWNERS = prepared(`
SELECT pg_advisory_xact_lock($1::int, number) FROM
  (SELECT DISTINCT hashtext(owner) AS number FROM unnest($2::text[]) AS owner ORDER BY number OFFSET 0) AS numbers`);

// Inserts in the order of dedupe keys, so that two adds of the same texts cannot deadlock; the sequence follows the
// order of the messages. The partial unique index memories_dedupe_key resolves conflicts.
const INSERT = prepared(`
WITH given AS (
  SELECT * FROM jsonb_to_recordset($2::jsonb) AS r(
    ordinal int, id uuid, user_id text, agent_id text, app_id text, run_id text, text text, question text, hash text, dedupe_key text, source_key text,
    metadata jsonb,
    categories text[], categorized_at timestamptz, expiration_date date, immutable boolean, actor text, role text,
    search_language text, traits smallint, event_date timestamptz, created_at timestamptz)
), numbered AS MATERIALIZED (
  SELECT o.*, nextval(pg_get_serial_sequence('memories', 'sequence')) AS sequence FROM (SELECT * FROM given ORDER BY ordinal) AS o
)
INSERT INTO memories AS m (id, project_id, user_id, agent_id, app_id, run_id, text, question, hash, dedupe_key, source_key, metadata,
  categories, categorized_at, expiration_date, immutable, actor, role, search_language, traits, event_date, sequence, created_at, updated_at)
SELECT id, $1, user_id, agent_id, app_id, run_id, text, question, hash, decode(dedupe_key, 'hex'), decode(source_key, 'hex'), metadata,
  categories, categorized_at, expiration_date, immutable, actor, role, search_language, traits, event_date, sequence, created_at, created_at
FROM numbered ORDER BY dedupe_key
ON CONFLICT (project_id, dedupe_key) WHERE deleted_at IS NULL DO NOTHING
RETURNING m.id`);

// Index: memories_dedupe_key. ARRAY hides how many keys there are: for few of them, Postgres would plan each execution.
const HOLDERS = prepared(`
SELECT m.id, m.text, m.dedupe_key FROM memories m
WHERE m.project_id = $1 AND m.dedupe_key = ANY(ARRAY(SELECT unnest($2::bytea[]))) AND m.deleted_at IS NULL`);

// Index: memories_pkey.
const ONE = `SELECT ${memoryRowColumns} FROM memories m WHERE m.project_id = $1 AND m.id = $2::uuid AND m.deleted_at IS NULL`;
const GET = prepared(ONE);

// Index: memories_pkey. ARRAY hides how many ids there are: for few of them, Postgres would plan each execution.
const GET_MANY = prepared(`
SELECT ${memoryRowColumns} FROM memories m JOIN unnest(ARRAY(SELECT unnest($2::uuid[]))) WITH ORDINALITY AS wanted(id, place) ON wanted.id = m.id
WHERE m.project_id = $1 AND m.deleted_at IS NULL ORDER BY wanted.place`);

// Index: memories_pkey. In the order of the ids, so that two transactions cannot deadlock.
const KEEP = `
SELECT m.id FROM memories m WHERE m.project_id = $1 AND m.id = ANY($2::uuid[]) AND m.deleted_at IS NULL ORDER BY m.id FOR KEY SHARE`;

const PROJECT_OF = prepared('SELECT m.project_id FROM memory_ids m WHERE m.id = $1::uuid');

const PROJECTS_OF = prepared('SELECT m.id, m.project_id FROM memory_ids m WHERE m.id = ANY($1::uuid[])');

// Indexes: memories_pkey, memories_source_idx.
const REMOVE = `
WITH gone AS (
  DELETE FROM memories m WHERE m.project_id = $1 AND m.id = ANY($2::uuid[]) AND m.deleted_at IS NULL RETURNING m.dedupe_key
), ${forgetMessages('gone', 'SELECT unnest($2::uuid[])')}
SELECT FROM gone`;

// Indexes: memory_links_newer_id_older_id_key, memories_pkey. A decided link exists for each replacement. UNION ends a circle.
const REPLACED = `
WITH RECURSIVE chain AS (
  SELECT $2::uuid AS id
  UNION
  SELECT older.id FROM chain JOIN memory_links l ON l.newer_id = chain.id JOIN memories older ON older.id = l.older_id
  WHERE l.project_id = $1 AND older.project_id = $1 AND older.replaced_by = chain.id AND older.deleted_at IS NULL
)
SELECT ${memoryRowColumns} FROM memories m
WHERE m.project_id = $1 AND m.id IN (SELECT id FROM chain LIMIT 101) AND m.id <> $2::uuid AND m.deleted_at IS NULL
ORDER BY m.sequence DESC FOR UPDATE`;

// Bit 128 of the traits changes with the text, which tells a trigger that they belong to it: servers of the version before give none.
const UPDATE = `
UPDATE memories m SET text = $3, traits = CASE WHEN m.text = $3 THEN m.traits ELSE $12::smallint | (~m.traits & 128) END, question = CASE WHEN m.text = $3 THEN m.question END, hash = $4, dedupe_key = $5::bytea, metadata = $6::jsonb, expiration_date = $7::date,
  created_at = $8::timestamptz, updated_at = $9::timestamptz, categories = $10::text[], categorized_at = $11::timestamptz, event_date = $13::timestamptz
WHERE m.project_id = $1 AND m.id = $2::uuid AND m.deleted_at IS NULL RETURNING ${memoryRowColumns}`;

// Index: memories_project_id_created_at_id_idx, one short scan per project. The limit is inlined, so that the cached
// plan knows it.
const firstOfProjects = (columns: readonly MemoryColumn[], limit: number) =>
  prepared(`
SELECT first.* FROM unnest($1::text[]) WITH ORDINALITY AS p(id, place)
CROSS JOIN LATERAL (
  SELECT ${toMemorySelection(columns)} FROM memories m WHERE m.project_id = p.id AND ${isCurrent('$2')} ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit}
) AS first
ORDER BY p.place, first.created_at DESC, first.id DESC`);

const COUNT_OF_PROJECTS = prepared(`
SELECT m.project_id, count(*) AS total FROM memories m WHERE m.project_id = ANY($1::text[]) AND ${isCurrent('$2')} GROUP BY m.project_id`);

/** Whether a write failed because another memory of the same scope has the same text. A partition has an index of its own. */
export function isDuplicateClaim(error: unknown): boolean {
  return /^memories(_p\d+)?(_project_id)?_dedupe_key/.test(findViolatedConstraint(error) ?? '');
}

async function insert(queryable: Queryable, scope: ProjectScope, rows: readonly NewMemory[]): Promise<string[]> {
  const records = rows.map((row, ordinal) => ({
    ...row,
    ordinal,
    dedupeKey: row.dedupeKey.toString('hex'),
    sourceKey: row.sourceKey?.toString('hex') ?? null,
    traits: readTraits(row.text),
  }));
  const inserted = await queryable.execute<{ id: string }>(INSERT, [scope.projectId, toRecords(records)]);
  return inserted.map((row) => row.id);
}

async function update(
  queryable: Queryable,
  at: { scope: ProjectScope; id: string },
  changes: MemoryChanges,
): Promise<MemoryRow | null> {
  const values = [
    changes.text,
    changes.hash,
    changes.dedupeKey,
    json(changes.metadata),
    changes.expirationDate,
    changes.createdAt,
    changes.updatedAt,
    changes.categories,
    changes.categorizedAt,
    readTraits(changes.text),
    changes.eventDate,
  ];
  return firstRow(queryable.execute<MemoryRow>(UPDATE, [at.scope.projectId, at.id, ...values]));
}

function json(value: Json | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
