import { locale } from './locale';
import { plural } from './plural';

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
    count: (count: number) => plural(count, '1 session', `${count.toLocaleString(locale)} sessions`),
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
    queryHint:
      'Compares the best ten memories with the stored settings and with those above. The embedding model of the installation stays: memories can be searched with another one only after each has been embedded with it.',
    message: 'Try an extraction',
    messageHint: 'A message of a user. The preview stores nothing.',
    example: 'I moved to Porto in November. The weather is lovely. I never eat fish.',
    compare: 'Compare settings',
    search: 'Search preview',
    extraction: 'Extraction preview',
    stored: 'With the stored settings',
    edited: 'With the edited settings',
    ignoredByRules:
      'Built-in rules extract the memories. They ignore instructions and categories; these apply with a language model only.',
    none: 'No memories.',
    noResults: 'No results.',
  },
  embeddingPreview: {
    title: 'Embedding preview',
    texts: 'Try the embedding model',
    textsHint: 'Two to five texts, one per line. The preview stores nothing.',
    example: 'Ada plays the violin.\nShe is a musician.\nThe train leaves at nine.',
    count: 'Enter two to five lines.',
    compare: 'Compare models',
    model: 'Model',
    dimensions: 'Dimensions',
    latency: 'Latency',
    milliseconds: (ms: number) => `${ms.toLocaleString('en-US')} ms`,
    similarity: 'Similarity',
    pair: (first: string, second: string) => `${first} – ${second}`,
    search:
      'Searches under another model can be tried only after saving: a search compares embeddings of one model, so each memory needs a new embedding first. Until all have one, searches use the stored model.',
    sameSettings: 'The stored model is not compared: the settings are the same, no model is stored, or it fails.',
  },
  lastChanges: { title: 'Last changes', all: 'All changes', hidden: 'hidden' },
} as const;
