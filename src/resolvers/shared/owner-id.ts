import { findTextError, textLimits } from '../../validate.js';

/** Returns why a value cannot be the ID of a user, agent, app or run, or null. Blank is no error: it counts as missing. */
export function findOwnerIdError(id: unknown): string | null {
  return findTextError(id, textLimits.name) ?? (id === '*' ? 'may not be "*", which matches any ID in filters.' : null);
}

/** Returns the ID of an owner, or null if it is missing or blank. It is not trimmed, because filters compare IDs exactly. */
export function toOwnerId(id: unknown): string | null {
  return typeof id !== 'string' || id.trim() === '' ? null : id;
}
