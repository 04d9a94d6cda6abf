import type { Queryable } from '@memory-gateway/database';
import { readAsKnown, type MemoryStatement } from '../memory/as-known.js';
import { toVisibleCondition, type MemoryScope } from '../memory/memory-scope.js';

/** Adds a value to a statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** Reads ids of memories in a scope. @param build returns the statement, whose `memories m` meet the condition `scope` */
export async function readIds(
  queryable: Queryable,
  memories: MemoryScope,
  build: (scope: string, bind: Bind) => Omit<MemoryStatement, 'values'>,
): Promise<string[]> {
  const scope = toVisibleCondition(memories);
  const given = [...scope.values];
  const statement = build(scope.sql, (value) => `$${given.push(value)}`);
  const { sql, values } = readAsKnown(memories, { ...statement, values: given });
  return (await queryable.query<{ id: string }>(sql, values)).map(({ id }) => id);
}
