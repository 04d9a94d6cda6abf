import { readTraits } from '@memory-gateway/memory-engine';
import type { ProjectScope } from '../../auth/scope.js';
import { isUuid } from '../../ids.js';
import type { ApiKeyRow } from '../api-key-store.js';
import { prismaWrites, type Queryable, toRecords } from '@memory-gateway/database';
import type { EntityType } from '../entity/entity-store.js';
import type { NewMemory } from '../memory/memory-row.js';

export type ImportedKind = 'user' | 'api_key' | 'memory';

export interface ImportedRecord {
  readonly sourceId: string;
  readonly targetId: string;
}

/** The text and the owners with which an import stored a memory. */
export type FirstText = Pick<NewMemory, 'id' | 'text' | 'userId' | 'agentId' | 'appId' | 'runId'>;

/** An imported API key. Only its bcrypt hash is known until its first use. */
export interface ImportedApiKey extends Omit<ApiKeyRow, 'projectId' | 'readOnly' | 'expiresAt'> {
  readonly keyHash: string;
}

export interface ImportedMemory extends Omit<NewMemory, 'sourceKey' | 'question'> {
  readonly updatedAt: Date;
}

export interface ImportedEntity {
  readonly type: EntityType;
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

/** Creates the store of imported rows. Records and keys use Prisma; memories and entities use SQL in batches. */
export function importStore(db: Queryable) {
  return {
    /** Returns the ids that were imported before or that a row here already has. */
    async known(kind: ImportedKind, ids: readonly string[]): Promise<ImportedRecord[]> {
      // IDs are unique among all tenants.
      return db.asOwner.query<ImportedRecord>(KNOWN[kind], [kind, ids.filter(isUuid)]);
    },

    /** Returns what imports of one file first stored for ids: those with the key, or the one of the event. */
    async firstTexts(
      { projectId }: ProjectScope,
      ids: readonly string[],
      { eventId, key }: { eventId: string; key: string | null },
    ): Promise<FirstText[]> {
      return db.query<FirstText>(FIRST_TEXTS, [projectId, ids, eventId, key]);
    },

    async record(kind: ImportedKind, records: readonly ImportedRecord[], now: Date): Promise<void> {
      const { importedRecord } = await prismaWrites(db);
      await importedRecord.createMany({ data: records.map((record) => ({ ...record, kind, importedAt: now })) });
    },

    async insertApiKey(key: ImportedApiKey): Promise<void> {
      await (await prismaWrites(db)).apiKey.create({ data: key, select: { id: true } });
    },

    /** Stores memories in order, with their ids. Duplicate texts of a scope are stored without a dedupe key. */
    async insertMemories(scope: ProjectScope, rows: readonly ImportedMemory[]): Promise<void> {
      await db.execute(INSERT_MEMORIES, [scope.projectId, toRecords(rows.map(toRecord))]);
    },

    /** Records the owners of memories. Extends the period of an existing owner. */
    async touchEntities(scope: ProjectScope, entities: readonly ImportedEntity[]): Promise<void> {
      const column = <Name extends keyof ImportedEntity>(name: Name) => entities.map((entity) => entity[name]);
      await db.execute(TOUCH, [scope.projectId, column('type'), column('name'), column('from'), column('to')]);
    },
  };
}

// Indexes: imported_records_pkey and the primary key of the table.
const known = (table: string) => `
SELECT source_id, target_id FROM imported_records WHERE kind = $1 AND source_id = ANY($2::uuid[])
UNION SELECT id, id FROM ${table} WHERE id = ANY($2::uuid[]) AND NOT EXISTS (SELECT FROM imported_records r WHERE r.kind = $1 AND r.source_id = ${table}.id)`;

const KNOWN: Readonly<Record<ImportedKind, string>> = {
  user: known('users'),
  api_key: known('api_keys'),
  memory: known('memories'),
};

// Index: memory_history_memory_id_created_at_id_idx. A deletion can have removed the text: then the record of the id is known, whatever its text.
const FIRST_TEXTS = `
SELECT h.memory_id AS id, h.new_memory AS text, h.user_id, h.agent_id, h.app_id, h.run_id FROM memory_history h
WHERE h.project_id = $1 AND h.memory_id = ANY($2::uuid[]) AND h.event = 'ADD' AND h.new_memory IS NOT NULL AND (h.event_id = $3::uuid OR EXISTS (
  SELECT FROM events e WHERE e.project_id = $1 AND e.id = h.event_id AND e.payload ->> 'key' = $4::text))`;

// Index: memories_dedupe_key. Only one visible memory of a project can have a dedupe key. A batch of the version before has no `immutable`.
const INSERT_MEMORIES = `
WITH given AS MATERIALIZED (
  SELECT r.*, nextval(pg_get_serial_sequence('memories', 'sequence')) AS sequence FROM (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS r(
      ordinal int, id uuid, user_id text, agent_id text, app_id text, run_id text, text text, hash text, dedupe_key text, metadata jsonb,
      categories text[], categorized_at timestamptz, expiration_date date, immutable boolean, actor text, role text, search_language text, traits smallint,
      event_date timestamptz, created_at timestamptz, updated_at timestamptz)
    ORDER BY ordinal
  ) AS r
), claims AS (
  SELECT g.id, decode(g.dedupe_key, 'hex') AS key, row_number() OVER (PARTITION BY g.dedupe_key ORDER BY g.ordinal) AS place FROM given g
)
INSERT INTO memories (id, project_id, user_id, agent_id, app_id, run_id, text, hash, dedupe_key, metadata, categories, categorized_at,
  expiration_date, immutable, actor, role, search_language, traits, event_date, sequence, created_at, updated_at)
SELECT g.id, $1, g.user_id, g.agent_id, g.app_id, g.run_id, g.text, g.hash,
  CASE WHEN c.place = 1 AND NOT EXISTS (
    SELECT FROM memories h WHERE h.project_id = $1 AND h.dedupe_key = c.key AND h.deleted_at IS NULL) THEN c.key END,
  g.metadata, g.categories, g.categorized_at, g.expiration_date, coalesce(g.immutable, false), g.actor, g.role, g.search_language, g.traits, g.event_date, g.sequence, g.created_at, g.updated_at
FROM given g JOIN claims c ON c.id = g.id ORDER BY c.key`;

// Inserts in one order, so that two writers of the same entities cannot deadlock.
const TOUCH = `
INSERT INTO entities (project_id, type, name, created_at, updated_at)
SELECT $1, given.type, given.name, min(given.since), max(given.until)
FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) AS given(type, name, since, until)
GROUP BY given.type, given.name ORDER BY given.type, given.name
ON CONFLICT (project_id, type, name) DO UPDATE SET
  created_at = least(entities.created_at, excluded.created_at), updated_at = greatest(entities.updated_at, excluded.updated_at)`;

function toRecord(row: ImportedMemory, ordinal: number) {
  return { ...row, ordinal, dedupeKey: row.dedupeKey.toString('hex'), traits: readTraits(row.text) };
}
