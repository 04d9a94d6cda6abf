import type { EntityType } from '../../api/graphql';
import { entitiesTexts as words } from '../../texts/entities';

/** Entity types with their label and their field in memory filters. */
export const entityKinds: Readonly<
  Record<EntityType, { readonly label: string; readonly field: 'userId' | 'agentId' | 'appId' | 'runId' }>
> = {
  USER: { label: words.user, field: 'userId' },
  AGENT: { label: words.agent, field: 'agentId' },
  APP: { label: words.app, field: 'appId' },
  RUN: { label: words.run, field: 'runId' },
};

/** Reads an entity type from the URL. Returns null for unknown types. */
export const toEntityType = (value: string | null): EntityType | null =>
  value !== null && Object.hasOwn(entityKinds, value) ? (value as EntityType) : null;

export const toEntityUrl = ({ type, name }: { readonly type: EntityType; readonly name: string }): string =>
  `/entities?${new URLSearchParams({ type, name })}`;
