// Runs the test suite.
//
//   npm test                        the suite on the embedded database, without the slow files of lib/test-lists.mjs, and those that it slows down
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
import {
  aboutTexts,
  behindPooler,
  longFiles,
  onBoth,
  onlyOnPostgres,
  onPartitions,
  sameOnBoth,
  shorterForms,
  slowFiles,
} from './lib/test-lists.mjs';
import { findPostgres, hasPgBouncer } from './lib/test-postgres.mjs';
import { runSuite } from './lib/test-run.mjs';

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
