// Runs the test suite.
//
//   npm test                        the suite on the embedded database, without the slow files listed below, and those that it slows down
//   npm test -- test/auth           some files, including slow ones; every argument of vitest works
//   npm test -- -t "a READER"       some tests
//   npm test -- --postgres [FILES]  the same on Postgres
//   npm test -- --pgbouncer [FILES] the same on Postgres behind PgBouncer in transaction mode
//   npm test -- --partitioned [FILES] the same on a Postgres database with partitions by project
//   npm run test:all                what CI runs: every file once, and some folders on both databases
//
// Test files that do not use the database, such as those of pure functions, run once. TEST_POSTGRES_URL selects a
// Postgres with pgvector. Without it, scripts/postgres-cluster.sh starts a private one, if Postgres is installed. The
// last line is `N passed, N failed`.
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureGenerated, filesUnder, root } from './build.mjs';
import { usesDatabase } from './lib/database-files.mjs';
import { findPostgres, hasPgBouncer } from './lib/test-postgres.mjs';
import { runSuite } from './lib/test-run.mjs';

/** Shorter forms of tests in CI and in a plain `npm test`. CONTRIBUTING.md lists the long ones. */
const shorterForms = {
  WALK_ROWS: '500',
  DIFFERENTIAL_RUNS: '6',
  DELETION_CRASH_KILLS: '1',
  IDEMPOTENCY_CRASH_KILLS: '2',
  FUZZ_RUNS: '3',
  PROVIDER_FAILURES: 'once',
  UPGRADE_VERSIONS: 'minors',
};
/** Excluded from a plain `npm test`: browsers, started and killed processes, new databases, slow models, search quality, linting, packages, the site. */
const slowFiles = [
  'test/adapters/frameworks.test.ts',
  'test/adapters/langchain.test.ts',
  'test/backup/kill.test.ts',
  'test/commands/data-directory.test.ts',
  'test/commands/mcp-config.test.ts',
  'test/dashboard/**',
  'test/corrections/figures.test.ts',
  'test/client/own-documents.test.ts',
  'test/deletion/data-directory-plant.test.ts',
  'test/deletion/data-directory.test.ts',
  'test/docs/programs.test.ts',
  'test/docs/site.test.ts',
  'test/docs/site-versions.test.ts',
  'test/e2e/**',
  'test/examples/coding-agents.test.ts',
  'test/faults/power-loss.test.ts',
  'test/graphql/same-transport.test.ts',
  'test/high-availability/**',
  'test/http/stop.test.ts',
  'test/hygiene/lint-rules.test.ts',
  'test/import/memory-use.test.ts',
  'test/import/server-kill.test.ts',
  'test/import/to-server.test.ts',
  'test/isolation/rest-hosted.test.ts',
  'test/mcp/clients/**',
  'test/mcp/demo.test.ts',
  'test/mcp/stdio.test.ts',
  'test/memory/default-search.test.ts',
  'test/packages/**',
  'test/replica/**',
  'test/router/**',
  'test/stores/embedded.test.ts',
  'test/upgrade/fixtures.test.ts',
  'test/upgrade/rolling.test.ts',
];

/**
 * CI runs each file on one database: these, `aboutTexts` and `sameOnBoth` on Postgres, if there is one, because the embedded
 * database slows them down; the others on the embedded database.
 */
const onlyOnPostgres = [
  'test/audit-log/heads-leave.test.ts',
  'test/audit-log/kill.test.ts',
  'test/configuration/killed.test.ts',
  'test/contract/filter-language.test.ts',
  'test/contract/mem0ai-concurrency.test.ts',
  'test/contract/service-memories.test.ts',
  'test/deletion/crash.test.ts',
  'test/deletion/delete-memories.test.ts',
  'test/deletion/property.test.ts',
  'test/deletion/stop.test.ts',
  'test/deletion/subject-canary.test.ts',
  'test/deletion/subject-size.test.ts',
  'test/differential/differential.test.ts',
  'test/events/crash.test.ts',
  'test/export/hostile.test.ts',
  'test/faults/slow-consumers.test.ts',
  'test/fuzz/graphql.test.ts',
  'test/fuzz/rest.test.ts',
  'test/hostile/credentials.test.ts',
  'test/hostile/texts.test.ts',
  'test/http/slow-reader.test.ts',
  'test/idempotency/crash.test.ts',
  'test/import/kill.test.ts',
  'test/isolation/mutations.test.ts',
  'test/isolation/queries.test.ts',
  'test/isolation/rest-hosted.test.ts',
  'test/isolation/rest-self-hosted.test.ts',
  'test/memory/as-of-size.test.ts',
  'test/memory/default-search.test.ts',
  'test/memory/search-beside-others.test.ts',
  'test/memory/search-size.test.ts',
  'test/providers/front-door-embedder.test.ts',
  'test/providers/front-door-llm.test.ts',
  'test/rest/wire-answers.test.ts',
  'test/stores/migration-plan.test.ts',
  'test/webhook/hostile.test.ts',
  'test/webhook/kill.test.ts',
];

