import type { ProjectScope } from '../../auth/scope.js';
import type { Json } from '@memory-gateway/memory-engine';
import { Prisma } from '@memory-gateway/database/prisma';
import { firstRow, prismaWrites, type Queryable } from '@memory-gateway/database';

export interface ProfileSettingsRow {
  readonly enabled: boolean;
  /** JSON Schema of a user's profile. Null: grouped by category. */
  readonly schema: Json | null;
  readonly customInstructions: string | null;
}

export interface ProfileRow {
  readonly entityName: string;
  readonly status: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'INSUFFICIENT_DATA';
  /** `{}` before the first success. */
  readonly profile: Json;
  readonly error: string | null;
  readonly generationCount: number;
  readonly updatedAt: Date;
  /** Whether all memories that the profile was generated from still exist. */
  readonly isCurrent: boolean;
}

export type ProfileOutcome =
  | { readonly status: 'SUCCEEDED'; readonly profile: Json; readonly sourceIds: readonly string[] }
  | { readonly status: 'INSUFFICIENT_DATA' }
  | { readonly status: 'FAILED'; readonly error: string };

/**
 * Creates the store of user profiles and their project settings. A profile is deleted with its entity by the foreign
 * key. Settings use Prisma; profiles use SQL, because their statements join entities and memories.
 */
export function profileStore(db: Queryable) {
  return {
    async getSettings({ projectId }: ProjectScope): Promise<ProfileSettingsRow> {
      const { profileSettings } = await db.prisma();
      const select = { enabled: true, schema: true, customInstructions: true };
      const row = await profileSettings.findUnique({ where: { projectId }, select });
      return (row as ProfileSettingsRow | null) ?? { enabled: true, schema: null, customInstructions: null };
    },
    async saveSettings(
      { projectId }: ProjectScope,
      { schema, ...changes }: Partial<ProfileSettingsRow>,
      now: Date,
    ): Promise<void> {
      const { profileSettings } = await prismaWrites(db);
      const data = {
        ...changes,
        ...(schema !== undefined && { schema: schema === null ? Prisma.DbNull : (schema as Prisma.InputJsonValue) }),
        updatedAt: now,
      };
      await profileSettings.upsert({ where: { projectId }, create: { projectId, ...data }, update: data });
    },
    async hasUser(scope: ProjectScope, name: string): Promise<boolean> {
      return (await db.query(HAS_USER, [scope.projectId, name])).length > 0;
    },
    get: (scope: ProjectScope, name: string) => firstRow(db.query<ProfileRow>(GET, [scope.projectId, name])),
    /** Lists users with memories, most recently updated first. */
    async latestUsers(scope: ProjectScope, limit: number): Promise<string[]> {
      return (await db.query<{ name: string }>(LATEST_USERS, [scope.projectId, limit])).map(({ name }) => name);
    },
    markPending: (scope: ProjectScope, names: readonly string[], at: { eventId: string; now: Date }) =>
      db.execute(MARK_PENDING, [scope.projectId, names, at.eventId, at.now]),
    /** Stores the outcome of a generation from the memories at `readAt`: later ones make it outdated. @returns false if the user was deleted */
    async save(
      scope: ProjectScope,
      name: string,
      { outcome, readAt }: { outcome: ProfileOutcome; readAt: Date },
    ): Promise<boolean> {
      const made = outcome.status === 'SUCCEEDED' ? outcome : null;
      const profile = JSON.stringify(made?.profile ?? {});
      const error = outcome.status === 'FAILED' ? outcome.error : null;
      return (
        (await db.execute(SAVE, [scope.projectId, name, outcome.status, profile, made?.sourceIds ?? [], error, readAt]))
          .length > 0
      );
    },
    failPending: (scope: ProjectScope, { eventId, error, now }: { eventId: string; error: string; now: Date }) =>
      db.execute(FAIL_PENDING, [scope.projectId, eventId, error, now]),
    /** Lists users whose profiles are older than their latest memory, or use memories that were changed or deleted, or are expired. Excludes PENDING profiles. */
    outdated: (limit: number, now: Date) =>
      db.query<{ projectId: string; organizationId: string; names: string[] }>(OUTDATED, [limit, now]),
  };
}

