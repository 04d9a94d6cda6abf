import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import type { AppContext } from '../../src/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { fakeEmbedder } from './fake-embedder.js';

let services: TestServices;
let ctx: AppContext;
let ada: CallerUser;
let projectId: string;

beforeEach(async () => {
  services = await testServices({ embedder: fakeEmbedder() });
  await emptyDatabase(services.database);
  ({ ada } = await people(services));
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  ctx = as(services, ada);
});

const add = (content: string, role: 'user' | 'assistant' = 'user', userId = 'rosa') =>
  addMemories(ctx, { projectId, messages: [{ role, content }], userId, infer: false });

const search = (query: string, settings?: Parameters<typeof searchMemories>[2]) =>
  searchMemories(ctx, { projectId, query, keywordSearch: true }, settings);

describe('words that people type', () => {
  const stored = [
    'We spent the summer in Málaga with Łukasz',
    'Jürgen repairs bicycles',
    'The function computeTaxRate is too slow',
    'Rename parse_user_input before the release',
    'The flat in Lisbon has a balcony',
  ];

  it.each([
    ['Malaga', 0],
    ['Lukasz', 0],
    ['Jurgen', 1],
    ['Juergen', 1],
    ['JÜRGEN', 1],
    ['the tax rate computation', 2],
    ['computeTaxRate', 2],
    ['user input', 3],
    ['parse_user_input', 3],
    ['Lisbn', 4],
    ['balcnoy', 4],
  ])('"%s" finds the memory that means it', async (query, index) => {
    for (const text of stored) await add(text);
    const { results } = await search(query);
    expect(results.map(({ memory }) => memory.text)).toEqual([stored[index]]);
  });

  it('takes no word that exists for a misspelt one', async () => {
    await add('The horse is in the stable');
    await add('A house by the sea');
    expect((await search('house')).results.map(({ memory }) => memory.text)).toEqual(['A house by the sea']);
    expect((await search('mouse')).results).toEqual([]);
  });
});

describe('standing instructions', () => {
  const read = async (query: string, settings?: Parameters<typeof searchMemories>[2]) =>
    (
      await searchMemories(ctx, { projectId, query, filter: readFilter({ user_id: 'rosa' }) }, settings)
    ).instructions.map(({ text }) => text);

  it('stand beside the results of any query, whatever its words', async () => {
    await add('From now on answer in one paragraph.');
    await add('I bought a green bicycle');
    await add('You should always use a helmet.', 'assistant');
    await add('I always use oat milk when I bake.');
    await add('Do you always answer in English?');
    await add('Please never suggest tofu.', 'user', 'ben');
    expect(await read('bicycle')).toEqual(['From now on answer in one paragraph.']);
    expect(await read('nothing of the kind')).toEqual(['From now on answer in one paragraph.']);
  });

  it.each([
    'When you show code, no semicolons please.',
    'Could you always put the code first?',
    'Please do not advise me to shorten my sentences.',
    'Give measurements in millimetres, never inches.',
    'And no ORMs ever, plain SQL is fine.',
    'Antworte mir bitte immer auf Deutsch. Ab jetzt duze mich.',
    'À partir de maintenant, réponds toujours en français.',
    'De ahora en adelante responde siempre en español.',
    'D’ora in poi rispondi sempre in italiano.',
    'A partir de agora responda sempre em português.',
    'Antwoord voortaan altijd in het Nederlands.',
  ])('"%s" is one', async (text) => {
    await add(text);
    expect(await read('weather')).toEqual([text]);
  });

  it('are found in large scopes too', async () => {
    await add('From now on answer in one paragraph.');
    for (let index = 0; index < 6; index += 1) await add(`Note ${index} about the bicycle`);
    expect(await read('bicycle', { wholeScopeMax: 2, exactScopeMax: 10, candidatesMin: 2 })).toEqual([
      'From now on answer in one paragraph.',
    ]);
  });
});
