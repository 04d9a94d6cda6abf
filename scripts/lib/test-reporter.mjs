// A vitest reporter for scripts/test.mjs. Writes failed tests, errors outside of tests, tests that passed on retry, and
// the slowest files and tests as JSON to the file in TEST_TROUBLE_FILE. scripts/test.mjs prints them at the end of the log.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Returns the name of a test or file in the list. */
const nameOf = (file, title) => `${relative(process.cwd(), file)}${title ? ` > ${title}` : ''}`;
const lines = (error, most) =>
  String(error?.message ?? '')
    .split('\n')
    .slice(0, most)
    .join(' ')
    .slice(0, 600);
/** Returns the first lines in which a long text is not as expected. Errors of short values name them already. */
function firstDifferences({ diff = '', expected = '' }) {
  if (!String(expected).includes('\n')) return '';
  const differing = stripVTControlCharacters(diff).split('\n');
  return differing
    .filter((line) => /^[-+] (?!Expected|Received)/.test(line))
    .slice(0, 4)
    .map((line) => `\n    ${line.slice(0, 200)}`)
    .join('');
}

/** Returns the start of an error. For property tests, includes the seed and the cause. */
const firstLine = ([error = {}] = []) =>
  error.cause
    ? `${lines(error, 2)} because of ${lines(error.cause, 1)}`
    : `${lines(error, 1)}${firstDifferences(error)}`;

/** Returns an error that no test caught: the test or file that ran, the error, and the first line of its stack that is ours. */
function describeUnhandled(error) {
  const during = [error.VITEST_TEST_PATH, error.VITEST_TEST_NAME].filter(Boolean).join(' > ') || 'no test';
  const [, ...frames] = String(error.stack ?? '').split('\n');
  const frame = frames.find((line) => !/node_modules|node:/.test(line)) ?? frames[0] ?? '';
  return `outside of tests, during ${during.replace(`${process.cwd()}/`, '')}: ${error.name}: ${lines(error, 2)} ${frame.trim()}${error.cause ? ` because of ${lines(error.cause, 1)}` : ''}`;
}

const SLOWEST_FILES = 8;
const SLOWEST_TESTS = 12;

/** Returns the slowest of `[seconds, name]`, one per line. */
function toLines(timed, most) {
  const slowest = timed.sort(([left], [right]) => right - left).slice(0, most);
  return slowest.map(([seconds, name]) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
}

/** Returns the slowest files, then the slowest tests. A file's time includes its imports and hooks. */
function findSlowest(modules) {
  const files = modules.map((module) => {
    const { collectDuration, duration, setupDuration } = module.diagnostic();
    return [(collectDuration + duration + setupDuration) / 1_000, nameOf(module.moduleId)];
  });
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => [
      (test.diagnostic()?.duration ?? 0) / 1_000,
      nameOf(module.moduleId, test.fullName),
    ]),
  );
  return [...toLines(files, SLOWEST_FILES), ...toLines(tests, SLOWEST_TESTS)];
}

export default class TroubleReporter {
  onTestRunEnd(modules, unhandled) {
    const failed = unhandled.map(describeUnhandled);
    const retried = [];
    for (const module of modules) {
      if (['queued', 'pending'].includes(module.state()))
        failed.push(`${nameOf(module.moduleId)}: did not run to its end`);
      const broken = module.errors();
      if (broken.length > 0) failed.push(`${nameOf(module.moduleId)}: ${firstLine(broken)}`);
      for (const suite of module.children.allSuites()) {
        const errors = suite.errors();
        if (errors.length > 0) failed.push(`${nameOf(module.moduleId, suite.fullName)}: ${firstLine(errors)}`);
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const line = `${nameOf(module.moduleId, test.fullName)}: ${firstLine(errors)}`;
        if (state === 'failed') failed.push(line);
        else if (test.diagnostic()?.flaky) retried.push(line);
      }
    }
    writeFileSync(process.env.TEST_TROUBLE_FILE, JSON.stringify({ failed, retried, slowest: findSlowest(modules) }));
  }
}
