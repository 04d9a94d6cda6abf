import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Titles by the row that they name: `row 5, POST /v2/memories/search/: ...`, `S1: ...`, `S58, S59 and S60: ...`, `S28
 * to S36: ...`.
 */
const titles: ReadonlyMap<string, readonly string[]> = readTitles();

/** Lists the tests of this folder whose titles begin with the row, as `file: title`. */
export function testsNaming(id: string): readonly string[] {
  return titles.get(id) ?? [];
}

function readTitles(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of readdirSync(folder)
    .filter((name) => /^(operations|service)-.*\.test\.ts$/.test(name))
    .sort()) {
    // The first argument of a test, or of a case of it.each.
    for (const [, title = ''] of readFileSync(`${folder}${file}`, 'utf8').matchAll(
      /[([]'((?:row \d+|S\d+)[^'\n]*: [^'\n]*)'/g,
    )) {
      for (const id of rowsOf(title))
        found.set(id, [...(found.get(id) ?? []), `contract/${file.replace('.test.ts', '')}: ${title}`]);
    }
  }
  return found;
}

function rowsOf(title: string): string[] {
  const [, operation] = /^row (\d+), /.exec(title) ?? [];
  if (operation) return [operation];
  const [, names = ''] = /^((?:S\d+(?:, | and | to )?)+): /.exec(title) ?? [];
  return names.split(/, | and /).flatMap((part) => {
    const [first = 0, last = first] = part.split(' to ').map((name) => Number(name.slice(1)));
    return Array.from({ length: last - first + 1 }, (_, index) => `S${String(first + index)}`);
  });
}
