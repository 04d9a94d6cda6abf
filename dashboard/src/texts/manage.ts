import { locale } from './locale';

/** English texts of Categories, sessions, changes of settings and sample data. */
export const manageTexts = {
  sample: {
    hint: 'Look around with sample memories. You can remove them at any time.',
    load: 'Load sample data',
    loaded: (count: number) => `${count} sample memories loaded`,
    shown: (count: number) => (count === 1 ? '1 sample memory' : `${count} sample memories`),
    remove: 'Remove sample data',
    removed: 'Sample data removed',
  },
  categories: {
    preview: 'Preview recategorization',
    previewTitle: 'Recategorization of recent memories',
    summary: (changed: number, checked: number) =>
      checked === 0
        ? 'The project has no memories yet.'
        : `${changed.toLocaleString(locale)} of the ${checked.toLocaleString(locale)} newest memories would get other categories.`,
    apply: (count: number) => (count === 1 ? 'Recategorize 1 memory' : `Recategorize ${count} memories`),
    applied: (count: number) => (count === 1 ? '1 memory recategorized' : `${count} memories recategorized`),
    taken: 'A category with this name already exists.',
    keepBuiltIn: 'Keep the built-in categories',
    keepBuiltInHint: 'Off: the new category replaces them.',
  },
  sessions: {
    title: 'Sessions',
    description: 'Browsers and programs in which you are signed in. A session ends 30 days after its last use.',
    signOut: 'Sign out',
    device: 'Device',
    unknownDevice: 'Unknown',
    startedAt: 'Signed in',
    lastUsedAt: 'Last used',
    expiresAt: 'Expires',
    actions: 'Actions',
    current: 'This session',
    end: 'End',
    endOf: (startedAt: string) => `End the session of ${startedAt}`,
    ended: 'Session ended',
  },
  webhooks: { testType: 'Event type of the test', test: 'test' },
  settingsPreview: {
    query: 'Try a search',
    queryHint: 'Compares the best ten memories with the stored settings and with those above.',
    message: 'Try an extraction',
    messageHint: 'A message of a user. The preview stores nothing.',
    example: 'I moved to Porto in November. The weather is lovely. I never eat fish.',
    compare: 'Compare settings',
    search: 'Search preview',
    extraction: 'Extraction preview',
    stored: 'With the stored settings',
    edited: 'With the edited settings',
    none: 'No memories.',
    noResults: 'No results.',
  },
  lastChanges: { title: 'Last changes', all: 'All changes', hidden: 'hidden' },
} as const;
