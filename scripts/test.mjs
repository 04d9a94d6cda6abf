// The test suite on the embedded database, then once more on Postgres where one is at hand. Arguments go to vitest.
//
//   npm test                    everything
//   npm test -- test/auth       some files
//   npm test -- -t "a READER"   some tests
//
// TEST_POSTGRES_URL names a Postgres with pgvector to use. Without it, scripts/postgres-cluster.sh is asked for a private one; it
// is told to install nothing. The last line is `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt, ensureGenerated, root } from './build.mjs';

const folder = mkdtempSync(join(tmpdir(), 'memory-gateway-tests-'));
const clusterScript = join(root, 'scripts/postgres-cluster.sh');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const troubleReporter = join(root, 'scripts/lib/test-reporter.mjs');

function cluster(verb) {
  if (!existsSync(clusterScript)) return { status: 3, stdout: '' };
  const env = { ...process.env, MEMORY_GATEWAY_NO_INSTALL: '1' };
  return spawnSync('bash', [clusterScript, verb], {
    cwd: root,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Whether something listens where the URL points. */
function answers(url) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

/** The Postgres to test on, and how to put it away again: one that was running before stays. Null when there is none. */
async function findPostgres() {
  if (process.env.TEST_POSTGRES_URL) return { url: process.env.TEST_POSTGRES_URL, release: () => undefined };
  const url = cluster('url').stdout.trim();
  if (url === '') return null;
  const wasRunning = await answers(url);
  if (cluster('start').status !== 0) return null;
  return { url, release: () => (wasRunning ? undefined : cluster('stop')) };
}

/** What failed in a run, and what passed at the second try, by name. */
function readTrouble(troubleFile) {
  return existsSync(troubleFile)
    ? JSON.parse(readFileSync(troubleFile, 'utf8'))
    : { failed: ['the run itself: it wrote no report'], retried: [] };
}

/** A run's counts. A file that could not be loaded, or an error outside of any test, counts as one failure. */
function readCounts(reportFile, exitCode) {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, files: [] };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  const files = report.testResults.map((file) => relative(root, file.name)).sort();
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed, files };
}

function runSuite(database, extraEnv) {
  const reportFile = join(folder, `${database}.json`);
  const troubleFile = join(folder, `${database}-trouble.json`);
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--reporter=${troubleReporter}`,
    `--outputFile.json=${reportFile}`,
  ];
  process.stdout.write(`\nTests on the ${database} database\n`);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
      cwd: root,
      env: { ...process.env, ...extraEnv, TEST_DATABASE: database, TEST_TROUBLE_FILE: troubleFile },
      stdio: 'inherit',
    });
    child.on('exit', (code) =>
      resolve({
        database,
        exitCode: code ?? 1,
        ...readCounts(reportFile, code ?? 1),
        trouble: readTrouble(troubleFile),
      }),
    );
  });
}

// A test file that never touches a database says the same on both, so it is not worth naming.
const usesDatabase = (file) => /helpers\/|stores\/|src\/app\.js/.test(readFileSync(join(root, file), 'utf8'));

// Browsers are shown the dashboard as it was built. Who asks for other tests alone need not wait for that.
const needsBuild = process.argv.length === 2 || process.argv.some((argument) => argument.includes('dashboard'));
await (needsBuild ? ensureBuilt() : ensureGenerated());
const runs = [await runSuite('embedded', {})];
const postgres = await findPostgres();
try {
  if (postgres) runs.push(await runSuite('postgres', { TEST_POSTGRES_URL: postgres.url }));
} finally {
  postgres?.release();
  rmSync(folder, { recursive: true, force: true });
}

process.stdout.write('\n');
if (!postgres) {
  const alone = runs[0].files.filter(usesDatabase);
  process.stdout.write(
    'No Postgres with pgvector at hand: set TEST_POSTGRES_URL, or run `scripts/postgres-cluster.sh start` where it may install one.\n',
  );
  process.stdout.write(
    `These ${alone.length} suites ran on the embedded database alone:\n${alone.map((file) => `  ${file}\n`).join('')}`,
  );
}
for (const { database, trouble } of runs) {
  for (const line of trouble.failed) process.stdout.write(`FAILED on ${database}: ${line}\n`);
  for (const line of trouble.retried) process.stdout.write(`passed at the second try on ${database}: ${line}\n`);
}
for (const run of runs)
  process.stdout.write(`${run.database}: ${run.passed} passed, ${run.failed} failed in ${run.files.length} files\n`);
const total = (key) => runs.reduce((sum, run) => sum + run[key], 0);
process.stdout.write(`${total('passed')} passed, ${total('failed')} failed\n`);
process.exitCode = runs.every((run) => run.exitCode === 0) ? 0 : 1;
