import type { DeletionPartsFragment } from '../../api/graphql';
import { toRequesterName } from '../../components/requester-name';
import { deletionsTexts as words } from '../../texts/deletions';

type Deletion = Pick<DeletionPartsFragment, 'kind' | 'requestedFilter' | 'requestedBy' | 'requestedByUser'>;

/** Returns what was deleted: "User rosa", or "An erased user" once the ID is erased. */
export function toDeletionName({ kind, requestedFilter }: Deletion): string {
  const filter = (requestedFilter ?? {}) as Readonly<Record<string, unknown>>;
  if (filter.erased === true) return kind === 'ENTITY' ? words.erasedEntity : words.memoriesOfErased;
  const { entity_type: type, entity_id: id } = filter;
  return kind === 'ENTITY' && typeof type === 'string' && typeof id === 'string'
    ? words.entityName(type, id)
    : words.kinds[kind];
}

export const toRequester = ({ requestedBy, requestedByUser }: Deletion): string =>
  toRequesterName({ by: requestedBy, user: requestedByUser }) ?? requestedBy;
