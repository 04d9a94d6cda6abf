import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.close());

/** Adds each text in a request of its own and returns what is stored, in the order of the texts. */
async function store(userId: string, texts: readonly string[]): Promise<string[]> {
  const client = app.as(app.admin.apiKey);
  for (const [index, content] of texts.entries())
    await client.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content }],
      user_id: userId,
      timestamp: new Date(Date.UTC(2026, 1, 2) + index * 60_000).toISOString(),
    });
  await idle(app.app.services);
  type Page = { results: { memory: string; created_at: string }[] };
  const { body } = await client.rest<Page>('POST', '/v3/memories/?page_size=200', { filters: { user_id: userId } });
  return body.results.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).map(({ memory }) => memory);
}

describe('an extraction without a language model', { timeout: 60_000 }, () => {
  it('keeps a date, a title and a number in the sentence around them', async () => {
    const whole = [
      'Emil kommt am 3. Juni in die Kita.',
      'Oma wird am 14. Mai achtzig.',
      'Lisa heiratet am Sa., 20. Juni um 14 Uhr.',
      'Frau Dr. med. Weber ist meine Ärztin.',
      'Wir sind im 3. Stock eingezogen, Hausnr. 12.',
      'El Sr. Gómez es mi casero.',
      'Falei com o Sr. Pereira ontem.',
      'Il Dott. Conti mi ha prescritto una cura.',
      'Mijn huisarts is dr. Jansen uit Gent.',
      "J'habite au 3e étage, bd. Voltaire.",
    ];
    expect(await store('whole', whole)).toEqual(whole);
  });

  it('still ends a sentence after a number, a title or an abbreviation', async () => {
    const stored = await store('ends', ['I am 12. April is my sister.', 'I saw the dr. He gave me pills.']);
    expect(stored.toSorted()).toEqual(
      ['I am 12.', 'April is my sister.', 'I saw the dr.', 'He gave me pills.'].toSorted(),
    );
  });

  it('keeps what a person is like in Dutch, of a name without a capital letter, and at which age', async () => {
    const people = [
      'Daan is allergisch voor noten.',
      'Emma is zwanger.',
      'Oma is in het ziekenhuis.',
      'sanne is veganist',
      'tom is allergic to shellfish',
      'maya is vegetarian now',
      'aunt sue is diabetic',
      'lucy is six years old',
      'Theo is four.',
      'Otis is shy.',
    ];
    expect(await store('people', people)).toEqual(people);
  });

  it('still leaves out what things are like', async () => {
    const things = [
      'Water is nat.',
      'tofu is vegan',
      'Tofu is rich in protein.',
      'rice is cheap',
      'The van is white.',
      'everyone is allergic to something',
      'Seven is a prime.',
      'chess is a game of two players',
    ];
    expect(await store('things', things)).toEqual([]);
  });
});
