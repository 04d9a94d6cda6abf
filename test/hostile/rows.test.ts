import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Row {
  readonly name: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

const page = readFileSync('docs/security.md', 'utf8');

const rows: Row[] = [...page.matchAll(/^\| (\d+[a-z]?) +\|.*\|.*\|(.*)\|$/gm)].map(([, name = '', cell = '']) => ({
  name,
  tests: cell.split('<br>').map((part) => {
    const [, file = '', title = ''] =
      /\]\(\.\.\/((?:packages\/[\w-]+\/)?test\/[^)]+)\): `(.*)`$/.exec(part.trim()) ?? [];
    return { file, title: title.replaceAll('\\|', '|') };
  }),
}));

const sources = new Map<string, string>();
function read(file: string): string {
  const source = sources.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '');
  sources.set(file, source);
  return source;
}

describe('docs/security.md', () => {
  it('has every row once, or says why not', () => {
    const named = new Set(rows.map(({ name }) => name));
    expect(rows).toHaveLength(named.size);
    const missing = Array.from({ length: 116 }, (_unused, index) => String(index + 1)).filter(
      (name) => !named.has(name),
    );
    for (const name of missing) expect(page).toMatch(new RegExp(`row ${name} \\(`));
    expect(missing).toEqual(['74']);
  });

  it('names tests that exist for each row', () => {
    const wrong = rows.flatMap(({ name, tests }) =>
      tests
        .filter(({ file, title }) => title === '' || !read(file).includes(title))
        .map(({ file, title }) => `${name}: ${file}: ${title}`),
    );
    expect(wrong).toEqual([]);
  });

  it('names every file of the tests of rows', () => {
    const files = ['test/hostile', 'test/faults'].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.test.ts') && name !== 'rows.test.ts')
        .map((name) => `${folder}/${name}`),
    );
    const named = new Set(rows.flatMap(({ tests }) => tests.map(({ file }) => file)));
    expect(files.filter((file) => !named.has(file))).toEqual([]);
  });
});
