import { createHash } from 'node:crypto';
import { findTimeReason, readTime, type ForeignMemory } from '@memory-gateway/importers';
import { isUuid } from '../../ids.js';
import type { ImportedMemory } from '../../stores/import/import-store.js';
import { isStorable } from '@memory-gateway/memory-engine';
import { isCalendarDay, textLimits } from '../../validate.js';
import { hashText } from '../memory/fact-claims.js';
import type { EntityIdsInput } from '../memory/add-input.js';
import { toOwnerId } from '../shared/owner-id.js';
import { findOwnerReason, findReason, toImportedMemory, type ImportedMemoryDefaults } from './read-memory.js';

/** Owners of records that have none. */
export type OwnerDefaults = EntityIdsInput;

/**
 * Returns the id of an imported record, the same each time. Records without an id are identified by their content.
 * @param keepUuid keeps source ids that are UUIDs
 */
export function foreignMemoryId(
  record: ForeignMemory,
  { format, projectId, keepUuid }: { format: string; projectId: string; keepUuid: boolean },
): string {
  const { id, text, userId, agentId, appId, runId, createdAt } = record;
  if (keepUuid && id !== null && isUuid(id)) return id.toLowerCase();
  const known = id ?? [userId, agentId, appId, runId, createdAt, text].map((value) => value ?? null);
  return toUuid([projectId, format, known]);
}

/** Returns the UUID that belongs to a JSON value. */
export function toUuid(value: unknown): string {
  const hex = createHash('sha256').update(JSON.stringify(value)).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Converts a record to a row, or returns the reason why it cannot be imported. */
export function readForeignMemory(
  record: ForeignMemory,
  { id, owners, defaults }: { id: string; owners: OwnerDefaults; defaults: ImportedMemoryDefaults },
): ImportedMemory | string {
  const { text, role, actor } = record;
  const ids = {
    userId: toOwnerId(record.userId ?? owners.userId),
    agentId: toOwnerId(record.agentId ?? owners.agentId),
    appId: toOwnerId(record.appId ?? owners.appId),
    runId: toOwnerId(record.runId ?? owners.runId),
  };
  const reason = findReason(record) ?? findTimeReason(record) ?? findOwnerReason(ids);
  if (reason !== null) return reason;
  const day = record.expirationDate?.slice(0, 10) ?? '';
  const own = {
    id,
    ...ids,
    text,
    metadata: readMetadata(record),
    expirationDate: isCalendarDay(day) ? day : null,
    actor: actor != null && actor.length <= textLimits.name && isStorable(actor) ? actor : null,
    categories: readCategories(record.categories),
    immutable: record.immutable ?? false,
    role: role != null && role.length <= 20 && isStorable(role) ? role : null,
    eventDate: readTime(record.eventDate),
    createdAt: readTime(record.createdAt),
    updatedAt: readTime(record.updatedAt),
  };
  return toImportedMemory(own, defaults);
}

function readMetadata({ text, hash, metadata = null }: ForeignMemory): ImportedMemory['metadata'] {
  return hash === undefined || hash === hashText(text) ? metadata : { hash, ...metadata };
}

const categoriesMax = 200;

/** Null: the server sorts the memory into categories. */
function readCategories(given: readonly string[] | null | undefined): readonly string[] | null {
  if (!given || given.length > categoriesMax) return null;
  const isName = (name: string) => name.trim() !== '' && name.length <= textLimits.name && isStorable(name);
  return given.every(isName) ? given : null;
}
