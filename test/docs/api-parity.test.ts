import { readFile } from 'node:fs/promises';
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Operations of a row such as "`GET, POST /v1/exports/` | …". */
function toOperations(cell: string): string[] {
  const [methods = '', path = ''] = cell.replaceAll('`', '').split(/ (?=\/)/);
  return methods.split(', ').map((method) => `${method} ${path}`);
}

it('the page on both APIs names every REST operation once, and only GraphQL fields that exist', async () => {
  const [page, openApi, sdl] = await Promise.all(
    ['docs/evidence/api-parity.md', 'openapi.json', 'schema.graphql'].map(read),
  );
  const rows = [...(page ?? '').matchAll(/^\| (`[A-Z][A-Z, ]+ \/.*`) \| (.*) \|$/gm)];
  const { paths } = JSON.parse(openApi ?? '') as { paths: Record<string, Record<string, unknown>> };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(rows.flatMap(([, rest = '']) => toOperations(rest)).sort()).toEqual(documented.sort());

  const schema = buildSchema(sdl ?? '');
  const fields = new Set(
    [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {})),
  );
  const named = rows.flatMap(([, , cell = '']) =>
    [...cell.replace(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(rows.length);
  expect(named.filter((name) => !fields.has(name ?? ''))).toEqual([]);
});
