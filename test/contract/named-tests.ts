import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Row } from './catalogue.js';

const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The text of a file of the repository. */
export const read = (path: string): string => readFileSync(pathOf(path), 'utf8');

/** Lists problems of the tests that rows name: no test, no such file, or no such title. */
export function faultsOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ id, shown, note }) => {
    if (shown.length === 0 && !note) return [`row ${id} is shown by nothing`];
    return shown.flatMap((name) => {
      const [file = '', ...title] = name.split(': ');
      // The tests of a package are in its folder.
      const path = file.startsWith('packages/')
        ? `${file.replace(/[^/]*$/, 'test/$&')}.test.ts`
        : `test/${file}.test.ts`;
      if (!existsSync(pathOf(path))) return [`row ${id}: there is no ${path}`];
      const text = title.join(': ');
      return hasTitle(read(path), text) ? [] : [`row ${id}: ${path} has no test "${text}"`];
    });
  });
}

/** Whether a test file contains this title, as the first argument of a call or of a row of `it.each`. */
function hasTitle(source: string, title: string): boolean {
  for (let at = source.indexOf(title); at >= 0; at = source.indexOf(title, at + 1)) {
    const isQuoted = /[([]\s*['"]$/.test(source.slice(Math.max(0, at - 40), at));
    if (isQuoted && /^['"]/.test(source.slice(at + title.length))) return true;
  }
  return false;
}
