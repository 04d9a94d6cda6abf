import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { uploadMemories } from '../../src/resolvers/import/upload-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { work } from '../deletion/helpers.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';

let services: TestServices;
let owner: AppContext;
let projectId: string;

beforeEach(async () => {
  services = await testServices();
  const { ada } = await people(services);
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  owner = as(services, ada);
});

const character = (index: number) => String.fromCodePoint(0x4e_00 + (index % 20_000));
/** 200,000 characters of compound words, each of which is three words of its own for a search. */
const compounds = Array.from(
  { length: 40_000 },
  (_, n) => `${character(n)}${character(n * 7 + Math.floor(n / 20_000))}-${character(n * 31)}`,
).join(' ');
const text = `Lamp ${compounds}`.slice(0, 200_000).trim();

const find = async (query: string) => {
  const filter = readFilter({ user_id: 'ada' });
  const { results } = await searchMemories(owner, { projectId, query, keywordSearch: true, filter });
  return results.map(({ memory }) => memory.text);
};

describe('a text with more different words than one row indexes', () => {
  it('is imported with the others of its batch', async () => {
    const records = [
      { id: 'a', text, user_id: 'ada' },
      { id: 'b', text: 'The chair is red.', user_id: 'ada' },
    ];
    const content = records.map((record) => JSON.stringify(record)).join('\n');
    await uploadMemories(owner, { projectId, format: 'jsonl', content, wait: false });
    await work(services);
    expect(await find('chair')).toEqual(['The chair is red.']);
    expect(await find('lamp')).toEqual([text]);
  });
});
