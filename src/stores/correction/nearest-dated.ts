import type { ProjectScope } from '../../auth/scope.js';
import { prepared, type Queryable } from '@memory-gateway/database';
import { entityColumns, toOwnerField, type MemoryRow } from '../memory/memory-row.js';
import { distanceSql, formatVector, type Precision } from '../search/vector-search.js';

export interface DatedPair {
  readonly olderId: string;
  readonly olderText: string;
  readonly olderActor: string | null;
  readonly olderRole: string | null;
  readonly newerId: string;
  readonly newerText: string;
  readonly newerActor: string | null;
  readonly newerRole: string | null;
  readonly cosine: number;
}

/** A memory and the ids of its owner. */
export type OwnedMemory = Pick<MemoryRow, 'id' | 'userId' | 'agentId' | 'appId'>;

export interface NearestRequest {
  readonly embedder: number;
  readonly memories: readonly OwnedMemory[];
  /** Maximum number of pairs of each memory in each direction. */
  readonly limit: number;
  readonly cosineMin: number;
}

/** Number of memories, nearest by date, that are compared. Bounds the work for owners of many memories. */
const comparedMax = 1_000;

/**
 * Lists the most similar older and newer memories of each memory's owner (user, else agent, app or run), by date. Leaves
 * out the message that a memory was extracted from, and the memories extracted from it.
 */
export async function listNearestDated(
  queryable: Queryable,
  scope: ProjectScope,
  { embedder, memories, limit, cosineMin, precision }: NearestRequest & { readonly precision: Precision },
): Promise<DatedPair[]> {
  const found: DatedPair[] = [];
  for (const owner of ownerFields) {
    const ids = memories.filter((memory) => toOwnerField(memory) === owner).map(({ id }) => id);
    const values = [scope.projectId, embedder, ids, limit, cosineMin];
    const statement = toStatement({ precision, same: sameOwner[owner], chosen: ids.length === 1 ? ONE : MANY });
    if (ids.length > 0) found.push(...(await queryable.query<DatedPair>(statement, values)));
  }
  return found;
}

const ownerFields = ['userId', 'agentId', 'appId', 'runId'] as const;
type OwnerField = (typeof ownerFields)[number];
const sameOwner: Readonly<Record<OwnerField, string>> = {
  userId: 'm.user_id = n.user_id',
  agentId: 'm.agent_id = n.agent_id AND m.user_id IS NULL',
  appId: 'm.app_id = n.app_id AND m.user_id IS NULL AND m.agent_id IS NULL',
  runId: 'm.run_id = n.run_id AND m.user_id IS NULL AND m.agent_id IS NULL AND m.app_id IS NULL',
};

const side = (alias: string, name: string) =>
  `${alias}.id AS ${name}_id, ${alias}.text AS ${name}_text, ${alias}.actor AS ${name}_actor, ${alias}.role AS ${name}_role`;

// A statement of its own for one memory: a plan for any number looks so expensive that Postgres would plan each execution for its values,
// which takes longer than the execution.
const ONE = 'n.id = ($3::uuid[])[1]';
const MANY = 'n.id = ANY($3::uuid[])';

interface Parts {
  readonly precision: Precision;
  readonly same: string;
  readonly chosen: typeof ONE | typeof MANY;
}

// Indexes: memories_user_idx, memories_agent_idx or memories_app_idx; memory_embeddings_pkey for each compared memory.
// Without a cast to the indexed type, the expression does not match the HNSW index, so the comparison is exact. OFFSET 0 keeps the planner
// from computing each distance three times. `chosen`: the memories.
const near = ({ precision, same, chosen }: Parts, direction: '<' | '>') => `
CROSS JOIN LATERAL (
  SELECT compared.id, compared.text, compared.actor, compared.role, 1 - nullif(compared.distance, 'NaN') AS cosine FROM (
  SELECT dated.id, dated.text, dated.actor, dated.role, ${distanceSql(precision, 'e.embedding', 'ne.embedding')} AS distance
  FROM (
    SELECT m.id, m.text, m.actor, m.role FROM memories m
    WHERE m.project_id = $1 AND m.deleted_at IS NULL AND ${same} AND m.lifecycle_state = 'active'
      AND m.dedupe_key IS DISTINCT FROM n.source_key AND m.source_key IS DISTINCT FROM n.dedupe_key
      AND m.created_at ${direction}= n.created_at AND (m.created_at, m.sequence) ${direction} (n.created_at, n.sequence)
    ORDER BY m.created_at ${direction === '<' ? 'DESC, m.id DESC' : 'ASC, m.id ASC'} LIMIT ${comparedMax}
  ) AS dated
  JOIN memory_embeddings e ON e.project_id = $1 AND e.memory_id = dated.id AND e.embedder_id = $2 OFFSET 0
  ) AS compared ORDER BY compared.distance, compared.id LIMIT $4
) AS o WHERE n.project_id = $1 AND ${chosen} AND o.cosine >= $5`;

const toStatement = (parts: Parts) =>
  prepared(`
SELECT ${side('o', 'older')}, ${side('n', 'newer')}, o.cosine
FROM memories n JOIN memory_embeddings ne ON ne.project_id = $1 AND ne.memory_id = n.id AND ne.embedder_id = $2 ${near(parts, '<')}
UNION ALL
SELECT ${side('n', 'older')}, ${side('o', 'newer')}, o.cosine
FROM memories n JOIN memory_embeddings ne ON ne.project_id = $1 AND ne.memory_id = n.id AND ne.embedder_id = $2 ${near(parts, '>')}`);

export interface NearMemory {
  readonly id: string;
  readonly text: string;
  readonly actor: string | null;
  readonly role: string | null;
  readonly createdAt: Date;
  readonly cosine: number;
}

export interface NearRequest {
  readonly embedder: number;
  readonly owner: { readonly field: OwnerField; readonly value: string };
  readonly vector: Float32Array;
  readonly until: Date;
  readonly limit: number;
}

// Indexes: memories_user_idx, memories_agent_idx or memories_app_idx; memory_embeddings_pkey for each compared memory.
const NEAR = (precision: Precision, column: string) => `
SELECT id, text, actor, role, created_at, coalesce(1 - nullif(distance, 'NaN'), 0) AS cosine FROM (
SELECT dated.id, dated.text, dated.actor, dated.role, dated.created_at, ${distanceSql(precision, 'e.embedding', '$4')} AS distance
FROM (
  SELECT m.id, m.text, m.actor, m.role, m.created_at FROM memories m
  WHERE m.project_id = $1 AND m.deleted_at IS NULL AND m.${column} = $3 AND m.lifecycle_state = 'active' AND m.created_at <= $5::timestamptz
  ORDER BY m.created_at DESC, m.id DESC LIMIT ${comparedMax}
) AS dated
JOIN memory_embeddings e ON e.project_id = $1 AND e.memory_id = dated.id AND e.embedder_id = $2 OFFSET 0
) AS compared ORDER BY distance, id LIMIT $6`;

/** Lists the active memories of an owner that are nearest to a vector, nearest first. */
export function nearestToVector(
  queryable: Queryable,
  scope: ProjectScope,
  { embedder, owner, vector, until, limit, precision }: NearRequest & { readonly precision: Precision },
): Promise<NearMemory[]> {
  const values = [scope.projectId, embedder, owner.value, formatVector(vector), until, limit];
  return queryable.query<NearMemory>(NEAR(precision, entityColumns[owner.field]), values);
}
