import { describe, expect, it } from 'vitest';
import { restOperations } from '../../rest-compat/openapi/index.js';
import { catalogue, catalogueTable } from './catalogue.js';
import { faultsOf, read } from './named-tests.js';
import { testsNaming } from './naming-tests.js';

const withoutNames = (path: string): string => path.replace('/user/{', '/{entity_type}/{').replace(/\{\w+\}/g, '{}');

describe('the catalogue of the hosted API', () => {
  it('has each of the 64 operations once, and each of the 112 rows and bullets about the service', () => {
    const ids = catalogue.map(({ id }) => id);
    expect(ids.filter((id) => /^\d+$/.test(id))).toEqual(Array.from({ length: 64 }, (_, index) => String(index + 1)));
    expect(ids.filter((id) => id.startsWith('S'))).toEqual(
      Array.from({ length: 112 }, (_, index) => `S${String(index + 1)}`),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names for each row a test that exists and that names the row in turn', () => {
    expect(faultsOf(catalogue)).toEqual([]);
    expect(catalogue.filter(({ id }) => testsNaming(id).length === 0)).toEqual([]);
  });

  it('names operations that the server has, but for none', async () => {
    const served = new Set(
      (await restOperations()).map(({ method, path }) => `${method.toUpperCase()} ${withoutNames(path)}`),
    );
    const missing = catalogue.filter(({ id, text }) => /^\d+$/.test(id) && !served.has(withoutNames(text)));
    expect(missing.map(({ text }) => text)).toEqual([]);
  });

  it('stands in docs/evidence/hosted-api.md as it is', () => {
    expect(
      read('docs/evidence/hosted-api.md').includes(catalogueTable()),
      'not up to date: npm run rest-compat:print',
    ).toBe(true);
  });
});
