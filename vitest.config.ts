import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup/global-setup.ts'],
    pool: 'forks',
    // One database is prepared for each worker.
    maxWorkers: 2,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
