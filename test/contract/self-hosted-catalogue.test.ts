import { describe, expect, it } from 'vitest';
import { startTestApp } from '../helpers/app.js';
import { faultsOf, read } from './named-tests.js';
import { selfHostedCatalogue, selfHostedTable } from './self-hosted-catalogue.js';

// Number of table rows in the documentation by section, without the sentences in between.
const documented = {
  '1.1': 17,
  '1.2': 14,
  '1.3': 7,
  '1.4': 8,
  '1.5': 3,
  '1.6': 1,
  '1.7': 2,
  '1.8': 11,
  '1.9': 19,
  '1.10': 3,
  '2.1': 6,
  '2.2': 4,
  '2.3': 5,
  '2.4': 7,
  '3': 20,
};

describe('the catalogue of the self-hosted server', () => {
  it('has a row for each one that is documented', () => {
    const ids = selfHostedCatalogue.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [section, rows] of Object.entries(documented)) {
      for (let row = 1; row <= rows; row += 1) expect(ids).toContain(`${section}.${row}`);
    }
  });

  it('names for each row a test that exists, and for none nothing', () => {
    expect(faultsOf(selfHostedCatalogue)).toEqual([]);
    expect(selfHostedCatalogue.filter(({ shown }) => shown.length === 0)).toEqual([]);
  });

  it('would find a row without a test, a file that is not there, and a test that is not in it', () => {
    const row = { id: 'x', text: 'x' };
    const shown = [[], ['contract/no-such-file: x'], ['contract/catalogue: no such test']];
    expect(shown.map((names) => faultsOf([{ ...row, shown: names }]).length)).toEqual([1, 1, 1]);
  });

  it('names operations that the server has, all of them', async () => {
    const named = new Set(
      selfHostedCatalogue.flatMap(
        ({ text }) => /^(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/.exec(text)?.slice(0, 1) ?? [],
      ),
    );
    expect(named.size).toBe(27);
    const test = await startTestApp();
    const unserved: string[] = [];
    for (const route of named) {
      const [method, url] = route.split(' ') as ['GET', string];
      // Without a credential, an existing route asks for one or responds.
      const { statusCode } = await test.app.inject({ method, url: url.replace(/\{\w+\}/g, 'user') });
      if (![200, 401, 422].includes(statusCode)) unserved.push(`${route} ${statusCode}`);
    }
    await test.close();
    expect(unserved).toEqual([]);
  });

  it('stands in docs/evidence/self-hosted-api.md as it is', () => {
    expect(
      read('docs/evidence/self-hosted-api.md').includes(selfHostedTable()),
      'not up to date: npm run rest-compat:print',
    ).toBe(true);
  });
});
