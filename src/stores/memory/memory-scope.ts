import type { ProjectScope } from '../../auth/scope.js';
import type { MemoryFilter } from '@memory-gateway/memory-engine';
import { toTruthConditions, type ReadTimes } from './as-known.js';
import { compileFilter, type SqlCondition } from './filter-sql.js';

/** `outdated`: a suggested link says with {@link OUTDATED_PROBABILITY} that a newer memory replaces it. */
export type HiddenState = 'superseded' | 'merged' | 'outdated';

/** From this probability on, a suggested link hides the older memory from callers that want current ones only. */
const OUTDATED_PROBABILITY = 0.7;

export interface MemoryScope extends ReadTimes {
  readonly scope: ProjectScope;
  readonly filter: MemoryFilter;
  /** Current date as `YYYY-MM-DD`. Excludes memories that expired before; null includes them. */
  readonly expiredBefore: string | null;
  readonly hiddenStates?: readonly HiddenState[] | undefined;
}

/** Entities whose memories an index has in every order that a search reads. */
const ownersWithIndex: ReadonlySet<string> = new Set(['userId', 'agentId', 'appId']);

/**
 * Whether a scope is all current memories of a project, or of one user, agent or app in it. One index serves such a scope, however large it is,
 * so its statement can be prepared. Other filters need plans for their values, and have more shapes than a connection can keep.
 */
export function hasOneIndex({ filter, asOf, validAt, hiddenStates = [] }: MemoryScope): boolean {
  const [first, ...others] = filter.kind === 'and' ? filter.filters : [filter];
  const isOneOwner =
    first === undefined ||
    (first.kind === 'entity' && first.test === 'in' && first.values.length === 1 && ownersWithIndex.has(first.field));
  return isOneOwner && others.length === 0 && asOf == null && validAt == null && !hiddenStates.includes('outdated');
}

// Indexes: memory_links_older_id_idx, memories_pkey.
const OUTDATING = `SELECT FROM memory_links l JOIN memories newer ON newer.project_id = $1 AND newer.id = l.newer_id AND newer.deleted_at IS NULL
  WHERE l.project_id = $1 AND l.older_id = m.id AND l.status = 'SUGGESTED' AND l.relation = 'SUPERSEDES' AND l.probability >= ${OUTDATED_PROBABILITY}`;

/** Returns the condition that a memory is shown without further options: not deleted, not merged, not expired before `day`, a placeholder. */
export const isCurrent = (day: string): string =>
  `m.deleted_at IS NULL AND m.lifecycle_state <> 'merged' AND (m.expiration_date IS NULL OR m.expiration_date >= ${day}::date)`;

/** Returns the condition on `memories m` of every list, count and search. Parameters start at `$1`. */
export function toVisibleCondition(memories: MemoryScope): SqlCondition {
  const { scope, filter, expiredBefore, hiddenStates = [] } = memories;
  const values: unknown[] = [scope.projectId];
  const conditions = ['m.project_id = $1', 'm.deleted_at IS NULL'];
  if (expiredBefore !== null) {
    conditions.push(`(m.expiration_date IS NULL OR m.expiration_date >= $${values.push(expiredBefore)}::date)`);
  }
  for (const state of hiddenStates) if (state !== 'outdated') conditions.push(`m.lifecycle_state <> '${state}'`);
  if (hiddenStates.includes('outdated')) {
    const until = memories.asOf == null ? '' : ` AND l.created_at <= $${values.push(memories.asOf)}::timestamptz`;
    conditions.push(`NOT EXISTS (${OUTDATING}${until})`);
  }
  conditions.push(...toTruthConditions(memories, (value) => `$${values.push(value)}`));
  const compiled = compileFilter(filter, values.length + 1);
  return { sql: [...conditions, compiled.sql].join(' AND '), values: [...values, ...compiled.values] };
}
