import { readTime } from '@memory-gateway/importers';
import { categorize, isStorable, type Category, type Json } from '@memory-gateway/memory-engine';
import { isUuid } from '../../ids.js';
import type { ImportedMemory } from '../../stores/import/import-store.js';
import type { SourceMemory } from '@memory-gateway/import-sources';
import type { EntityIds } from '../../stores/memory/memory-row.js';
import { isCalendarDay, findMetadataError, notStorable } from '../../validate.js';
import { findOwnerIdError, toOwnerId } from '../shared/owner-id.js';
import { dedupeKey, hashText } from '../memory/fact-claims.js';

export interface ImportedMemoryDefaults {
  readonly searchLanguage: 'english' | 'simple';
  readonly catalog: readonly Category[];
  readonly now: Date;
}

// Keys that the original server stores next to the user's metadata. The last two are computed again here.
const ownKeys = new Set([
  'data',
  'hash',
  'created_at',
  'updated_at',
  'user_id',
  'agent_id',
  'run_id',
  'actor_id',
  'role',
  'expiration_date',
  'attributed_to',
  'text_lemmatized',
]);
/** Most characters of an imported text. */
const textMax = 200_000;

/** What the source says about a memory. The rest follows from it. */
type OwnValues = Omit<
  ImportedMemory,
  'hash' | 'dedupeKey' | 'categories' | 'categorizedAt' | 'searchLanguage' | 'createdAt' | 'updatedAt'
>;

/** Completes the row of an imported memory, from whichever source. */
export function toImportedMemory(
  memory: OwnValues & {
    readonly categories: readonly string[] | null;
    readonly createdAt: Date | null;
    readonly updatedAt: Date | null;
  },
  { now, catalog, searchLanguage }: ImportedMemoryDefaults,
): ImportedMemory {
  const { text, updatedAt } = memory;
  const createdAt = memory.createdAt ?? updatedAt ?? now;
  return {
    ...memory,
    hash: hashText(text),
    dedupeKey: dedupeKey(memory, text),
    categories: memory.categories ?? categorize(text, catalog),
    categorizedAt: now,
    searchLanguage,
    createdAt,
    updatedAt: updatedAt && updatedAt > createdAt ? updatedAt : createdAt,
  };
}

/** Returns why a record cannot be imported in any project, or null. */
export function findReason({ text, metadata }: { text: string; metadata?: object | null | undefined }): string | null {
  if (text.length > textMax) return `Its text has more than ${textMax} characters.`;
  if (!isStorable(text)) return `Its text ${notStorable}`;
  const problem = metadata ? findMetadataError(metadata) : null;
  return problem && `Its metadata ${problem}`;
}

/** Returns why a memory of these entities cannot be imported, or null. */
export function findOwnerReason(ids: EntityIds): string | null {
  const given = Object.values(ids).filter((id) => id !== null);
  if (given.length === 0) return 'The memory belongs to no user, agent, app or run.';
  const error = given.map(findOwnerIdError).find((each) => each !== null);
  return error === undefined ? null : `The id of its user, agent, app or run ${error}`;
}

/** Converts a memory of the original server to a row, or returns the reason why it cannot be imported. */
export function readSourceMemory(
  { id, payload }: SourceMemory,
  defaults: ImportedMemoryDefaults,
): ImportedMemory | string {
  if (!isUuid(id)) return 'Its id is no UUID.';
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return 'The record has no payload.';
  const values: Readonly<Record<string, unknown>> = { ...payload };
  const text = values['data'];
  if (typeof text !== 'string' || text.trim() === '') return 'The record has no text.';
  const ids = {
    userId: toOwnerId(values['user_id']),
    agentId: toOwnerId(values['agent_id']),
    appId: null,
    runId: toOwnerId(values['run_id']),
  };
  const metadata = ownMetadata(values);
  const reason = findReason({ text, metadata }) ?? findOwnerReason(ids);
  if (reason !== null) return reason;
  const own = {
    id: id.toLowerCase(),
    ...ids,
    text,
    metadata,
    expirationDate: readDay(values['expiration_date']),
    actor: shortText(values['actor_id'], 255),
    role: shortText(values['role'], 20),
    eventDate: null,
    categories: null,
    immutable: false,
    createdAt: readTime(values['created_at']),
    updatedAt: readTime(values['updated_at']),
  };
  const row = toImportedMemory(own, defaults);
  return { ...row, hash: readHash(values['hash']) ?? row.hash };
}

function ownMetadata(values: Readonly<Record<string, unknown>>): Readonly<Record<string, Json>> | null {
  const entries = Object.entries(values).filter(([key]) => !ownKeys.has(key));
  // The cast is safe, because the value comes from a JSON column.
  return entries.length === 0 ? null : (Object.fromEntries(entries) as Record<string, Json>);
}

function readHash(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value) ? value : null;
}

/** Like on the original server, an invalid date means that the memory never expires. */
function readDay(value: unknown): string | null {
  return typeof value === 'string' && isCalendarDay(value) ? value : null;
}

function shortText(value: unknown, length: number): string | null {
  return typeof value === 'string' && value !== '' && [...value].length <= length ? value : null;
}
