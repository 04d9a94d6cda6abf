import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLiteralTexts } from './literal-texts.js';

const root = 'dashboard/src';

/** Files that still contain texts of their own. Files leave this list when their texts move to `texts/`; none may join it. */
const remaining: readonly string[] = [];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('texts'))
  .sort();

describe('texts of the dashboard', () => {
  it('are in the catalogue, except those of the listed files', () => {
    const found = files
      .map((file) => [file, findLiteralTexts(file, readFileSync(join(root, file), 'utf8'))] as const)
      .filter(([, texts]) => texts.length > 0);
    const unlisted = found.filter(([file]) => !remaining.includes(file));
    expect(Object.fromEntries(unlisted)).toEqual({});
    expect(remaining.filter((file) => !found.some(([name]) => name === file))).toEqual([]);
  });

  it('are found in JSX, in attributes, in objects and in toasts', () => {
    const source = `const column = { key: 'name', label: 'Name' };
      const Page = () => { showToast(\`Saved \${name}\`); return <p title={isOn ? 'Switch off' : words.on} className="x">
        Hello <Code>npm run x</Code> {count === 1 ? 'one memory' : words.many} <i aria-label="Close" data-x="word" />
      </p>; };`;
    expect(findLiteralTexts('page.tsx', source)).toEqual([
      '1: Name',
      '2: Saved …',
      '2: Switch off',
      '3: Hello',
      '3: one memory',
      '3: Close',
    ]);
  });
});
