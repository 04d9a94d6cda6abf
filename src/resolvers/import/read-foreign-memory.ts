import { createHash } from 'node:crypto';
import { categorize } from '@memory-gateway/memory-engine';
import type { ForeignMemory } from '@memory-gateway/importers';
import { isUuid } from '../../ids.js';
import type { ImportedMemory } from '../../stores/import/import-store.js';
import { findMetadataError, isCalendarDay, readMoment } from '../../validate.js';
import { dedupeKey, hashText } from '../memory/fact-claims.js';
import type { ImportedMemoryDefaults } from './read-memory.js';

/** Owners of records that have none. */
export interface OwnerDefaults {
  readonly userId?: string | null | undefined;
  readonly agentId?: string | null | undefined;
  readonly appId?: string | null | undefined;
  readonly runId?: string | null | undefined;
}

const longestText = 200_000;

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
  const { text, role } = record;
  const reason = findReason(record) ?? findTimeReason(record);
  if (reason !== null) return reason;
  const ids = {
    userId: readOwner(record.userId ?? owners.userId),
    agentId: readOwner(record.agentId ?? owners.agentId),
    appId: readOwner(record.appId ?? owners.appId),
    runId: readOwner(record.runId ?? owners.runId),
  };
  if (Object.values(ids).every((owner) => owner === null)) return 'The memory belongs to no user, agent, app or run.';
  if (Object.values(ids).some((owner) => owner !== null && (owner.length > 255 || unstorable.test(owner))))
    return 'The id of its user, agent, app or run is longer than 255 characters or holds NUL.';
  const updatedAt = readTime(record.updatedAt);
  const createdAt = readTime(record.createdAt) ?? updatedAt ?? defaults.now;
  const day = record.expirationDate?.slice(0, 10) ?? '';
  return {
    id,
    ...ids,
    text,
    hash: hashText(text),
    dedupeKey: dedupeKey(ids, text),
    metadata: record.metadata ?? null,
    categories: categorize(text, defaults.catalog),
    categorizedAt: defaults.now,
    expirationDate: isCalendarDay(day) ? day : null,
    actor: null,
    role: role != null && role.length <= 20 && !unstorable.test(role) ? role : null,
    searchLanguage: defaults.searchLanguage,
    eventDate: readTime(record.eventDate),
    createdAt,
    updatedAt: updatedAt && updatedAt > createdAt ? updatedAt : createdAt,
  };
}

/** Returns the reason why a time of a record cannot be read, or null. */
function findTimeReason(record: ForeignMemory): string | null {
  for (const field of ['createdAt', 'updatedAt', 'eventDate'] as const)
    if (!isBlank(record[field]) && readTime(record[field]) === null)
      return `Its ${field} cannot be read. Write the time in ISO 8601, such as 2026-01-31T14:30:00Z.`;
  const { expirationDate } = record;
  return isBlank(expirationDate) || isCalendarDay(String(expirationDate).slice(0, 10))
    ? null
    : 'Its expirationDate cannot be read. Write the day as YYYY-MM-DD.';
}

const isBlank = (value: unknown): boolean => value == null || (typeof value === 'string' && value.trim() === '');

/** Postgres cannot store NUL or unpaired surrogates. */
const unstorable = /[\0\p{Cs}]/u;

/** Returns the reason why a record cannot be imported in any project, or null. */
export function findReason({ text, metadata }: ForeignMemory): string | null {
  if (text.length > longestText) return `Its text has more than ${longestText} characters.`;
  if (unstorable.test(text)) return 'Its text holds NUL or an invalid character.';
  if (!metadata) return null;
  if (findMetadataError(metadata)) return 'Its metadata takes more than 64 kB or is nested too deep.';
  return unstorable.test(JSON.stringify(metadata)) || JSON.stringify(metadata).includes('\\u0000')
    ? 'Its metadata holds NUL or an invalid character.'
    : null;
}

function readOwner(value: string | null | undefined): string | null {
  return value == null || value.trim() === '' ? null : value.trim();
}

/** Parses a time. Numbers are Unix seconds, or milliseconds if large. Texts without a zone are UTC. */
function readTime(value: unknown): Date | null {
  if (typeof value === 'number') return readMoment(new Date(value > 100_000_000_000 ? value : value * 1_000));
  if (typeof value !== 'string' || value.trim() === '') return null;
  if (/^\d{9,13}(\.\d+)?$/.test(value)) return readTime(Number(value));
  const text = writeIsoTime(writeIsoDay(value.trim()));
  const hasZone = /(?:z|utc|gmt|[+-]\d\d:?\d\d)$/i.test(text);
  return readMoment(new Date(hasZone || !text.includes(':') ? text : `${text} Z`));
}

/** Writes "2025-12-31 14:30:00+00" and "2025-12-31 14:30 UTC", as databases do, as ISO 8601. Without a zone, the time is UTC. */
function writeIsoTime(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d[\d:.]*) ?(?:z|utc|gmt|([+-]\d\d):?(\d\d)?)?$/i.exec(text);
  if (!parts) return text;
  const [, day = '', time = '', hours, minutes = '00'] = parts;
  return `${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
}

/** Writes "5.4.2025, 9:30" as "2025-04-05 09:30". JavaScript would read the month first. */
function writeIsoDay(text: string): string {
  const parts = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? (\d{1,2})(:\d\d.*))?$/.exec(text);
  if (!parts) return text;
  const [, day = '', month = '', year = '', hour, minutes = ''] = parts;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return hour === undefined ? date : `${date} ${hour.padStart(2, '0')}${minutes}`;
}
