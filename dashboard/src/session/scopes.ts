import type { AppScope } from '../api/graphql';
import { sessionTexts as words } from '../texts/session';

/** Scopes of connected apps, in display order. */
export const scopes: readonly { readonly value: AppScope; readonly label: string; readonly description: string }[] = [
  { value: 'READ', label: words.read, description: words.readScope },
  { value: 'WRITE', label: words.write, description: words.writeScope },
  {
    value: 'DELETE',
    label: words.delete,
    description: words.deleteScope,
  },
];
