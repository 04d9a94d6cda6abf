import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { listPackages, root } from './scripts/build.mjs';
import { LongestFirst } from './test/setup/longest-first.js';

// `npm run frameworks` installs what these tests import.
const hasFrameworks = existsSync(fileURLToPath(new URL('./test/adapters/node_modules', import.meta.url)));
const withFrameworks = ['test/adapters/langchain.test.ts', 'test/mcp/clients/**'];
// `npm run test:router` installs the router.
const hasRouter = existsSync(fileURLToPath(new URL('./test/router/node_modules', import.meta.url)));

export default defineConfig({
  // One copy of graphql for our sources and for packages: vite would take the .mjs of it, packages run by Node take the .js.
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: fileURLToPath(new URL('./node_modules/graphql/index.js', import.meta.url)) },
      // Workspace packages from their sources, as files of ours.
      ...[...listPackages()].map(([name, file]) => ({ find: new RegExp(`^${name}$`), replacement: `${root}/${file}` })),
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(hasFrameworks ? [] : withFrameworks),
      ...(hasRouter ? [] : ['test/router/**']),
    ],
    globalSetup: ['test/setup/global-setup.ts'],
    setupFiles: ['test/setup/seed.ts', 'test/setup/cheap-hashes.ts', 'test/setup/loopback-names.ts'],
    pool: 'forks',
    // One database is prepared for each worker.
    maxWorkers: 2,
    // Keeps transformed sources between runs, so that a single file starts in seconds.
    experimental: { fsModuleCache: true },
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // What a test waits for is due within a second on a quiet machine. Looks that make up for a lost notice come after 5 seconds or more.
    expect: { poll: { timeout: 4_000 } },
    // Machines that run checks share their cores, and processes are started and killed here. What passes at the second try is named at the end.
    retry: process.env.CI ? 1 : 0,
  },
});
