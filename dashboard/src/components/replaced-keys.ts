import type { ApiKeyPartsFragment } from '../../../client/generated/graphql';

const longestOverlapMs = 7 * 86_400_000;

/** Leaves out keys that expire soon and have a newer key with their label and project: they were rotated. */
export function withoutReplaced(keys: readonly ApiKeyPartsFragment[]): readonly ApiKeyPartsFragment[] {
  const soon = Date.now() + longestOverlapMs;
  return keys.filter(
    ({ label, projectId, createdAt, expiresAt }) =>
      !expiresAt ||
      new Date(expiresAt).getTime() > soon ||
      !keys.some((key) => key.label === label && key.projectId === projectId && key.createdAt > createdAt),
  );
}