// Index: entities_project_id_type_name_key.
const HAS_USER = `SELECT 1 FROM entities e WHERE e.project_id = $1 AND e.type = 'user' AND e.name = $2`;

/** SQL: one of the memories that a profile was generated from is no longer there, or not as `condition` on `m` says. */
const lacksSource = (condition: string) => `EXISTS (
  SELECT FROM unnest(p.source_ids) AS source(id)
  WHERE NOT EXISTS (SELECT FROM memories m WHERE m.project_id = p.project_id AND m.id = source.id AND m.deleted_at IS NULL AND ${condition})
)`;

const GET = `
SELECT p.entity_name, p.status, p.profile, p.error, p.generation_count, p.updated_at, NOT ${lacksSource('true')} AS is_current
FROM profiles p WHERE p.project_id = $1 AND p.entity_type = 'user' AND p.entity_name = $2`;

// Index: memories_user_idx, once for each user.
const LATEST_USERS = `
SELECT e.name FROM entities e
WHERE e.project_id = $1 AND e.type = 'user'
  AND EXISTS (SELECT FROM memories m WHERE m.project_id = $1 AND m.user_id = e.name AND m.deleted_at IS NULL)
ORDER BY e.updated_at DESC, e.id DESC LIMIT $2`;

const MARK_PENDING = `
INSERT INTO profiles AS p (project_id, entity_type, entity_name, status, source_ids, event_id, created_at, updated_at)
SELECT $1, 'user', e.name, 'PENDING', '{}', $3::uuid, $4::timestamptz, $4::timestamptz FROM entities e
WHERE e.project_id = $1 AND e.type = 'user' AND e.name = ANY($2::text[]) ORDER BY e.name FOR KEY SHARE
ON CONFLICT (project_id, entity_type, entity_name) DO UPDATE SET status = 'PENDING', error = NULL, event_id = excluded.event_id`;

// A profile stays until a new one succeeds, or until the user has no memories to generate one from. One that was generated from a memory
// that is gone is not stored: its text was erased everywhere. The lock lets a deletion find the profile, or this statement the deletion.
const SAVE = `
WITH sources AS MATERIALIZED (SELECT m.id FROM memories m WHERE m.project_id = $1 AND m.id = ANY($5::uuid[]) AND m.deleted_at IS NULL FOR KEY SHARE)
UPDATE profiles p SET status = $3::text, error = $6, updated_at = $7::timestamptz,
  profile = CASE WHEN $3::text = 'FAILED' THEN p.profile WHEN (SELECT count(*) FROM sources) = cardinality($5::uuid[]) THEN $4::jsonb ELSE '{}' END,
  source_ids = CASE $3::text WHEN 'FAILED' THEN p.source_ids ELSE $5::uuid[] END,
  generation_count = p.generation_count + CASE WHEN $3::text = 'SUCCEEDED' THEN 1 ELSE 0 END
WHERE p.project_id = $1 AND p.entity_type = 'user' AND p.entity_name = $2 RETURNING 1`;

const FAIL_PENDING = `
UPDATE profiles p SET status = 'FAILED', error = $3, updated_at = $4::timestamptz WHERE p.project_id = $1 AND p.event_id = $2::uuid AND p.status = 'PENDING'`;

// An imported memory may have changed in the future.
const IS_AS_READ = `(m.updated_at <= p.updated_at OR m.updated_at > $2::timestamptz) AND (m.expiration_date IS NULL OR m.expiration_date >= $2::timestamptz::date)`;

const OUTDATED = `
SELECT project_id, organization_id, array_agg(entity_name ORDER BY entity_name) AS names FROM (
  SELECT p.project_id, o.organization_id, p.entity_name
  FROM profiles p JOIN entities e ON (e.project_id, e.type, e.name) = (p.project_id, p.entity_type, p.entity_name)
  JOIN projects o ON o.id = p.project_id LEFT JOIN profile_settings s ON s.project_id = p.project_id
  WHERE p.status <> 'PENDING' AND o.deleted_at IS NULL AND coalesce(s.enabled, true) AND (e.updated_at > p.updated_at OR ${lacksSource(IS_AS_READ)})
  ORDER BY p.updated_at LIMIT $1
) AS outdated GROUP BY project_id, organization_id`;
