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
    const stored = await store('ends', ['I am 12. April is my sister.', 'I saw the dr. My pills are new.']);
    expect(stored.toSorted()).toEqual(
      ['I am 12.', 'April is my sister.', 'I saw the dr.', 'My pills are new.'].toSorted(),
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

  it('joins a sentence with a pronoun to the one that names the person, in seven languages', async () => {
    const joined = [
      'My mum was diagnosed with type 2 diabetes. She likes baking a lot.',
      'Emma is always late. She lives two streets away.',
      'My brother Felix moved in with us. He is a vegetarian.',
      'Meine Nachbarin Hilde hat einen Garten. Sie hat auch zwei Hühner.',
      'Vivo con mi novia Lucía. Ella tiene miedo a los petardos.',
      'Mon fils est allergique aux œufs. Il adore les gâteaux.',
      'Mia moglie Giulia è celiaca. Lei non ama il pesce.',
      'Moro com a minha avó. Ela gosta muito de doces.',
      'Mijn zus woont in Zwolle. Zij is bang voor vuurwerk.',
    ];
    expect(await store('joined', joined)).toEqual(joined);
  });

  it('looks past what the speaker says of themselves for the person, and joins nothing that is to stay out', async () => {
    const said = [
      'My therapist says I should journal. I am no big writer. She is very patient.',
      'I like tea. My sister is ill. She takes pills, do not store that.',
    ];
    const stored = await store('apart', said);
    expect(stored.toSorted()).toEqual(
      ['My therapist says I should journal. She is very patient.', 'I am no big writer.', 'I like tea.'].toSorted(),
    );
  });

  it('keeps two words of the speaker that say what lasts, and no judgement of an answer', async () => {
    const lasting = [
      'I quit.',
      'I smoke.',
      'Pedi demissão.',
      'Hablo euskera.',
      'Colleziono francobolli.',
      'Ich stricke.',
    ];
    const talk = ['I agree.', 'I see.', 'Odio tutto.', 'Deixa eu reformular.', 'Déjame explicarlo de otra forma.'];
    expect(await store('lasting', [...lasting, ...talk])).toEqual(lasting);
  });

  it('leaves out what somebody else wrote, behind a colon in quotation marks or below a request', async () => {
    const pasted = [
      'My landlord wrote: "Dear tenant, I am raising the rent to 1400 from May. I am away until the 10th." I live in Hull.',
      'Could you summarise the text below?\n\nThe mill was founded in 1921 by two brothers. I was told that it burned down.',
      "This is the error: TypeError: cannot read properties of undefined (reading 'map').",
    ];
    expect(await store('pasted', pasted)).toEqual(['I live in Hull.']);
  });
});
