import type { AppScope } from '../../../client/generated/graphql';

/** Scopes of connected apps, in display order. */
export const scopes: readonly { readonly value: AppScope; readonly label: string; readonly description: string }[] = [
  { value: 'READ', label: 'Read', description: 'Search and read memories, entities, profiles and events.' },
  { value: 'WRITE', label: 'Write', description: 'Add and change memories.' },
  {
    value: 'DELETE',
    label: 'Delete',
    description: 'Delete memories and entities. Each deletion shows a preview first.',
  },
];
