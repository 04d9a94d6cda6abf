import type { EntityType } from '../../../../client/generated/graphql';

/** What memories can be kept for: its name for a person, and the condition on memories. */
export const entityKinds: Readonly<Record<EntityType, { readonly label: string; readonly field: string }>> = {
  USER: { label: 'User', field: 'userId' },
  AGENT: { label: 'Agent', field: 'agentId' },
  APP: { label: 'App', field: 'appId' },
  RUN: { label: 'Run', field: 'runId' },
};

/** A kind out of an address or a choice; null for what is none. */
export const toEntityType = (value: string | null): EntityType | null =>
  value !== null && Object.hasOwn(entityKinds, value) ? (value as EntityType) : null;
