import type { EventPartsFragment, RequesterPartsFragment } from '../../api/graphql';
import { toDuration } from '../../components/format';
import { toRequesterName } from '../../components/requester-name';
import { eventsTexts as words } from '../../texts/events';

type Event = EventPartsFragment;

/** States of an operation, in the order in which it has them. */
export const eventStates = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;

/** Types of operations, in display order. */
export const eventKinds = Object.keys(words.kinds) as Event['type'][];

export const kindOf = ({ type }: Pick<Event, 'type'>): string => words.kinds[type];

export const canCancel = ({ type }: Pick<Event, 'type'>): boolean =>
  ['ADD', 'IMPORT', 'DELETE_MEMORIES', 'DELETE_ENTITY'].includes(type);

/** Returns whether an operation can be retried. The server keeps the messages of failed adds only. */
export const canRetry = ({ type, status }: Pick<Event, 'type' | 'status'>): boolean =>
  type === 'ADD' && status === 'FAILED';

/** Formats the duration of an operation, or a dash while it runs. */
export const getDuration = ({ startedAt, createdAt, completedAt }: Event): string =>
  completedAt ? toDuration(new Date(completedAt).getTime() - new Date(startedAt ?? createdAt).getTime()) : '–';

/** Returns who started an operation, or null if the viewer may not know. */
export const toStarterName = ({ requestedBy, requestedByUser }: RequesterPartsFragment): string | null =>
  toRequesterName({ by: requestedBy, user: requestedByUser });

/** Says what an operation did: its error, the first memory of its results, or their number. */
export function toOutcome({ error, results }: Pick<Event, 'error' | 'results'>): string {
  if (error) return error;
  if (!Array.isArray(results) || results.length === 0) return '';
  const [first] = results as readonly { readonly memory?: unknown; readonly data?: { readonly memory?: unknown } }[];
  const text = first?.memory ?? first?.data?.memory;
  return typeof text === 'string' ? words.firstResult(text, results.length - 1) : words.countResults(results.length);
}
