import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { putSection, readSections } from '../../scripts/figures/page.mjs';
import { runBench } from '../../scripts/figures/run-bench.mjs';
import { tables } from '../../scripts/figures/tables.mjs';
import { root } from '../../scripts/build.mjs';
import { pages, readPage } from './code-blocks.js';

const page = readPage('docs/performance.md');
const { sections } = readSections(page);
const factOf = (text: string, name: string) => new RegExp(`^- ${name}: (.+)$`, 'm').exec(text)?.[1] ?? '';

/** Returns the commands of a line of shell, without what `&&` joins and without settings of the environment. */
const commandsOf = (line: string) => line.split(' && ').map((part) => part.replace(/^(?:\w+=\S+ )+/, ''));

/** Returns what a command names that this repository does not have. */
function findMissing(command: string): string[] {
  const words = command.split(' ');
  const files = words.filter((word) => /^(?:bench|test)\//.test(word));
  const program = files.map((file) => path.join(root, file)).find((file) => /\.(?:ts|mjs)$/.test(file));
  const source = program !== undefined && existsSync(program) ? readFileSync(program, 'utf8') : '';
  const options = /^(?:npx tsx|node) /.test(command) ? words.filter((word) => word.startsWith('--')) : [];
  return [
    ...files.filter((file) => !existsSync(path.join(root, file))),
    ...options.filter((option) => !new RegExp(`\\b${option.slice(2)}'?: `).test(source)),
    ...(files.length === 0 ? [command] : []),
  ];
}

describe('the figures of docs/performance.md', () => {
  it('say of every table how, when, where and with which versions it was measured', () => {
    expect(sections.length).toBeGreaterThan(8);
    for (const { title, text } of sections) {
      expect(text, title).toMatch(/^\| -{3}/m);
      for (const name of ['Command', 'Machine', 'Load', 'Rounds'])
        expect(factOf(text, name), `${title}, ${name}`).not.toBe('');
      expect(factOf(text, 'Date'), title).toMatch(/^\d{1,2} [A-Z][a-z]+ 20\d\d$/);
      expect(factOf(text, 'Versions'), title).toMatch(/^memory-gateway \d+\.\d+\.\d+/);
    }
  });

  it('have commands that exist, with options that they know', () => {
    for (const { title, text } of sections) {
      const [, command = ''] = /^`([^`]+)`/.exec(factOf(text, 'Command')) ?? [];
      for (const each of commandsOf(command)) expect(findMissing(each), title).toEqual([]);
    }
    for (const { command, short, long } of tables)
      for (const form of [short, long])
        for (const each of commandsOf(`${command} ${form}`)) expect(findMissing(each)).toEqual([]);
  });

  it('include each table of `npm run figures`', () => {
    const titles = sections.map(({ title }) => title);
    expect(tables.map(({ title }) => title).filter((title) => !titles.includes(title))).toEqual([]);
    expect(new Set(tables.map(({ id }) => id)).size).toBe(tables.length);
  });

  it('keep their other tables when one of them is measured again', () => {
    const [first, second, ...others] = sections;
    const title = second?.title ?? '';
    const changed = putSection(page, { title, text: `## ${title}\n\nMeasured again.\n` });
    const after = readSections(changed).sections;
    expect(after.map((section) => section.title)).toEqual(sections.map((section) => section.title));
    expect([after[0], ...after.slice(2)]).toEqual([first, ...others]);
    expect(after[1]?.text).toContain('Measured again.');
    const longer = putSection(page, { title: 'Another', text: '## Another\n\nNew.\n' });
    expect(longer.startsWith(page)).toBe(true);
    expect(longer.endsWith('\n\n## Another\n\nNew.\n')).toBe(true);
  });
});

describe('a bench of `npm run figures`', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'memory-gateway-bench-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const report = { tables: [{ columns: ['', 'p50'], rows: [['read', '3 ms']] }], rounds: 'One run' };
  const print = `printReport(${JSON.stringify(report)}, true);`;

  /** Runs a bench with these statements. */
  function run(statements: string) {
    const file = path.join(folder, 'bench.mts');
    const module = JSON.stringify(path.join(root, 'bench/report-tables.ts'));
    writeFileSync(file, `import { printReport } from ${module};\nconsole.log('A line before.');\n${statements}\n`);
    return runBench(`node --import tsx ${file}`);
  }

  it('that reaches its goals is its report', async () => {
    expect(await run(print)).toEqual(report);
  });

  it('that misses a goal is its report, which says so', async () => {
    expect(await run(`process.exitCode = 1; ${print}`)).toEqual({ ...report, notes: ['A goal was missed.'] });
  });

  it.each([
    ['before its report', "throw new Error('No database.');", 'ended with 1 and without a report'],
    ['after a line that is no report', "console.log('{}'); process.exit(1);", 'ended with 1 and without a report'],
    ['after its report', `${print} throw new Error('It did not stop.');`, 'failed after its report: it ended with 1'],
    ['by a signal', `${print} process.kill(process.pid, 'SIGKILL');`, 'failed after its report: it ended with '],
  ])('that fails %s is no missed goal', async (_when, statements, reason) => {
    await expect(run(statements)).rejects.toThrow(reason);
  });
});

describe('pages that say how to do something', () => {
  const figures = /\b(?:p50|p95|p99|median)\b[^|]*\d|\d (?:adds|requests|pages)\/s|\bR@\d/;
  const isFigures = (name: string) => /^docs\/(?:performance|compare)\.md$|^docs\/(?:evidence|adr)\//.test(name);

  it('have no figures of measurements, which are in docs/performance.md and docs/evidence', () => {
    const own = pages.filter((name) => name.startsWith('docs/') && !isFigures(name));
    expect(own.length).toBeGreaterThan(40);
    for (const name of own)
      expect(
        readPage(name)
          .split('\n')
          .filter((line) => figures.test(line)),
        name,
      ).toEqual([]);
  });
});
