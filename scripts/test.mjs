// Runs the test suite.
//
//   npm test                        the suite on the embedded database, without the slow files listed below
//   npm test -- test/auth           some files, including slow ones; every argument of vitest works
//   npm test -- -t "a READER"       some tests
//   npm test -- --postgres [FILES]  the same on Postgres
//   npm test -- --pgbouncer [FILES] the same on Postgres behind PgBouncer in transaction mode
//   npm run test:all                what CI runs: slow files, longer forms, then everything again on Postgres
//
// Test files that do not use the database, such as those of pure functions, run once. TEST_POSTGRES_URL selects a
// Postgres with pgvector. Without it, scripts/postgres-cluster.sh starts a private one, if Postgres is installed. The
// last line is `N passed, N failed`.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureGenerated, filesUnder, root } from './build.mjs';
import { usesDatabase } from './lib/database-files.mjs';
import { findPostgres, hasPgBouncer } from './lib/test-postgres.mjs';
import { runSuite } from './lib/test-run.mjs';

/** Longer forms of tests, which CI runs. CONTRIBUTING.md lists the longest ones. */
const longerForms = {
  FUZZ_RUNS: '8',
  WALK_ROWS: '2000',
  DELETION_PROPERTY_RUNS: '25',
  DIFFERENTIAL_RUNS: '12',
  EXECUTOR_QUERIES: '1000',
  DELETION_CRASH_KILLS: '2',
  IDEMPOTENCY_CRASH_KILLS: '2',
};
/** Forms of tests that repeat the same on Postgres in CI. Their inputs are the same on both databases. */
const shorterForms = {
  FUZZ_RUNS: '4',
  DIFFERENTIAL_RUNS: '6',
  DELETION_CRASH_KILLS: '2',
  IDEMPOTENCY_CRASH_KILLS: '2',
};
/** Excluded from a plain `npm test`: browsers, killed processes, slow models, search quality, linting, packages. */
const slowFiles = [
  'test/adapters/frameworks.test.ts',
  'test/adapters/langchain.test.ts',
  'test/backup/kill.test.ts',
  'test/dashboard/**',
  'test/configuration/killed.test.ts',
  'test/contract/mem0ai-concurrency.test.ts',
  'test/corrections/figures.test.ts',
  'test/client/own-documents.test.ts',
  'test/deletion/crash.test.ts',
  'test/deletion/data-directory.test.ts',
  'test/e2e/**',
  'test/events/crash.test.ts',
  'test/faults/power-loss.test.ts',
  'test/faults/slow-consumers.test.ts',
  'test/high-availability/**',
  'test/http/stop.test.ts',
  'test/hygiene/lint-rules.test.ts',
  'test/idempotency/crash.test.ts',
  'test/import/kill.test.ts',
  'test/import/memory-use.test.ts',
  'test/isolation/rest-hosted.test.ts',
  'test/mcp/clients/**',
  'test/mcp/demo.test.ts',
  'test/mcp/stdio.test.ts',
  'test/packages/**',
  'test/providers/front-door-embedder.test.ts',
  'test/providers/front-door-llm.test.ts',
  'test/stores/embedded.test.ts',
  'test/upgrade/rolling.test.ts',
  'test/webhook/hostile.test.ts',
  'test/webhook/kill.test.ts',
];

/**
 * Left out when CI repeats the suite on Postgres: slow files about providers, receivers, frameworks and processes, which
 * the database does not change. `npm test -- --postgres FILE` runs them.
 */
const sameOnPostgres = [
  'test/adapters/**',
  'test/client/own-documents.test.ts',
  'test/contract/mem0ai-errors.test.ts',
  'test/corrections/figures.test.ts',
  'test/docs/**',
  'test/e2e/commands.test.ts',
  'test/http/slow-reader.test.ts',
  'test/http/stop.test.ts',
  'test/import/memory-use.test.ts',
  'test/mcp/clients/**',
  'test/mcp/stdio.test.ts',
  'test/providers/extraction-failures.test.ts',
];

/**
 * With a Postgres, CI runs these and the pages of the dashboard there alone: the embedded database slows them down. What
 * the embedded database itself survives, other files test.
 */
const onlyOnPostgres = [
  'test/contract/mem0ai-concurrency.test.ts',
  'test/deletion/crash.test.ts',
  'test/faults/slow-consumers.test.ts',
  'test/idempotency/crash.test.ts',
  'test/import/kill.test.ts',
  'test/isolation/rest-hosted.test.ts',
  'test/providers/front-door-embedder.test.ts',
  'test/providers/front-door-llm.test.ts',
  'test/webhook/hostile.test.ts',
  'test/webhook/kill.test.ts',
];

