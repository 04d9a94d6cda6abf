import type { ListNamespacesOperation, MatchCondition } from '@langchain/langgraph-checkpoint';

type Comparison = (value: unknown, wanted: unknown) => boolean;

const isEqual: Comparison = (value, wanted) => JSON.stringify(value) === JSON.stringify(wanted);

/** Compares numbers numerically, other values as text. */
function compare(value: unknown, wanted: unknown): number {
  if (typeof value === 'number' && typeof wanted === 'number') return value - wanted;
  return String(value) < String(wanted) ? -1 : Number(String(value) > String(wanted));
}

const comparisons: Readonly<Record<string, Comparison>> = {
  $eq: isEqual,
  $ne: (value, wanted) => !isEqual(value, wanted),
  $gt: (value, wanted) => compare(value, wanted) > 0,
  $gte: (value, wanted) => compare(value, wanted) >= 0,
  $lt: (value, wanted) => compare(value, wanted) < 0,
  $lte: (value, wanted) => compare(value, wanted) <= 0,
};

/** Returns whether a value matches a LangGraph filter. @throws TypeError for an unknown operator */
export function matchesFilter(value: Record<string, unknown>, filter: Record<string, unknown> = {}): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return isEqual(value[field], wanted);
    const tests = Object.entries(wanted);
    if (!tests.some(([name]) => name.startsWith('$'))) return isEqual(value[field], wanted);
    return tests.every(([name, operand]) => {
      const test = comparisons[name];
      if (!test) throw new TypeError(`Unknown operator ${name}.`);
      return value[field] !== undefined && test(value[field], operand);
    });
  });
}

/** Returns the namespaces that match a LangGraph request, sorted, without duplicates. */
export function listNamespaces(known: readonly string[][], operation: ListNamespacesOperation): string[][] {
  const { matchConditions = [], maxDepth, limit, offset } = operation;
  const matching = known.filter((namespace) => matchConditions.every((condition) => matches(namespace, condition)));
  const cut = matching.map((namespace) => JSON.stringify(namespace.slice(0, maxDepth)));
  const distinct = [...new Set(cut)].sort();
  return distinct.slice(offset, offset + limit).map((text) => JSON.parse(text) as string[]);
}

function matches(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const part = matchType === 'prefix' ? namespace.slice(0, path.length) : namespace.slice(-path.length);
  return path.every((wanted, index) => wanted === '*' || wanted === part[index]);
}
