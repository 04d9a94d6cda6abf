import type { ProjectScope } from '../../auth/scope.js';
import type { MemoryFilter } from '@memory-gateway/memory-engine';
import { toTruthConditions, type ReadTimes } from './as-known.js';
import { compileFilter, type SqlCondition } from './filter-sql.js';

export type HiddenState = 'superseded' | 'merged';

export interface MemoryScope extends ReadTimes {
  readonly scope: ProjectScope;
  readonly filter: MemoryFilter;
  /** Current date as `YYYY-MM-DD`. Excludes memories that expired before; null includes them. */
  readonly expiredBefore: string | null;
  readonly hiddenStates?: readonly HiddenState[] | undefined;
}

/** Returns the condition on `memories m` of every list, count and search. Parameters start at `$1`. */
export function toVisibleCondition(memories: MemoryScope): SqlCondition {
  const { scope, filter, expiredBefore, hiddenStates = [] } = memories;
  const values: unknown[] = [scope.projectId];
  const conditions = ['m.project_id = $1', 'm.deleted_at IS NULL'];
  if (expiredBefore !== null) {
    conditions.push(`(m.expiration_date IS NULL OR m.expiration_date >= $${values.push(expiredBefore)}::date)`);
  }
  conditions.push(...hiddenStates.map((state) => `m.lifecycle_state <> '${state}'`));
  conditions.push(...toTruthConditions(memories, (value) => `$${values.push(value)}`));
  const compiled = compileFilter(filter, values.length + 1);
  return { sql: [...conditions, compiled.sql].join(' AND '), values: [...values, ...compiled.values] };
}
