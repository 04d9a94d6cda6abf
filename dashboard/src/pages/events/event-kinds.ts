import type { EventPartsFragment } from '../../../../client/generated/graphql';

/** What operations do, in words. */
export const eventKinds: Readonly<Record<EventPartsFragment['type'], string>> = {
  ADD: 'Add memories',
  IMPORT: 'Import',
  EXPORT: 'Export',
  GENERATE_PROFILES: 'Profiles',
  RE_EMBED: 'New embeddings',
  DELETE_MEMORIES: 'Deletion by filter',
  DELETE_ENTITY: 'Deletion of an entity',
};

/** What an operation does, in words where there are some. */
export const kindOf = ({ type }: Pick<EventPartsFragment, 'type'>): string => eventKinds[type];

/** Whether operations of this kind can be ended before they are done. */
export const canCancel = ({ type }: Pick<EventPartsFragment, 'type'>): boolean =>
  ['ADD', 'IMPORT', 'DELETE_MEMORIES', 'DELETE_ENTITY'].includes(type);

/** How long an operation ran; a dash while it has not ended. */
export function toDuration({ startedAt, createdAt, completedAt }: EventPartsFragment): string {
  if (!completedAt) return '–';
  const ms = new Date(completedAt).getTime() - new Date(startedAt ?? createdAt).getTime();
  if (ms < 1_000) return `${ms} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
