import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { search as searchIn } from './search.js';

// People tell of former homes and jobs long after the present ones, in seven languages.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
afterAll(() => app.close());

const client = () => app.as(app.admin.apiKey);

async function add(userId: string, texts: readonly string[]): Promise<void> {
  for (const [day, content] of texts.entries()) {
    await client().rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content }],
      user_id: userId,
      timestamp: new Date(Date.UTC(2026, 0, 5 + day)).toISOString(),
    });
  }
  await idle(app.app.services);
}

const search = (userId: string, query: string, how?: object) => searchIn(app, { userId, query, ...(how && { how }) });

const states = [
  ['en', 'I work at Bosch.', 'I used to work at Siemens.', 'Where do I work?', 'Where did I use to work?'],
  ['typed', 'i live in oslo', 'when i was a student i lived in bergen', 'where do i live', 'where did i live before'],
  ['de', 'Ich wohne in Leipzig.', 'Ich habe früher in Halle gewohnt.', 'Wo wohne ich?', 'Wo habe ich früher gewohnt?'],
  [
    'fr',
    "J'habite à Lyon.",
    "Avant, j'habitais à Nantes.",
    "Où est-ce que j'habite ?",
    "Où est-ce que j'habitais avant ?",
  ],
  ['es', 'Vivo en Valencia.', 'Antes vivía en Sevilla.', '¿Dónde vivo?', '¿Dónde vivía antes?'],
  ['it', 'Lavoro alla Fiat.', "In passato lavoravo all'Eni.", 'Dove lavoro?', 'Dove lavoravo prima?'],
  ['pt', 'Moro em Lisboa.', 'Antes morava em Braga.', 'Onde moro?', 'Onde morava antes?'],
  ['nl', 'Ik woon in Utrecht.', 'Vroeger woonde ik in Breda.', 'Waar woon ik?', 'Waar woonde ik vroeger?'],
] as const;

describe('a former state that is told after the present one', () => {
  it.each(states)('outdates nothing, and follows the present one: %s', async (...[name, present, former, question]) => {
    await add(name, [present, former]);
    const found = await search(name, question);
    expect(found[0]?.memory).toBe(present);
    expect(found.filter(({ outdated_by }) => outdated_by)).toEqual([]);
    expect((await search(name, question, { precision: 'high' })).map(({ memory }) => memory)).toEqual([present]);
  });

  it.each(states)('comes first for a question about it: %s', async (...[name, present, former, , past]) => {
    await add(`past ${name}`, [present, former]);
    expect((await search(`past ${name}`, past))[0]?.memory).toBe(former);
  });

  it.each([
    ['I work at Bosch.', 'I used to work at Bosch.', 'Where do I work?'],
    ['I smoke a pack a day.', 'I used to smoke.', 'Do I smoke?'],
    ['I live in Oslo.', 'I used to live in Oslo, but now I live in Bergen.', 'Where do I live?'],
  ])('outdates the same state: "%s", "%s"', async (present, former, question) => {
    const userId = former.slice(-12, -1);
    await add(userId, [present, former]);
    const found = await search(userId, question);
    expect(found.find(({ memory }) => memory === present)?.outdated_by?.memory).toBe(former);
  });
});
