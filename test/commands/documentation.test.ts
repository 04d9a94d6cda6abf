import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const usage = /const usage = `([^`]*)`/.exec(read('src/main.ts'))?.[1] ?? '';
const section = /## Commands\n([^]*?)\n## /.exec(read('docs/operations.md'))?.[1] ?? '';
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts);

const commands = [...usage.matchAll(/^ {2}([a-z][a-z-]*(?: print)?) {2,}/gm)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'help');
const documented = [...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, name = '', codes = '']) => ({
  name,
  codes,
}));

describe('the commands', () => {
  it('are all in docs/operations.md, with their exit codes', () => {
    expect(commands).toContain('import');
    expect(documented.map(({ name }) => name).sort()).toEqual([...commands].sort());
    for (const { codes } of documented) expect(codes).toMatch(/^0 /);
  });

  it('are npm scripts of the same name', () => {
    expect(commands.map((name) => name.replace(' ', ':')).filter((name) => !scripts.includes(name))).toEqual([]);
  });
});
