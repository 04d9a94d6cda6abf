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
