import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entitiesTexts } from '../../dashboard/src/texts/entities.js';
import { findLiteralTexts } from './literal-texts.js';
import { findBadKeys } from './text-keys.js';

const root = 'dashboard/src';

/** The memories that Home offers as samples are data. The import names its columns and problems itself. */
const exceptions = ['pages/home/sample-memories.ts', 'pages/import/mapping.ts'];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('texts') && !exceptions.includes(file))
  .sort();

describe('texts of the dashboard', () => {
  it('are in the catalogue', () => {
    const found = files
      .map((file) => [file, findLiteralTexts(file, readFileSync(join(root, file), 'utf8'))] as const)
      .filter(([, texts]) => texts.length > 0);
    expect(Object.fromEntries(found)).toEqual({});
  });

  it('choose singular and plural by the rules of the language', () => {
    const comparing = readdirSync(join(root, 'texts')).filter((file) =>
      /(===|!==|>|<) 1\b.*\?/.test(readFileSync(join(root, 'texts', file), 'utf8')),
    );
    // The check of the audit chain may start after the first entry.
    expect(comparing.filter((file) => file !== 'audit.ts')).toEqual([]);
    expect(entitiesTexts.count(1)).toBe('1 entity');
    expect(entitiesTexts.count(20_000)).toBe('20,000 entities');
  });

  it('are found in JSX, in attributes, in objects and in toasts', () => {
    const source = `const column = { key: 'name', label: 'Name' };
      const Page = () => { showToast(\`Saved \${name}\`); const toNote = (n) => "There are several"; return <p title={isOn ? 'Switch off' : words.on} className="x">
        Hello <Code>npm run x</Code> {count === 1 ? 'one memory' : words.many} <i aria-label="Close" data-x="word" />
      </p>; };`;
    expect(findLiteralTexts('page.tsx', source)).toEqual([
      '1: Name',
      '2: Saved …',
      '2: There are several',
      '2: Switch off',
      '3: Hello',
      '3: one memory',
      '3: Close',
    ]);
  });

  it('have keys that name their place and purpose', () => {
    const catalogue = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^texts.*\.ts$/.test(file),
    );
    const found = catalogue
      .map((file) => [file, findBadKeys(file, readFileSync(join(root, file), 'utf8'))] as const)
      .filter(([, keys]) => keys.length > 0);
    expect(Object.fromEntries(found)).toEqual({});
  });

  it('are refused with numbered keys, cut beginnings and whole sentences as keys', () => {
    const source = `const words = {
      add: 'Add', add2: 'Add', text0To2: '0 to 2', p95: 'p95 latency', last7Days: 'Last 7 days', SUPERSEDED: 'Replaced',
      thisCannotBe: 'This cannot be undone, ever', noTokenOfThisKindYet: 'None', deleteWarning: 'This cannot be undone.',
      noKeysYet: 'No keys yet', states: { done: 'Done' }, renameTitle: (name: string) => \`Rename \${name}?\`,
    };`;
    expect(findBadKeys('words.ts', source)).toEqual([
      'add2: is numbered',
      'text0To2: names no purpose',
      'thisCannotBe: is the beginning of the text',
      'noTokenOfThisKindYet: has more than 4 words',
    ]);
  });
});
