// Order of the site: by task. Pages of docs/ that no group names appear in "Guides".

/** Groups of the sidebar. `isOpen`: shown without a click. */
export const groups = [
  { text: 'Start', isOpen: true, pages: ['index', 'getting-started', 'concepts'] },
  {
    text: 'Quick starts',
    isOpen: true,
    pages: ['typescript', 'python', 'curl', 'docker', 'mcp'].map((name) => `quick-starts/${name}`),
  },
  {
    text: 'Recipes',
    isOpen: true,
    pages: ['chat-app', 'support-agent', 'coding-agent', 'python-agents', 'multi-tenant'].map(
      (name) => `recipes/${name}`,
    ),
  },
  {
    text: 'Guides',
    pages: [
      'graphql',
      'rest-compat',
      'self-hosted',
      'mcp',
      'mcp-clients',
      'frameworks',
      'search',
      'extraction',
      'corrections',
      'providers',
      'live-streams',
      'webhooks',
      'log-streams',
      'data-operations',
      'privacy',
      'federation',
      'dashboard',
    ],
  },
  {
    text: 'Operate',
    pages: [
      'deployment',
      'postgres-and-scaling',
      'high-availability',
      'distributed',
      'backup-and-upgrade',
      'monitoring',
      'security',
      'audit',
    ],
  },
  { text: 'Migrate', pages: ['mem0', 'zep', 'supermemory', 'letta'].map((name) => `migrate/${name}`).concat('import') },
  {
    text: 'Reference',
    pages: ['reference/graphql/', 'reference/rest/', 'reference/client', 'cli', 'configuration', 'errors', 'limits'],
  },
  { text: 'Help', pages: ['troubleshooting', 'faq', 'compare', 'deprecation', 'changelog', 'security-policy'] },
  { text: 'The project', pages: ['architecture', 'contributing', 'performance', 'evidence/', 'adr/'] },
];

/** Files outside of docs/ that are pages of the site. */
export const otherPages = {
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security-policy.md',
  'client/README.md': 'reference/client.md',
};

/** Sorts paths of pages (without `.md`) into the groups. A name that ends with `/` takes every page of the folder. */
export function sortPages(paths) {
  const left = new Set(paths);
  const take = (name) => {
    const found = name.endsWith('/') ? paths.filter((path) => path.startsWith(name)) : [name];
    return found.filter((path) => left.delete(path));
  };
  const sorted = groups.map(({ pages, ...group }) => ({ ...group, pages: pages.flatMap(take) }));
  sorted.find(({ text }) => text === 'Guides').pages.push(...left);
  return sorted.filter(({ pages }) => pages.length > 0);
}
