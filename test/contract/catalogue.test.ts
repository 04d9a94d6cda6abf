import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { restOperations } from '../../rest-compat/openapi/index.js';
import { catalogue, catalogueTable } from './catalogue.js';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const withoutNames = (path: string): string => path.replace('/user/{', '/{entity_type}/{').replace(/\{\w+\}/g, '{}');

describe('the catalogue of the hosted API', () => {
  it('has each of the 64 operations once, and the sentences about the service', () => {
    const ids = catalogue.map(({ id }) => id);
    expect(ids.filter((id) => /^\d+$/.test(id))).toEqual(Array.from({ length: 64 }, (_, index) => String(index + 1)));
    expect(ids.filter((id) => id.startsWith('S')).length).toBeGreaterThan(25);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names for each row a test that exists', () => {
    const faults = catalogue.flatMap(({ id, shown, note }) => {
      if (shown.length === 0 && !note) return [`row ${id} is shown by nothing`];
      return shown.flatMap((name) => {
        const [file = '', ...title] = name.split(': ');
        const path = `test/${file}.test.ts`;
        if (!existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))) return [`row ${id}: there is no ${path}`];
        return read(path).includes(`('${title.join(': ')}'`) ? [] : [`row ${id}: ${path} has no test "${title.join(': ')}"`];
      });
    });
    expect(faults).toEqual([]);
  });

  it('names operations that the server has, but for none', async () => {
    const served = new Set((await restOperations()).map(({ method, path }) => `${method.toUpperCase()} ${withoutNames(path)}`));
    const missing = catalogue.filter(({ id, text }) => /^\d+$/.test(id) && !served.has(withoutNames(text)));
    expect(missing.map(({ text }) => text)).toEqual([]);
  });

  it('stands in docs/rest-compat.md as it is', () => {
    expect(read('docs/rest-compat.md').includes(catalogueTable()), 'not up to date: npm run rest-compat:print').toBe(true);
  });
});