/** Folders of tests that CI runs on Postgres alone, if there is one: it needs a third less processor time for the same. */
const aboutTexts = ['corrections', 'dashboard', 'extraction', 'providers'];

/** Left out in CI, because each of their pages takes seconds in a browser, or starts many processes. CONTRIBUTING.md has the long form. */
const longFiles = [
  'test/configuration/killed.test.ts',
  'test/dashboard/categories.test.ts',
  'test/dashboard/configuration.test.ts',
  'test/dashboard/connected-apps.test.ts',
  'test/dashboard/corrections.test.ts',
  'test/dashboard/dialogs.test.ts',
  'test/dashboard/difficult-texts.test.ts',
  'test/dashboard/entities.test.ts',
  'test/dashboard/events.test.ts',
  'test/dashboard/explorer.test.ts',
  'test/dashboard/filters.test.ts',
  'test/dashboard/import-again.test.ts',
  'test/dashboard/import.test.ts',
  'test/dashboard/log-streams.test.ts',
  'test/dashboard/organizations.test.ts',
  'test/dashboard/page-not-found.test.ts',
  'test/dashboard/playground.test.ts',
  'test/dashboard/request-bodies.test.ts',
  'test/dashboard/restart.test.ts',
  'test/dashboard/roles.test.ts',
  'test/dashboard/select.test.ts',
  'test/dashboard/settings.test.ts',
  'test/dashboard/table-rows.test.ts',
  'test/dashboard/unsaved-changes.test.ts',
  'test/dashboard/users.test.ts',
  'test/dashboard/webhooks.test.ts',
  'test/docs/site-versions.test.ts',
  'test/e2e/demo.test.ts',
  'test/http/stop.test.ts',
  'test/import/memory-use.test.ts',
  'test/import/server-kill.test.ts',
  'test/import/to-server.test.ts',
  'test/mcp/clients/stdio.test.ts',
  'test/mcp/demo.test.ts',
  'test/mcp/stdio.test.ts',
  'test/router/router.test.ts',
  'test/upgrade/rolling.test.ts',
];

