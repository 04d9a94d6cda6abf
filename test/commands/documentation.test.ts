import { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allCommands, type CommandMeans } from '../../src/commands/index.js';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts);

const unused = () => Promise.reject(new Error('A command ran.'));
const means: CommandMeans = {
  version: '0.0.0',
  server: { serve: unused, work: unused, openWorker: unused, printSchema: unused, printSubgraph: unused },
  remote: { url: 'http://localhost:8888', key: null },
  open: unused,
  openForImport: unused,
  openDatabase: unused,
  load: () => {
    throw new Error('A command ran.');
  },
  explain: () => null,
};

/** Returns the names of executable commands, such as `keys create`. */
function namesOf(command: Command, path: readonly string[] = []): string[] {
  return command.commands.flatMap((child) =>
    child.commands.length > 0 ? namesOf(child, [...path, child.name()]) : [[...path, child.name()].join(' ')],
  );
}

const program = new Command('memory-gateway');
const io = { stdout: process.stdout, stderr: process.stderr };
for (const define of allCommands(means)) define(program, { io, run: () => async () => undefined });
const commands = namesOf(program);
const documented = [...read('docs/cli.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(
  ([, name = '', codes = '']) => ({ name, codes }),
);

describe('the commands', () => {
  it('are all in docs/cli.md, with their exit codes', () => {
    expect(commands).toContain('keys create');
    expect(documented.map(({ name }) => name).sort()).toEqual([...commands].sort());
    for (const { codes } of documented) expect(codes).toMatch(/^0 /);
  });

  it('of this machine are npm scripts of the same name', () => {
    const local = [
      'serve',
      'worker',
      'bootstrap',
      'reset-admin-password',
      'doctor',
      'import',
      'prune-logs',
      'schema print',
    ];
    expect(local.filter((name) => !commands.includes(name))).toEqual([]);
    expect(local.map((name) => name.replace(' ', ':')).filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('all describe themselves', () => {
    const describeAll = (command: Command): string[] => [
      ...command.commands.filter((child) => child.description() === '').map((child) => child.name()),
      ...command.commands.flatMap(describeAll),
    ];
    expect(describeAll(program)).toEqual([]);
  });
});
