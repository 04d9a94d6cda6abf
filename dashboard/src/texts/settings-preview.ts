export const settingsPreviewTexts = {
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
    'Built-in rules extract the memories. They follow instructions that include or exclude a subject, such as “Never store health information”. Other instructions, and categories, apply with a language model only.',
  none: 'No memories.',
  noResults: 'No results.',
} as const;
