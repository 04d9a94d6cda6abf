import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// A user who has told the same kind of fact in seven languages asks in one of them.

let app: TestApp;

/** Of each language, a fact and the question for it. */
const subjects = {
  work: [
    ['I work at Harrods.', 'Where do I work?'],
    ['Ich arbeite bei Bosch.', 'Wo arbeite ich?'],
    ['Je travaille chez Renault.', 'Où est-ce que je travaille ?'],
    ['Trabajo en Telefónica.', '¿Dónde trabajo?'],
    ['Lavoro alla Fiat.', 'Dove lavoro?'],
    ['Trabalho na Galp.', 'onde eu trabalho'],
    ['Ik werk bij Philips.', 'Waar werk ik?'],
  ],
  allergy: [
    ['I am allergic to nuts.', 'What am I allergic to?'],
    ['Ich bin gegen Pollen allergisch.', 'Wogegen bin ich allergisch?'],
    ['Je suis allergique au lait.', 'À quoi suis-je allergique ?'],
    ['Soy alérgica al marisco.', '¿A qué soy alérgica?'],
    ['Sono allergica alle uova.', 'A cosa sono allergica?'],
    ['Sou alérgica a gatos.', 'A que eu sou alérgica?'],
    ['Ik ben allergisch voor soja.', 'Waar ben ik allergisch voor?'],
  ],
} as const;

async function add(userId: string, text: string): Promise<void> {
  const request = { messages: [{ role: 'user', content: text }], user_id: userId, infer: false };
  await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', request);
}

async function find(userId: string, query: string): Promise<string[]> {
  const request = { query, filters: { user_id: userId }, precision: 'high' };
  const { body } = await app
    .as(app.admin.apiKey)
    .rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', request);
  return body.results.map(({ memory }) => memory);
}

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
  for (const [subject, rows] of Object.entries(subjects)) for (const [text] of rows) await add(subject, text);
  await add('one', 'Ich arbeite bei Bosch.');
  await add('one', 'Moro em Lisboa.');
});
afterAll(() => app.close());

describe('a search with high precision among facts in seven languages', () => {
  it.each(subjects.allergy)('keeps the one in the language of the question: %s', async (fact, question) => {
    expect(await find('allergy', question)).toEqual([fact]);
  });

  it.each(subjects.work)('has the one in the language of the question first: %s', async (fact, question) => {
    expect((await find('work', question))[0]).toBe(fact);
  });

  it('keeps a fact in another language if it alone answers', async () => {
    expect(await find('one', 'onde eu trabalho')).toEqual(['Ich arbeite bei Bosch.']);
  });
});
