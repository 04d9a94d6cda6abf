/** English texts of the Explorer. */
export const explorerTexts = {
  title: 'Explorer',
  description: 'GraphQL, signed in as you. Operations run against the server and change data.',
  sample: 'Sample operation',
  saved: 'Saved',
  save: 'Save this operation',
  removeSaved: 'Remove this operation',
  history: 'History',
  noHistory: 'No operations yet',
  clearHistory: 'Clear history',
  withoutRun: (name: string) => `${name} (opens without running)`,
  newTab: 'Open in a new tab',
  frame: 'GraphQL editor',
  off: 'The GraphQL editor is off',
  offHint: 'Set GRAPHQL_INTROSPECTION=true on the server to use it.',
  samples: {
    viewer: 'Who am I',
    search: 'Search memories',
    list: 'List memories',
    add: 'Add a memory',
    watch: 'Watch requests',
  },
} as const;
