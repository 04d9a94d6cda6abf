import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  findCircles,
  importGraph,
  importsOf,
  layerOf,
  moduleName,
  packagesLoadedBy,
  sourceFiles,
  type Import,
} from './architecture/imports.js';
import { walls } from './architecture/walls.js';

interface Rule {
  /** Folders or files that may be imported; `type:` in front allows types alone. `*` is everything. */
  readonly may: readonly string[];
  /** Packages that must not be imported. */
  readonly never?: RegExp;
}

const graphqlPackages = /^(graphql|graphql-.*|@pothos\/.*|@graphql-.*|@escape\.tech\/.*)(\/|$)/;
const httpPackages = /^(fastify|fastify-.*|@fastify\/.*|ws|node:http|node:https)(\/|$)/;
const sqlPackages = /^(pg|pg-boss|@prisma\/.*|@electric-sql\/.*)(\/|$)/;
const either = (...patterns: RegExp[]) => new RegExp(patterns.map((pattern) => pattern.source).join('|'));

// docs/architecture.md explains this table. Beside it, every file may import its own folder, the files in `free`, and types of config.
const free = [
  'errors',
  'ids',
  'page',
  'product',
  'project-settings',
  'public-origin',
  'redact',
  'roles',
  'snake-case',
  'validate',
  'type:config',
];
const rules: Readonly<Record<string, Rule>> = {
  main: { may: ['*'] },
  app: { may: ['*'] },
  commands: {
    may: [
      '@memory-gateway/cli',
      '@memory-gateway/credentials',
      '@memory-gateway/import-sources',
      '@memory-gateway/database',
      '@memory-gateway/database/migrations',
      '@memory-gateway/dump-file',
      '@memory-gateway/audit-chain',
      '@memory-gateway/mcp',
      'auth',
      'client',
      'context',
      'mcp',
      'resolvers',
      'stores',
      'type:app',
      'unit-of-work',
    ],
    never: either(graphqlPackages, httpPackages, sqlPackages),
  },
  config: { may: ['@memory-gateway/local-embedder', '@memory-gateway/models'] },
  'start-failure': { may: [], never: /./ },
  errors: { may: ['@memory-gateway/errors'], never: /./ },
  ids: { may: [], never: /^(?!node:crypto$)/ },
  page: { may: [], never: /./ },
  product: { may: [], never: /^(?!node:(fs|path|url)$)/ },
  roles: { may: [], never: /./ },
  'project-settings': { may: [], never: /./ },
  'public-origin': { may: [], never: /./ },
  redact: { may: [], never: /./ },
  'snake-case': { may: [], never: /^(?!zod$)/ },
  'packages/load': { may: ['@memory-gateway/errors'], never: /^(?!node:(perf_hooks|timers\/promises)$)/ },
  validate: { may: ['@memory-gateway/memory-engine'], never: either(graphqlPackages, httpPackages, sqlPackages) },
  context: {
    may: [
      '@memory-gateway/database',
      'stores',
      'auth/access',
      'type:@memory-gateway/outbound',
      'type:auth',
      'type:events',
      'type:jobs',
      'type:@memory-gateway/load',
      'type:@memory-gateway/models',
      'type:unit-of-work',
    ],
    never: either(graphqlPackages, httpPackages),
  },
  'unit-of-work': {
    may: ['@memory-gateway/database', 'stores', 'events', 'webhooks', 'type:context', 'type:jobs'],
    never: either(graphqlPackages, httpPackages),
  },
  webhooks: { may: [], never: /^(?!node:crypto$)/ },
  'webhooks/delivery': {
    may: [
      '@memory-gateway/database',
      '@memory-gateway/load',
      '@memory-gateway/outbound',
      'webhooks',
      'stores',
      'context',
      'unit-of-work',
    ],
    never: either(graphqlPackages, httpPackages),
  },
  'log-streams': { may: [], never: /./ },
  'log-streams/delivery': {
    may: [
      '@memory-gateway/load',
      '@memory-gateway/outbound',
      'log-streams',
      'webhooks',
      'stores',
      'resolvers',
      'context',
    ],
    never: either(graphqlPackages, httpPackages),
  },
  mcp: {
    may: ['@memory-gateway/memory-engine', 'resolvers', 'context', 'auth/caller', 'type:stores'],
    never: either(graphqlPackages, httpPackages, sqlPackages),
  },
  http: {
    may: [
      '@memory-gateway/credentials',
      '@memory-gateway/graphql-documents',
      '@memory-gateway/live-log',
      'schema',
      'mcp',
      'rest-compat',
      'resolvers',
      'auth',
      'events',
      'context',
    ],
    never: sqlPackages,
  },
  schema: {
    may: [
      '@memory-gateway/database/pothos-types',
      'type:@memory-gateway/live-log',
      '@memory-gateway/models',
      'resolvers',
      'context',
      'type:auth',
      'type:events',
      'type:stores',
    ],
    never: either(httpPackages, /^(pg|pg-boss)$/),
  },
  'rest-compat': {
    may: ['@memory-gateway/models', 'resolvers', 'context', 'type:auth', 'type:@memory-gateway/load', 'type:stores'],
    never: either(graphqlPackages, sqlPackages),
  },
  jobs: {
    may: [
      'resolvers',
      '@memory-gateway/extraction',
      '@memory-gateway/database',
      'stores',
      'auth/scope',
      'auth/mark-deletions',
      '@memory-gateway/models',
      '@memory-gateway/audit-chain',
      '@memory-gateway/memory-engine',
      'events',
      '@memory-gateway/load',
      'context',
      'unit-of-work',
    ],
    never: either(graphqlPackages, httpPackages),
  },
  resolvers: {
    may: [
      '@memory-gateway/extraction',
      '@memory-gateway/credentials',
      '@memory-gateway/import-sources',
      '@memory-gateway/database',
      '@memory-gateway/database/migrations',
      '@memory-gateway/dump-file',
      'auth',
      'stores',
      '@memory-gateway/audit-chain',
      '@memory-gateway/importers',
      '@memory-gateway/importers/formats',
      '@memory-gateway/live-log',
      '@memory-gateway/memory-engine',
      '@memory-gateway/outbound',
      'webhooks',
      'log-streams',
      '@memory-gateway/models',
      'events',
      'context',
      'unit-of-work',
      'type:jobs',
    ],
    never: either(graphqlPackages, httpPackages, sqlPackages),
  },
  auth: {
    may: [
      '@memory-gateway/credentials',
      '@memory-gateway/database',
      'stores',
      'events',
      'unit-of-work',
      'type:context',
    ],
    never: either(graphqlPackages, httpPackages, sqlPackages),
  },
  events: {
    may: ['@memory-gateway/database', '@memory-gateway/live-log', 'auth/scope', 'type:stores'],
    never: either(graphqlPackages, httpPackages),
  },
  stores: {
    may: [
      'type:@memory-gateway/credentials',
      '@memory-gateway/database',
      '@memory-gateway/database/migrations',
      '@memory-gateway/database/prisma',
      '@memory-gateway/dump-file',
      'auth/scope',
      'type:auth',
      'type:@memory-gateway/audit-chain',
      '@memory-gateway/memory-engine',
      'type:events',
      'type:log-streams',
      'type:webhooks',
    ],
    never: either(graphqlPackages, httpPackages),
  },
  'packages/memory-engine': { may: [], never: /./ },
  'packages/audit-chain': { may: [], never: /^(?!node:crypto$)/ },
  'packages/mcp': { may: [], never: /^(?!node:)/ },
  'packages/importers': { may: ['@memory-gateway/memory-engine'], never: /^(?!@memory-gateway\/)/ },
  'packages/local-embedder': { may: [], never: /^(?!node:|@lat\.md\/|@huggingface\/tokenizers$|zod$|tsx\/esm\/api$)/ },
  'packages/embedded-postgres': { may: [], never: /^(?!node:|@electric-sql\/|tsx\/esm\/api$)/ },
  'packages/outbound': { may: [], never: /^(?!node:|undici$)/ },
  'packages/cli': {
    may: ['@memory-gateway/dump-file', 'type:@memory-gateway/errors', 'client'],
    never: /^(?!node:|commander$)/,
  },
  'packages/credentials': {
    may: ['@memory-gateway/errors'],
    never: /^(?!node:crypto$|bcrypt$|jose$)/,
  },
  'packages/extraction': {
    may: ['@memory-gateway/memory-engine', '@memory-gateway/models'],
    never: /^(?!zod$)/,
  },
  'packages/import-sources': { may: ['@memory-gateway/database'], never: /^(?!node:|pg$|zod$)/ },
  'packages/database': {
    may: ['@memory-gateway/embedded-postgres', '@memory-gateway/errors', '@memory-gateway/meter'],
    never: /^(?!node:|pg$|@prisma\/)/,
  },
  'packages/dump-file': { may: [], never: /^(?!node:)/ },
  'packages/live-log': { may: [], never: /^(?!node:)/ },
  'packages/errors': { may: [], never: /./ },
  'packages/meter': { may: [], never: /^(?!node:(async_hooks|diagnostics_channel)$)/ },
  'packages/models': {
    may: [
      '@memory-gateway/errors',
      '@memory-gateway/local-embedder',
      '@memory-gateway/memory-engine',
      '@memory-gateway/memory-engine/category-similarity',
      '@memory-gateway/meter',
      '@memory-gateway/outbound',
    ],
    never: either(graphqlPackages, httpPackages, sqlPackages),
  },
  'packages/graphql-documents': { may: ['@memory-gateway/errors'], never: either(httpPackages, sqlPackages) },
  client: { may: [] },
  dashboard: {
    may: [
      'client',
      '@memory-gateway/importers/csv-records',
      '@memory-gateway/importers/mapped-reader',
      '@memory-gateway/importers/times',
      '@memory-gateway/memory-engine/csv',
    ],
  },
};

