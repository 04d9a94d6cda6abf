import { notFound } from '../errors.js';
import { findViolatedConstraint } from '@memory-gateway/database';

const parents = [
  [/_project_id_fkey\d*$/, 'Project'],
  [/_organization_id_fkey$/, 'Organization'],
  [/_(user_id|created_by|invited_by|owner_id)_fkey$/, 'User'],
] as const;

/**
 * Rethrows an error, as NotFoundError if a row refers to a project, organization or user that is gone. The checks before the transaction
 * have found it, and a lock in each transaction would make changes of a project wait for each other.
 */
export function refuseRemovedParent(error: unknown): never {
  const constraint = findViolatedConstraint(error);
  const [, noun] = parents.find(([pattern]) => constraint !== null && pattern.test(constraint)) ?? [];
  throw noun === undefined ? error : notFound(noun);
}
