import type { EventPartsFragment, RequesterPartsFragment } from '../../../../client/generated/graphql';
import { toRequesterName } from '../../components/requester-name';

/** Labels of the operation types. */
export const eventKinds: Readonly<Record<EventPartsFragment['type'], string>> = {
  ADD: 'Add memories',
  IMPORT: 'Import',
  EXPORT: 'Export',
  GENERATE_PROFILES: 'Profiles',
  RE_EMBED: 'New embeddings',
  DELETE_MEMORIES: 'Deletion by filter',
  DELETE_ENTITY: 'Deletion of an entity',
};

/** Returns the label of an operation's type. */
export const kindOf = ({ type }: Pick<EventPartsFragment, 'type'>): string => eventKinds[type];

/** Returns whether operations of this type can be cancelled. */
export const canCancel = ({ type }: Pick<EventPartsFragment, 'type'>): boolean =>
  ['ADD', 'IMPORT', 'DELETE_MEMORIES', 'DELETE_ENTITY'].includes(type);

/** Returns whether an operation can be retried. The server keeps the messages of failed adds only. */
export const canRetry = ({ type, status }: Pick<EventPartsFragment, 'type' | 'status'>): boolean =>
  type === 'ADD' && status === 'FAILED';

/** Formats the duration of an operation, or a dash while it runs. */
export function toDuration({ startedAt, createdAt, completedAt }: EventPartsFragment): string {
  if (!completedAt) return '–';
  const ms = new Date(completedAt).getTime() - new Date(startedAt ?? createdAt).getTime();
  if (ms < 1_000) return `${ms} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** Returns who started an operation, or null if the viewer may not know. */
export const toStarterName = ({ requestedBy, requestedByUser }: RequesterPartsFragment): string | null =>
  toRequesterName({ by: requestedBy, user: requestedByUser });