const isWithin = (name: string, folder: string) => name === folder || name.startsWith(`${folder}/`);

/** Returns the name of the rule of a module: the innermost folder that has one. */
function ruleNameOf(module: string): string {
  const parts = module.split('/');
  while (parts.length > 1 && !(parts.join('/') in rules)) parts.pop();
  return parts.join('/');
}

function isAllowed({ target, typesOnly }: Import, layer: string, rule: Rule): boolean {
  if (target === '@memory-gateway/meter') return !layer.startsWith('packages/') || rule.may.includes(target);
  if (target.startsWith('@memory-gateway/'))
    return rule.may.some((entry) => entry === '*' || entry === target || (typesOnly && entry === `type:${target}`));
  if (!target.startsWith('./')) return !rule.never?.test(target);
  const name = target.slice(2);
  return [layer, ...free, ...rule.may].some((entry) => {
    if (entry === '*') return true;
    if (entry.startsWith('type:') && !typesOnly) return false;
    const allowed = entry.replace('type:', '');
    // A folder with a rule of its own is not a part of the folder around it.
    return isWithin(name, allowed) && isWithin(allowed, ruleNameOf(name));
  });
}

const files = [
  ...['src', 'rest-compat', 'client', 'dashboard'].flatMap(sourceFiles),
  ...sourceFiles('packages').filter((file) => /^packages\/[\w-]+\/src\//.test(file)),
];

// Read here, because a test on a busy machine has no time to parse the whole product.
for (const file of files) importsOf(file);

describe('the import table', () => {
  it('knows every folder', () => {
    expect(files.filter((file) => !(ruleNameOf(moduleName(file)) in rules) && layerOf(file) !== 'generated')).toEqual(
      [],
    );
  });

  it('is obeyed by every file', () => {
    const offences = files.flatMap((file) => {
      const layer = ruleNameOf(moduleName(file));
      const rule = rules[layer];
      if (!rule) return [];
      const offending = importsOf(file).filter((item) => !isAllowed(item, layer, rule));
      return offending.map(
        ({ target, typesOnly }) => `${file} must not import ${typesOnly ? 'types of ' : ''}${target}`,
      );
    });
    expect(offences).toEqual([]);
  });

  it('distinguishes imports of values from imports of types', () => {
    expect(isAllowed({ target: './config', typesOnly: true }, 'auth', rules.auth as Rule)).toBe(true);
    expect(isAllowed({ target: './config', typesOnly: false }, 'auth', rules.auth as Rule)).toBe(false);
    expect(isAllowed({ target: './stores/member', typesOnly: false }, 'events', rules.events as Rule)).toBe(false);
    const engine = rules['packages/memory-engine'] as Rule;
    expect(isAllowed({ target: 'graphql', typesOnly: true }, 'resolvers', rules.resolvers as Rule)).toBe(false);
    expect(isAllowed({ target: 'node:fs', typesOnly: false }, 'packages/memory-engine', engine)).toBe(false);
    const past = { target: './packages/memory-engine/src/rank/rank', typesOnly: false };
    expect(isAllowed(past, 'resolvers', rules.resolvers as Rule)).toBe(false);
  });
});

describe('imports', () => {
  it('form no cycle, type imports included', () => {
    const server = files.filter((file) => /^(src|rest-compat|packages)\//.test(file));
    expect(findCircles(importGraph(server))).toEqual([]);
    expect(findCircles(importGraph(sourceFiles('dashboard/src')))).toEqual([]);
  });

  it('of a sample cycle are found', () => {
    const sample = new Map([
      ['auth/a', ['stores/b', 'errors']],
      ['stores/b', ['context']],
      ['context', ['auth/a']],
      ['errors', []],
    ]);
    expect(findCircles(sample)).toEqual([['auth/a', 'context', 'stores/b']]);
  });
});

describe('the start of the server', () => {
  it('leaves the packages of models and of MCP to their first use, because of the memory that they take', () => {
    const packages = packagesLoadedBy('src/app.ts');
    expect([...packages]).toEqual(expect.arrayContaining(['fastify', 'pg', 'graphql-yoga']));
    const heavy = /^(ai|@ai-sdk\/(anthropic|google|openai)|@modelcontextprotocol\/server|@electric-sql\/.*)$/;
    expect([...packages].filter((name) => heavy.test(name))).toEqual([]);
  });
});

describe('the start of a command that asks a server', () => {
  it('loads nothing of the server, which takes most of the time', () => {
    const packages = [...packagesLoadedBy('src/main.ts')].filter((name) => !name.startsWith('node:'));
    expect(packages.sort()).toEqual(['@memory-gateway/cli', 'commander']);
  });
});

describe('the list of commands', () => {
  it('loads small packages alone, so that `--help` does not wait for the server', () => {
    const packages = [...packagesLoadedBy('src/commands/index.ts')].filter((name) => !name.startsWith('node:'));
    const small = ['audit-chain', 'cli', 'dump-file', 'errors', 'importers/formats', 'mcp'];
    expect(packages.sort()).toEqual([...small.map((name) => `@memory-gateway/${name}`), 'commander']);
  });
});

describe.each(walls)('$rule', ({ check, sample }) => {
  it('in every file', () => {
    expect(files.flatMap((file) => check(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('and a file that breaks the rule is found', () => {
    expect(check(...sample)).toHaveLength(1);
  });
});
