import type { Json } from '@memory-gateway/memory-engine';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { collectFieldErrors, findMetadataError, findTextError, textLimits } from '../../validate.js';
import { readExpirationDate, readTimestamp } from './add-input.js';
import { memoryTextMax } from './messages.js';

/** Changes of a memory. Undefined keeps a value. */
export interface UpdateMemoryInput {
  /** Project that must contain the memory. Default: any project. */
  readonly projectId?: string | undefined;
  readonly id: string;
  /** New text, stored unchanged. */
  readonly text?: string | undefined;
  /** Replaces the metadata. Null clears it. */
  readonly metadata?: unknown;
  /** Adds keys to the current metadata. Excludes `metadata`. */
  readonly addedMetadata?: unknown;
  readonly categories?: readonly string[] | null | undefined;
  /** Last day on which the memory is returned, `YYYY-MM-DD`. Null clears it. */
  readonly expirationDate?: string | null | undefined;
  /** Sets the creation time: Unix seconds or a Date. */
  readonly timestamp?: number | Date | undefined;
}

/** Validated changes. Undefined keeps a value. */
export interface Changes {
  readonly text: string | undefined;
  readonly metadata: MemoryRow['metadata'] | undefined;
  readonly addedMetadata: NonNullable<MemoryRow['metadata']> | undefined;
  readonly categories: readonly string[] | undefined;
  readonly expirationDate: string | null | undefined;
  readonly createdAt: Date | undefined;
}

/** Validates changes. @throws ValidationError if nothing is given or a value is malformed */
export function readChanges(input: UpdateMemoryInput): Changes {
  const found = collectFieldErrors();
  const { text, metadata, addedMetadata, categories, expirationDate, timestamp } = input;
  if (typeof text === 'string' && text.trim() === '') found.add('text', 'must not be blank.');
  else if (text != null) found.add('text', findTextError(text, memoryTextMax));
  const given = addedMetadata ?? metadata;
  if (given != null) found.add('metadata', findMetadataError(given));
  if (categories != null) checkCategories(categories, found);
  const day = readExpirationDate(expirationDate, found);
  const createdAt = readTimestamp(timestamp, found) ?? undefined;
  if (
    text == null &&
    metadata === undefined &&
    addedMetadata === undefined &&
    categories == null &&
    expirationDate === undefined &&
    timestamp == null
  ) {
    found.add('text', 'At least one of `text`, `metadata`, `expirationDate` and `timestamp` must be given.');
  }
  found.throwIfAny();
  return {
    text: text ?? undefined,
    metadata: metadata as Readonly<Record<string, Json>> | null | undefined,
    addedMetadata: addedMetadata as Readonly<Record<string, Json>> | undefined,
    categories: categories == null ? undefined : [...new Set(categories.map((name) => name.trim()))],
    expirationDate: expirationDate === undefined ? undefined : day,
    createdAt,
  };
}

const categoriesMax = 50;

function checkCategories(categories: readonly unknown[], found: ReturnType<typeof collectFieldErrors>): void {
  if (categories.length > categoriesMax) found.add('categories', `may have ${categoriesMax} names at most.`);
  for (const name of categories) {
    const isBlank = typeof name !== 'string' || name.trim() === '';
    const problem = isBlank ? 'must not be blank.' : findTextError(name, textLimits.name);
    if (problem !== null) found.add('categories', `A name ${problem}`);
  }
}
