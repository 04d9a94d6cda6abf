import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@memory-gateway/database';
import { testDatabase } from '../setup/database.js';

const page = readFileSync('docs/distributed.md', 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \| (distributed|reference|local) \| (.*) \|$/gm)].map(
  ([, name = '', kind = '', keys = '']) => ({ name, kind, keys }),
);

// Partitions belong to their table.
const TABLES = `
  SELECT c.relname AS name, c.relpersistence AS persistence,
    CASE
      WHEN NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'project_id') THEN 'no column for it'
      WHEN (SELECT bool_and(EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'project_id' AND a.attnum = ANY (i.indkey)
      )) FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique) THEN 'contain the project'
      ELSE 'lack the project'
    END AS keys
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY c.relname`;
const TRIGGERS = `
  SELECT t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace ORDER BY t.tgname`;

describe('the page about a database of several machines', () => {
  let database: Database;
  let tables: { name: string; persistence: string; keys: string }[];
  beforeAll(async () => {
    database = await testDatabase();
    tables = await database.query(TABLES);
  });

  it('has a verdict for every table, and says whether its keys have the project', () => {
    const said = rows.map(({ name, keys }) => ({ name, keys })).sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(said).toEqual(tables.map(({ name, keys }) => ({ name, keys })).sort((a, b) => (a.name < b.name ? -1 : 1)));
  });

  it('counts the distributed tables and those whose keys have the project', () => {
    const distributed = rows.filter(({ kind }) => kind === 'distributed');
    const ready = distributed.filter(({ keys }) => keys === 'contain the project');
    expect([ready.length, distributed.length]).toEqual([4, 22]);
    expect(page).toContain('Four of 22 have them;');
  });

  it('names every trigger and every unlogged table', async () => {
    const triggers = await database.query<{ name: string }>(TRIGGERS);
    expect(triggers.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([]);
    expect(triggers.length).toBeGreaterThan(0);
    const unlogged = tables.filter(({ persistence }) => persistence === 'u').map(({ name }) => `\`${name}\``);
    expect(page).toContain(`One table is unlogged, ${unlogged.join()}:`);
  });
});
