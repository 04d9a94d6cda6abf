import { isTimeZone, type EntityField, type Json } from '@memory-gateway/memory-engine';
import {
  toCalendarDay,
  collectFieldErrors,
  isCalendarDay,
  findMetadataError,
  findTextError,
  momentRange,
  readMoment,
  type FieldErrorCollector,
} from '../../validate.js';
import type { CustomCategory } from '../../project-settings.js';
import type { EntityIds } from '../../stores/memory/memory-row.js';
import { readCustomCategories } from '../shared/custom-categories.js';
import { findOwnerIdError, toOwnerId } from '../shared/owner-id.js';
import { readMessages, type MessageInput } from './messages.js';
import type { TextMessage } from '@memory-gateway/extraction';

export type EntityIdsInput = { readonly [Field in EntityField]?: string | null | undefined };

/** At least one of the four ids is required. 1 to 255 characters, never `*`. Blank counts as missing. */
export interface AddMemoriesInput extends EntityIdsInput {
  readonly projectId: string;
  /** At most 500 messages, 32,768 characters each, 200,000 in total. */
  readonly messages: readonly MessageInput[];
  /** Metadata of every memory: an object of at most 64 kB. */
  readonly metadata?: unknown;
  /** Whether a job extracts facts from the messages. False stores each message unchanged. Default true. */
  readonly infer?: boolean | null | undefined;
  /** Last day on which the memories are returned, `YYYY-MM-DD` in UTC. */
  readonly expirationDate?: string | null | undefined;
  /** Creation time of the memories: Unix seconds or a Date. Default: now. */
  readonly timestamp?: number | Date | null | undefined;
  /** Time zone of the speakers, such as `Europe/Lisbon`, for "yesterday" in the messages. Default UTC. */
  readonly timezone?: string | null | undefined;
  /** Rejects later updates. */
  readonly immutable?: boolean | null | undefined;
  /** Categories to choose from, `[{name: description}]`. Default: the project's categories. */
  readonly customCategories?: unknown;
  readonly customInstructions?: string | null | undefined;
  readonly agentCustomInstructions?: string | null | undefined;
  /** Hints that narrow the extraction. */
  readonly includes?: string | null | undefined;
  readonly excludes?: string | null | undefined;
}

/** A valid request as JSON. Its event stores it until the job has run. */
export interface AddRequest extends EntityIds {
  readonly messages: readonly TextMessage[];
  readonly metadata: Readonly<Record<string, Json>> | null;
  readonly infer: boolean;
  readonly expirationDate: string | null;
  /** ISO 8601. Null: the time of the request. */
  readonly timestamp: string | null;
  /** Absent in requests of older versions: UTC. */
  readonly timezone?: string;
  readonly immutable: boolean;
  readonly customCategories: readonly CustomCategory[] | null;
  readonly customInstructions: string | null;
  readonly agentCustomInstructions: string | null;
  readonly includes: string | null;
  readonly excludes: string | null;
}

/** Returns the request of an event of type ADD. `addMemories` wrote its payload. */
export function toAddRequest(payload: Json): AddRequest {
  return payload as unknown as AddRequest;
}

const maxCategories = 100;
const maxHintLength = 20_000;
const hintFields = ['customInstructions', 'agentCustomInstructions', 'includes', 'excludes'] as const;

/** Validates the input and reports all errors together. @throws ValidationError */
export function readAddInput(input: AddMemoriesInput): AddRequest {
  const found = collectFieldErrors();
  const ids = readEntityIds(input, found);
  const infer = input.infer ?? true;
  const messages = readMessages(input.messages, { found, infer });
  if (input.metadata != null) found.add('metadata', findMetadataError(input.metadata));
  const expirationDate = readExpirationDate(input.expirationDate, found);
  const timestamp = readTimestamp(input.timestamp, found);
  if (input.timezone != null && !isTimeZone(input.timezone))
    found.add('timezone', 'must be the name of a time zone, such as Europe/Lisbon.');
  const customCategories = readCustomCategories(found, input.customCategories, {
    field: 'customCategories',
    max: maxCategories,
    canBeNames: false,
  });
  for (const field of hintFields)
    if (input[field] != null) found.add(field, findTextError(input[field], maxHintLength));
  found.throwIfAny();
  return {
    ...ids,
    messages,
    metadata: (input.metadata ?? null) as AddRequest['metadata'],
    infer,
    expirationDate,
    timestamp: timestamp?.toISOString() ?? null,
    ...(input.timezone != null && { timezone: input.timezone }),
    immutable: input.immutable ?? false,
    customCategories,
    customInstructions: input.customInstructions ?? null,
    agentCustomInstructions: input.agentCustomInstructions ?? null,
    includes: input.includes ?? null,
    excludes: input.excludes ?? null,
  };
}

/** Reads an expiration date. @returns null if none is given */
export function readExpirationDate(value: unknown, found: FieldErrorCollector): string | null {
  if (value == null) return null;
  if (typeof value === 'string' && isCalendarDay(value)) return value;
  found.add('expirationDate', 'must be a day in the form YYYY-MM-DD.');
  return toCalendarDay(new Date(0));
}

/** Reads a timestamp. @returns null if none is given */
export function readTimestamp(value: unknown, found: FieldErrorCollector): Date | null {
  if (value == null) return null;
  const at = readMoment(value);
  if (!at) found.add('timestamp', `must be ${momentRange}.`);
  return at;
}

function readEntityIds(input: AddMemoriesInput, found: FieldErrorCollector): EntityIds {
  const read = (field: keyof EntityIds): string | null => {
    const id: unknown = input[field];
    if (id == null) return null;
    found.add(field, findOwnerIdError(id));
    return toOwnerId(id);
  };
  const ids = { userId: read('userId'), agentId: read('agentId'), appId: read('appId'), runId: read('runId') };
  const names = 'At least one of `userId`, `agentId`, `appId` and `runId` is required.';
  if (Object.values(ids).every((id) => id === null)) found.add('userId', names);
  return ids;
}
