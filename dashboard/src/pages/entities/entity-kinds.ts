import type { EntityType } from '../../../../client/generated/graphql';

/** The types of entities: label and the field of memory filters. */
export const entityKinds: Readonly<Record<EntityType, { readonly label: string; readonly field: string }>> = {
  USER: { label: 'User', field: 'userId' },
  AGENT: { label: 'Agent', field: 'agentId' },
  APP: { label: 'App', field: 'appId' },
  RUN: { label: 'Run', field: 'runId' },
};

/** Reads a type from a URL; null for unknown types. */
export const toEntityType = (value: string | null): EntityType | null =>
  value !== null && Object.hasOwn(entityKinds, value) ? (value as EntityType) : null;

/** The URL of an entity's page. */
export const toEntityUrl = ({ type, name }: { readonly type: EntityType; readonly name: string }): string =>
  `/entities?${new URLSearchParams({ type, name })}`;
