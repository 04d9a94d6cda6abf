import type { ProjectScope } from '../auth/scope.js';
import type { ExportFormat, MemoryFilter, Json } from '@memory-gateway/memory-engine';
import type { PageWindow } from '../page.js';
import { Prisma } from '@memory-gateway/database/prisma';
import { firstRow, prismaWrites, type Queryable } from '@memory-gateway/database';
import { prismaPage } from './keyset.js';
import type { Subject } from './subject-store.js';

/** An export of memories without its content. Its event has the same id. */
export interface ExportRow {
  readonly id: string;
  readonly projectId: string;
  readonly format: ExportFormat;
  /** JSON Schema of the result. Null: memories unchanged. */
  readonly schema: Json | null;
  /** The filters as the caller wrote them. */
  readonly filters: Json | null;
  /** The compiled filters. */
  readonly condition: MemoryFilter;
  readonly includeExpired: boolean;
  readonly instructions: string | null;
  /** The entity of an export of everything about it. Null: an export of memories. */
  readonly subject: Subject | null;
  readonly status: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED';
  readonly memories: number;
  /** Length of the content so far, in bytes of UTF-8. */
  readonly bytes: number;
  readonly chunks: number;
  /** Key of the last written memory. Null before the first. */
  readonly resumeAfter: readonly [string, string] | null;
  readonly requestedBy: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly expiresAt: Date | null;
}

export interface NewExport extends Pick<
  ExportRow,
  'id' | 'format' | 'schema' | 'filters' | 'condition' | 'includeExpired' | 'instructions' | 'subject'
