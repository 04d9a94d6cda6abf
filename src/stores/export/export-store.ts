import type { ProjectScope } from '../../auth/scope.js';
import type { ExportFormat } from '../../engine/export-writer.js';
import type { MemoryFilter } from '../../engine/filter.js';
import type { Json } from '../../engine/filter-values.js';
import type { PageWindow } from '../../page.js';
import type { Queryable } from '../database/open-database.js';
import { pageBy, parameters } from '../sql/keyset.js';

/** Memories as one document, without the document. Its event has the same id. */
export interface ExportRow {
  readonly id: string;
  readonly projectId: string;
  readonly format: ExportFormat;
  /** JSON Schema of the result; null: the memories as they are. */
  readonly schema: Json | null;
  /** What was asked for, as the caller wrote it. */
  readonly filters: Json | null;
  /** What it means. */
  readonly condition: MemoryFilter;
  readonly includeExpired: boolean;
  readonly instructions: string | null;
  readonly status: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED';
  /** How many memories were written so far. */
  readonly memories: number;
  /** Length of the content so far, in UTF-8. */
  readonly bytes: number;
  /** Pieces of the content so far. */
  readonly chunks: number;
  /** Key of the memory that was written last; null before the first. */
  readonly resumeAfter: readonly [string, string] | null;
  readonly requestedBy: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** An export to be made. */
export interface NewExport extends Pick<
  ExportRow,
  'id' | 'format' | 'schema' | 'filters' | 'condition' | 'includeExpired' | 'instructions'
> {
  readonly requestedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The next part of the content. */
export interface ExportPart {
  /** Number of pieces that were there when it was written. */
  readonly after: number;
  readonly pieces: readonly string[];
  readonly memories: number;
  readonly resumeAfter: readonly [string, string] | null;
}

/** Reads and writes exports and their content. Those that have expired are not there any more. */
export function exportStore(db: Queryable) {
  const one = async (sql: string, values: readonly unknown[]) => (await db.query<ExportRow>(sql, values))[0] ?? null;
  return {
    insert: (scope: ProjectScope, row: NewExport) => insert(db, scope, row),
    get: (scope: ProjectScope, id: string, now: Date) => one(GET, [scope.projectId, id, now]),
    /** The project of an export. Says nothing about who may see it: authorize next. */
    projectOf: async (id: string) =>
      (await db.query<{ projectId: string }>('SELECT project_id FROM exports WHERE id = $1::uuid', [id]))[0] ?? null,
    /** The newest that was made of this very condition. */
    latest: (scope: ProjectScope, condition: MemoryFilter, now: Date) =>
      one(LATEST, [scope.projectId, JSON.stringify(condition), now]),
    list: (scope: ProjectScope, window: PageWindow, now: Date) => list(db, scope, { window, now }),
    count: async (scope: ProjectScope, now: Date) =>
      (await db.query<{ total: number }>(COUNT, [scope.projectId, now]))[0]?.total ?? 0,
    /** @returns null when it is finished or gone */
    start: (scope: ProjectScope, id: string) => one(START, [scope.projectId, id]),
    /** Appends to the content. @returns null when it is not running any more, or another try was faster */
    append: (scope: ProjectScope, id: string, part: ExportPart) =>
      one(APPEND, [
        scope.projectId,
        id,
        part.after,
        part.pieces,
        part.memories,
        part.resumeAfter && JSON.stringify(part.resumeAfter),
      ]),
    /** @returns null when it was finished or gone before */
    finish: (scope: ProjectScope, id: string, end: { status: 'SUCCEEDED' | 'FAILED'; at: Date; expiresAt: Date }) =>
      one(FINISH, [scope.projectId, id, end.status, end.at, end.expiresAt]),
    /** A piece of the content, from 0; null behind the last one. */
    async chunk(scope: ProjectScope, id: string, ordinal: number): Promise<string | null> {
      return (await db.query<{ content: string }>(CHUNK, [scope.projectId, id, ordinal]))[0]?.content ?? null;
    },
    /** @returns whether it was there */
    async remove(scope: ProjectScope, id: string): Promise<boolean> {
      return (
        (
          await db.query('DELETE FROM exports WHERE project_id = $1 AND id = $2::uuid RETURNING id', [
            scope.projectId,
            id,
          ])
        ).length > 0
      );
    },
    /** Removes up to `limit` that have expired, of any project. @returns how many; fewer than `limit` means done */
    async removeExpired(now: Date, limit: number): Promise<number> {
      return (await db.query(REMOVE_EXPIRED, [now, limit])).length;
    },
  };
}

const columns =
  'x.id, x.project_id, x.format, x.schema, x.filters, x.condition, x.include_expired, x.instructions, x.status, x.memories, x.bytes, x.chunks, ' +
  'x.resume_after, x.requested_by, x.created_at, x.completed_at, x.expires_at';

const INSERT = `
INSERT INTO exports AS x (id, project_id, format, schema, filters, condition, include_expired, instructions, requested_by, created_at, expires_at)
VALUES ($2::uuid, $1, $3, $4::jsonb, $5::jsonb, $6::jsonb, $7, $8, $9, $10::timestamptz, $11::timestamptz) RETURNING ${columns}`;

const LIVE = 'x.project_id = $1 AND (x.expires_at IS NULL OR x.expires_at > $3::timestamptz)';

// exports_pkey
const GET = `SELECT ${columns} FROM exports x WHERE ${LIVE} AND x.id = $2::uuid`;

// exports_project_id_created_at_id_idx; a project has a few hundred at most.
const LATEST = `SELECT ${columns} FROM exports x WHERE ${LIVE} AND x.condition = $2::jsonb ORDER BY x.created_at DESC, x.id DESC LIMIT 1`;

const COUNT =
  'SELECT count(*) AS total FROM exports x WHERE x.project_id = $1 AND (x.expires_at IS NULL OR x.expires_at > $2::timestamptz)';

const START = `UPDATE exports x SET status = 'RUNNING' WHERE x.project_id = $1 AND x.id = $2::uuid AND x.status IN ('PENDING', 'RUNNING') RETURNING ${columns}`;

const APPEND = `
WITH taken AS (
  UPDATE exports x SET chunks = x.chunks + cardinality($4::text[]), memories = x.memories + $5::int, resume_after = $6::jsonb,
    bytes = x.bytes + coalesce((SELECT sum(octet_length(piece)) FROM unnest($4::text[]) AS piece), 0)
  WHERE x.project_id = $1 AND x.id = $2::uuid AND x.status = 'RUNNING' AND x.chunks = $3::int RETURNING ${columns}
), written AS (
  INSERT INTO export_chunks (export_id, ordinal, content)
  SELECT taken.id, $3::int + piece.place - 1, piece.content FROM taken, unnest($4::text[]) WITH ORDINALITY AS piece(content, place)
)
SELECT * FROM taken`;

const FINISH = `
UPDATE exports x SET status = $3, completed_at = $4::timestamptz, expires_at = $5::timestamptz
WHERE x.project_id = $1 AND x.id = $2::uuid AND x.status IN ('PENDING', 'RUNNING') RETURNING ${columns}`;

// export_chunks_pkey
const CHUNK = `
SELECT c.content FROM export_chunks c JOIN exports x ON x.id = c.export_id
WHERE x.project_id = $1 AND c.export_id = $2::uuid AND c.ordinal = $3::int`;

// exports_expires_at_idx
const REMOVE_EXPIRED = `
DELETE FROM exports WHERE id = ANY(ARRAY(SELECT id FROM exports WHERE expires_at <= $1::timestamptz ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING id`;

async function insert(db: Queryable, scope: ProjectScope, row: NewExport): Promise<ExportRow> {
  const { id, format, schema, filters, condition, includeExpired, instructions, requestedBy, createdAt, expiresAt } =
    row;
  const json = [schema, filters].map((value) => (value === null ? null : JSON.stringify(value)));
  const values = [
    scope.projectId,
    id,
    format,
    ...json,
    JSON.stringify(condition),
    includeExpired,
    instructions,
    requestedBy,
    createdAt,
    expiresAt,
  ];
  const [stored] = await db.query<ExportRow>(INSERT, values);
  if (!stored) throw new Error('The database did not return the export it stored.');
  return stored;
}

// exports_project_id_created_at_id_idx
function list(
  db: Queryable,
  scope: ProjectScope,
  { window, now }: { window: PageWindow; now: Date },
): Promise<ExportRow[]> {
  const { values, bind } = parameters();
  const where = `x.project_id = ${bind(scope.projectId)} AND (x.expires_at IS NULL OR x.expires_at > ${bind(now)}::timestamptz)`;
  const page = pageBy({ time: 'x.created_at', id: 'x.id', direction: 'DESC' }, window, bind);
  return db.query<ExportRow>(`SELECT ${columns} FROM exports x WHERE ${where} AND ${page.beyond} ${page.rest}`, values);
}
