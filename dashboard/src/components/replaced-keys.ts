import type { ApiKeyPartsFragment } from '../api/graphql';

const longestOverlapSeconds = 30 * 86_400;

/** Leaves out keys that have expired or were rotated: a rotated key ends a whole number of seconds after its successor was created. */
export function withoutReplaced(keys: readonly ApiKeyPartsFragment[]): readonly ApiKeyPartsFragment[] {
  return keys.filter((key) => {
    if (!key.expiresAt) return true;
    const ends = new Date(key.expiresAt).getTime();
    return ends > Date.now() && !keys.some((other) => isSuccessor(other, key, ends));
  });
}

function isSuccessor(other: ApiKeyPartsFragment, key: ApiKeyPartsFragment, ends: number): boolean {
  const seconds = (ends - new Date(other.createdAt).getTime()) / 1_000;
  return (
    other.label === key.label &&
    other.projectId === key.projectId &&
    other.createdAt > key.createdAt &&
    Number.isInteger(seconds) &&
    seconds > 0 &&
    seconds <= longestOverlapSeconds
  );
}