/** CI runs these folders again on Postgres: what they show depends on the database. CONTRIBUTING.md has the long form. */
const onBoth = ['audit-log', 'deletion', 'events', 'idempotency', 'isolation', 'jobs', 'memory', 'stores', 'upgrade'];
/** Not again: they show words, times, ranks and audit rows, which the process computes from the same rows. */
const sameOnBoth = [
  'test/audit-log/walk.test.ts',
  'test/memory/attachments.test.ts',
  'test/memory/categories-by-meaning.test.ts',
  'test/memory/decay.test.ts',
  'test/memory/emoji.test.ts',
  'test/memory/everyday-words.test.ts',
  'test/memory/facts-of-one-message.test.ts',
  'test/memory/instructions.test.ts',
  'test/memory/linked-facts.test.ts',
  'test/memory/misspelt-words.test.ts',
  'test/memory/odd-queries.test.ts',
  'test/memory/other-languages.test.ts',
  'test/memory/precision.test.ts',
  'test/memory/question-language.test.ts',
  'test/memory/repeated-statements.test.ts',
  'test/memory/rerank.test.ts',
  'test/memory/score.test.ts',
  'test/memory/time-questions.test.ts',
  'test/memory/time-words.test.ts',
  'test/memory/typed-instructions.test.ts',
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

/** What CI runs on a database with partitions by project as well: row-security has each query. CONTRIBUTING.md has the long form. */
const onPartitions = [
  'test/backup/backup.test.ts',
  'test/isolation/rest-self-hosted.test.ts',
  'test/isolation/row-security.test.ts',
  'test/project-file/project-file.test.ts',
  'test/stores/migrate.test.ts',
];

const options = ['--all', '--postgres', '--pgbouncer', '--partitioned'];
const args = process.argv.slice(2).filter((argument) => !options.includes(argument));
const isAll = process.argv.includes('--all');
const onlyPooler = process.argv.includes('--pgbouncer');
const onlyPartitioned = process.argv.includes('--partitioned');
const onlyPostgres = onlyPooler || onlyPartitioned || process.argv.includes('--postgres');
const isIn = (file, folders) => folders.some((folder) => file.startsWith(`test/${folder}/`));
const isOnlyOnPostgres = (file) =>
  usesDatabase(file) &&
  file !== 'test/dashboard/setup.test.ts' &&
  (onlyOnPostgres.includes(file) || sameOnBoth.includes(file) || isIn(file, aboutTexts));
const exclude = (patterns) => patterns.flatMap((pattern) => ['--exclude', pattern]);
const isWall = (file) => file.startsWith('test/isolation/');
const leftOut =
  isAll || args.length > 0 ? [] : exclude([...slowFiles, ...onlyOnPostgres.filter((file) => !isWall(file))]);

const testFiles = () => [...filesUnder('test'), ...filesUnder('packages')].filter((file) => file.endsWith('.test.ts'));

/** Returns what CI runs on Postgres. */
const onPostgres = () =>
  testFiles().filter(
    (file) => usesDatabase(file) && !longFiles.includes(file) && (isOnlyOnPostgres(file) || isIn(file, onBoth)),
  );

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
  const env = isAll || args.length === 0 ? { ...shorterForms, ...process.env } : {};
  const isWhole = isAll && args.length === 0;
  const workers = args.length === 0 ? ['--maxWorkers=3'] : [];
  const given = [...args, ...leftOut, ...workers];
  const postgres = isAll || onlyPostgres ? await findPostgres() : null;
  try {
    if (!onlyPostgres) {
      const leftToPostgres = isWhole
        ? exclude([...longFiles, ...(postgres ? testFiles().filter(isOnlyOnPostgres) : [])])
        : [];
      runs.push(await runSuite({ database: 'embedded', env, folder, args: [...given, ...leftToPostgres] }));
    }
    if (postgres) {
      const onServer = { database: 'postgres', env: { ...env, TEST_POSTGRES_URL: postgres.url }, folder };
      const pooled = { ...onServer, name: 'PgBouncer', env: { ...onServer.env, TEST_PGBOUNCER: 'true' } };
      const partitioned = { ...onServer, name: 'partitioned', env: { ...onServer.env, TEST_PARTITIONS: '4' } };
      if (onlyPooler) runs.push(await runSuite({ ...pooled, args: given }));
      else if (onlyPartitioned) runs.push(await runSuite({ ...partitioned, args: given }));
      else runs.push(await runSuite({ ...onServer, args: isWhole ? [...onPostgres(), ...workers] : given }));
      if (isWhole && hasPgBouncer()) runs.push(await runSuite({ ...pooled, args: [...behindPooler, ...workers] }));
      if (isWhole) runs.push(await runSuite({ ...partitioned, args: [...onPartitions, ...workers] }));
    }
  } finally {
    postgres?.release();
  }
  if ((isAll || onlyPostgres) && !postgres) printNoPostgres(runs);
  return runs;
}

/**
 * Removes the transformed sources of before the last installation: vitest 4.1 empties their folder, does not make it again, and
 * finds no test file in that run.
 */
function dropStaleCache() {
  const cache = join(root, 'node_modules/.experimental-vitest-cache');
  const at = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (at(join(root, 'node_modules/.package-lock.json')) > at(join(cache, '_metadata.json')))
    rmSync(cache, { recursive: true, force: true });
}

// Browser tests load the built dashboard. Other tests do not need to wait for the build.
const needsBuild = isAll || args.length === 0 || args.some((argument) => argument.includes('dashboard'));
await (needsBuild ? ensureBuilt() : ensureGenerated());
dropStaleCache();
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