/** What CI runs behind PgBouncer as well. CONTRIBUTING.md has the long form. */
const behindPooler = [
  'test/contract/operations-add.test.ts',
  'test/contract/operations-search.test.ts',
  'test/contract/operations-list.test.ts',
  'test/contract/self-hosted-memories.test.ts',
  'test/graphql/transport.test.ts',
  'test/events/change-feed.test.ts',
  'test/isolation/row-security.test.ts',
];

const options = ['--all', '--postgres', '--pgbouncer'];
const args = process.argv.slice(2).filter((argument) => !options.includes(argument));
const isAll = process.argv.includes('--all');
const onlyPooler = process.argv.includes('--pgbouncer');
const onlyPostgres = onlyPooler || process.argv.includes('--postgres');
const isOnlyOnPostgres = (file) =>
  usesDatabase(file) &&
  (onlyOnPostgres.includes(file) || (file.startsWith('test/dashboard/') && !file.endsWith('/setup.test.ts')));
const exclude = (patterns) => patterns.flatMap((pattern) => ['--exclude', pattern]);
const leftOut = isAll || args.length > 0 ? [] : exclude(slowFiles);

const testFiles = () => [...filesUnder('test'), ...filesUnder('packages')].filter((file) => file.endsWith('.test.ts'));

/** Returns the files that the second run, on Postgres, skips, because the result is the same. */
function leftOutOnPostgres() {
  if (onlyPostgres) return [];
  return exclude([...testFiles().filter((file) => !usesDatabase(file)), ...sameOnPostgres]);
}

function printNoPostgres(runs) {
  process.stdout.write(
    'No Postgres with pgvector found: set TEST_POSTGRES_URL, or install one with `scripts/postgres-cluster.sh start`.\n',
  );
  const alone = (runs[0]?.files ?? []).filter(({ file }) => usesDatabase(file)).map(({ file }) => `  ${file}\n`);
  process.stdout.write(`These ${alone.length} files ran on the embedded database only:\n${alone.join('')}`);
}

function printNoFrameworks() {
  if (!isAll || existsSync(join(root, 'adapters/node_modules'))) return;
  process.stdout.write(
    'No frameworks found: tests of their adapters and of MCP clients are left out. `npm run frameworks` installs them.\n',
  );
}

function printSummary(runs) {
  for (const { database, trouble } of runs) {
    process.stdout.write(`Slowest on ${database}:\n${trouble.slowest.map((line) => `  ${line}\n`).join('')}`);
  }
  for (const { database, trouble } of runs) {
    for (const line of trouble.failed) process.stdout.write(`FAILED on ${database}: ${line}\n`);
    for (const line of trouble.retried) process.stdout.write(`passed on retry on ${database}: ${line}\n`);
  }
  for (const { database, passed, failed, files, seconds } of runs)
    process.stdout.write(
      `${database}: ${passed} passed, ${failed} failed in ${files.length} files, ${Math.round(seconds)} s\n`,
    );
  const total = (key) => runs.reduce((sum, run) => sum + run[key], 0);
  process.stdout.write(`${total('passed')} passed, ${total('failed')} failed\n`);
}

async function runAll(folder) {
  const runs = [];
  const env = isAll ? { ...longerForms, ...process.env } : {};
  const given = [...args, ...leftOut];
  const postgres = isAll || onlyPostgres ? await findPostgres() : null;
  try {
    if (!onlyPostgres) {
      const leftToPostgres = postgres && args.length === 0 ? exclude(testFiles().filter(isOnlyOnPostgres)) : [];
      runs.push(await runSuite({ database: 'embedded', env, folder, args: [...given, ...leftToPostgres] }));
    }
    if (postgres) {
      const forms = onlyPostgres ? env : { ...shorterForms, ...process.env };
      const withUrl = { ...forms, TEST_POSTGRES_URL: postgres.url };
      const pooled = { database: 'postgres', name: 'PgBouncer', env: { ...withUrl, TEST_PGBOUNCER: 'true' }, folder };
      if (onlyPooler) runs.push(await runSuite({ ...pooled, args: given }));
      else
        runs.push(
          await runSuite({ database: 'postgres', env: withUrl, folder, args: [...given, ...leftOutOnPostgres()] }),
        );
      if (isAll && args.length === 0 && hasPgBouncer()) runs.push(await runSuite({ ...pooled, args: behindPooler }));
    }
  } finally {
    postgres?.release();
  }
  if ((isAll || onlyPostgres) && !postgres) printNoPostgres(runs);
  return runs;
}

// Browser tests load the built dashboard. Other tests do not need to wait for the build.
const needsBuild = isAll || args.length === 0 || args.some((argument) => argument.includes('dashboard'));
await (needsBuild ? ensureBuilt() : ensureGenerated());
const folder = mkdtempSync(join(tmpdir(), 'memory-gateway-tests-'));
try {
  const runs = await runAll(folder);
  process.stdout.write('\n');
  printNoFrameworks();
  printSummary(runs);
  process.exitCode = runs.length > 0 && runs.every((run) => run.exitCode === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
