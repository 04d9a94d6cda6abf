import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aboutTexts, onBoth, onlyOnPostgres } from '../../scripts/lib/test-lists.mjs';

/** Tests that only Postgres can run, or that end early on the embedded database. */
const NEEDS_POSTGRES =
  /\brunIf\(.*(?:'postgres'|isPostgres)|\bskipIf\(.*(?:'embedded'|!== 'postgres')|kind === 'embedded'\) return;/u;

it('CI runs every file that has tests for Postgres alone on Postgres', () => {
  const onPostgres = (file: string) =>
    onlyOnPostgres.includes(file) || [...onBoth, ...aboutTexts].some((folder) => file.startsWith(`test/${folder}/`));
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  const needing = files.map((file) => `test/${file}`).filter((file) => NEEDS_POSTGRES.test(readFileSync(file, 'utf8')));
  expect(needing.length).toBeGreaterThan(20);
  expect(needing.filter((file) => !onPostgres(file))).toEqual([]);
});