> {
  readonly requestedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface ExportPart {
  readonly after: number;
  readonly pieces: readonly string[];
  readonly memories: number;
  readonly resumeAfter: readonly [string, string] | null;
  /** `resumeAfter` of the export so far. */
  readonly from: readonly [string, string] | null;
}

/**
 * Creates the store of exports and their content. Expired exports are invisible. Settings and status use Prisma. The
 * content uses SQL: jobs append to it in one statement, and downloads read it chunk by chunk.
 */
export function exportStore(db: Queryable) {
  return {
    async insert({ projectId }: ProjectScope, row: NewExport): Promise<ExportRow> {
      const { schema, filters, condition, subject, ...plain } = row;
      const data = {
        ...plain,
        projectId,
        schema: toNullable(schema),
        filters: toNullable(filters),
        condition: toJson(condition),
        subject: toNullable(subject && { ...subject }),
      };
      const { export: exports } = await prismaWrites(db);
      return toRow(await exports.create({ data }));
    },

    async find({ projectId }: ProjectScope, id: string, now: Date): Promise<ExportRow | null> {
      const { export: exports } = await db.prisma();
      const row = await exports.findFirst({ where: { id, projectId, ...liveAt(now) } });
      return row && toRow(row);
    },

    /** Finds the project of an export without checking access. Call `authorize` next. */
    findProject: async (id: string) =>
      (await db.prisma()).export.findUnique({ where: { id }, select: { projectId: true } }),

    /** Finds the newest export of memories with exactly this condition. A project has a few hundred exports at most. */
    async findLatest({ projectId }: ProjectScope, condition: MemoryFilter, now: Date): Promise<ExportRow | null> {
      const { export: exports } = await db.prisma();
      const where = {
        projectId,
        condition: { equals: toJson(condition) },
        subject: { equals: Prisma.DbNull },
        ...liveAt(now),
      };
      const row = await exports.findFirst({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
      return row && toRow(row);
    },

    /** Reads one page, newest first. Index: exports_project_id_created_at_id_idx. */
    async list({ projectId }: ProjectScope, window: PageWindow, now: Date): Promise<ExportRow[]> {
      const page = prismaPage({ time: 'createdAt', direction: 'desc', hasUuids: true }, window, {
        AND: [{ projectId }, liveAt(now)],
      });
      return (await (await db.prisma()).export.findMany(page)).map(toRow);
    },

    count: async ({ projectId }: ProjectScope, now: Date) =>
      (await db.prisma()).export.count({ where: { projectId, ...liveAt(now) } }),

    /** Sets an export to RUNNING. @returns null if the export is finished or deleted */
    start: (scope: ProjectScope, id: string) => updateUnfinished(db, { scope, id }, { status: 'RUNNING' }),

    /** Discards the content of a running export, so that workers that began before cannot append. @returns null if there is none */
    restart({ projectId }: ProjectScope, id: string, token: readonly [string, string]): Promise<ExportRow | null> {
      return firstRow(db.execute<ExportRow>(RESTART, [projectId, id, JSON.stringify(token)]));
    },

    /** Appends to the content. @returns null if the export is not running, or another worker appended first */
    append(scope: ProjectScope, id: string, part: ExportPart): Promise<ExportRow | null> {
      const resumeAfter = part.resumeAfter && JSON.stringify(part.resumeAfter);
      const values = [scope.projectId, id, part.after, part.pieces, part.memories, resumeAfter];
      values.push(part.from && JSON.stringify(part.from));
      return firstRow(db.execute<ExportRow>(APPEND, values));
    },

    /** Ends an export. @returns null if the export was already finished or deleted */
    finish: (scope: ProjectScope, id: string, end: { status: 'SUCCEEDED' | 'FAILED'; at: Date; expiresAt: Date }) =>
      updateUnfinished(db, { scope, id }, { status: end.status, completedAt: end.at, expiresAt: end.expiresAt }),

    /** Returns the content chunk at a 0-based position, or null after the last one. */
    async chunk(scope: ProjectScope, id: string, ordinal: number): Promise<string | null> {
      return (await db.query<{ content: string }>(CHUNK, [scope.projectId, id, ordinal]))[0]?.content ?? null;
    },

    /** Lists the events that are not finished, and whose exports were deleted. */
    async eventsWithout({ projectId }: ProjectScope): Promise<string[]> {
      return (await db.query<{ id: string }>(EVENTS_WITHOUT, [projectId])).map(({ id }) => id);
    },

    /** @returns false if the export does not exist */
    async delete({ projectId }: ProjectScope, id: string): Promise<boolean> {
      const { export: exports } = await prismaWrites(db);
      return (await exports.deleteMany({ where: { id, projectId } })).count > 0;
    },

    /** Deletes up to `limit` expired exports of all projects. @returns their number; less than `limit` when done */
    async removeExpired(now: Date, limit: number): Promise<number> {
      return (await db.execute(REMOVE_EXPIRED, [now, limit])).length;
    },
  };
}

const columns =
  'x.id, x.project_id, x.format, x.schema, x.filters, x.condition, x.include_expired, x.instructions, x.subject, x.status, x.memories, x.bytes, x.chunks, ' +
  'x.resume_after, x.requested_by, x.created_at, x.completed_at, x.expires_at';

const RESTART = `
WITH discarded AS (
  DELETE FROM export_chunks c USING exports x WHERE c.export_id = x.id AND x.project_id = $1 AND x.id = $2::uuid AND x.status = 'RUNNING'
)
UPDATE exports x SET chunks = 0, bytes = 0, memories = 0, resume_after = $3::jsonb
WHERE x.project_id = $1 AND x.id = $2::uuid AND x.status = 'RUNNING' RETURNING ${columns}`;

const APPEND = `
WITH taken AS (
  UPDATE exports x SET chunks = x.chunks + cardinality($4::text[]), memories = x.memories + $5::int, resume_after = $6::jsonb,
    bytes = x.bytes + coalesce((SELECT sum(octet_length(piece)) FROM unnest($4::text[]) AS piece), 0)
  WHERE x.project_id = $1 AND x.id = $2::uuid AND x.status = 'RUNNING' AND x.chunks = $3::int
    AND x.resume_after IS NOT DISTINCT FROM $7::jsonb RETURNING ${columns}
), written AS (
  INSERT INTO export_chunks (export_id, ordinal, content)
  SELECT taken.id, $3::int + piece.place - 1, piece.content FROM taken, unnest($4::text[]) WITH ORDINALITY AS piece(content, place)
)
SELECT * FROM taken`;

// Indexes: events_project_id_type_idx, exports_pkey.
const EVENTS_WITHOUT = `
SELECT e.id FROM events e WHERE e.project_id = $1 AND e.type = 'EXPORT' AND e.status IN ('PENDING', 'RUNNING') AND NOT EXISTS (SELECT FROM exports x WHERE x.id = e.id)`;

// Index: export_chunks_pkey.
const CHUNK = `
SELECT c.content FROM export_chunks c JOIN exports x ON x.id = c.export_id
WHERE x.project_id = $1 AND c.export_id = $2::uuid AND c.ordinal = $3::int`;

// Index: exports_expires_at_idx.
const REMOVE_EXPIRED = `
DELETE FROM exports WHERE id = ANY(ARRAY(SELECT id FROM exports WHERE expires_at <= $1::timestamptz ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING id`;

// Safe cast: this store wrote the JSON columns and closed sets.
function toRow(row: Prisma.ExportGetPayload<object>): ExportRow {
  return { ...row, bytes: Number(row.bytes) } as ExportRow;
}

const liveAt = (now: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });
const toJson = (value: Json | MemoryFilter) => value as Prisma.InputJsonValue;
const toNullable = (value: Json | null) => (value === null ? Prisma.DbNull : toJson(value));

/** Updates a pending or running export. @returns null if there is none */
async function updateUnfinished(
  db: Queryable,
  { scope, id }: { scope: ProjectScope; id: string },
  data: Prisma.ExportUpdateManyMutationInput,
): Promise<ExportRow | null> {
  const where = { id, projectId: scope.projectId, status: { in: ['PENDING', 'RUNNING'] } };
  const [row] = await (await prismaWrites(db)).export.updateManyAndReturn({ where, data });
  return row ? toRow(row) : null;
}
