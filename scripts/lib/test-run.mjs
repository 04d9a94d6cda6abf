// Runs vitest once on one database and returns what scripts/test.mjs needs.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../build.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const troubleReporter = join(root, 'scripts/lib/test-reporter.mjs');

/** Returns the content of a report, or `otherwise` if the run ended before writing it. */
const readReport = (file, otherwise) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : otherwise);

/** Returns the counts of a run. A file that fails to load, or an error outside of tests, counts as one failure. */
function toCounts(report, exitCode) {
  if (report === null) return { passed: 0, failed: 1, files: [] };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1_000,
  }));
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed, files };
}

/**
 * Runs vitest once.
 * @param run `database`: embedded or postgres. `name`: of the run, if it is another. `env`: additional environment.
 * `folder`: for reports. `args`: for vitest
 */
export function runSuite({ database, name = database, env, folder, args }) {
  const reportFile = join(folder, `${name}.json`);
  const troubleFile = join(folder, `${name}-trouble.json`);
  const reporters = ['default', 'json', troubleReporter].map((each) => `--reporter=${each}`);
  const startedAt = Date.now();
  process.stdout.write(`\nTests on the ${name} database\n`);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vitest, 'run', ...reporters, `--outputFile.json=${reportFile}`, ...args], {
      cwd: root,
      env: { ...process.env, ...env, TEST_DATABASE: database, TEST_TROUBLE_FILE: troubleFile },
      stdio: 'inherit',
    });
    child.on('exit', (code) => {
      const exitCode = code ?? 1;
      const trouble = readReport(troubleFile, {
        failed: ['the run itself: vitest wrote no report'],
        retried: [],
        slowest: [],
      });
      const seconds = (Date.now() - startedAt) / 1_000;
      resolve({ database: name, exitCode, seconds, trouble, ...toCounts(readReport(reportFile, null), exitCode) });
    });
  });
}
