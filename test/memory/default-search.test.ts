import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFactSets } from '../../bench/retrieval/facts.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// What a caller gets who sets nothing: no threshold, no top_k.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
afterAll(() => app.close());

interface Found {
  readonly memory: string;
  readonly score: number;
}

const client = () => app.as(app.admin.apiKey);
const add = (userId: string, texts: readonly string[]) =>
  client().rest('POST', '/v3/memories/add/', {
    messages: texts.map((content) => ({ role: 'user', content })),
    user_id: userId,
    infer: false,
  });
const search = async (userId: string, query: string, more: object = {}) =>
  (
    await client().rest<{ results: Found[]; answerability: number }>('POST', '/v3/memories/search/', {
      query,
      filters: { user_id: userId },
      ...more,
    })
  ).body;

const lisbon = 'I moved to Lisbon in March.';

describe("the README's question", () => {
  beforeAll(async () => {
    await add('ada', [lisbon]);
    // The rest of the facts of another person, without the one about the home.
    const others = (await readFactSets('choose')).find(({ language }) => language === 'en')?.turns ?? [];
    await add(
      'ada',
      others.filter(({ id }) => id !== 'home').map(({ text }) => text),
    );
  });

  it.each(['Where does Ada live?', 'Where do I live?'])('finds the answer among 36 facts: %s', async (query) => {
    const { results } = await search('ada', query);
    expect(
      results.slice(0, 3).map(({ memory }) => memory),
      JSON.stringify(results.map(({ memory, score }) => [memory, score])),
    ).toContain(lisbon);
  });

  it('is answered the same by every API', async () => {
    const query = 'Where does Ada live?';
    const hosted = await search('ada', query, { top_k: 10 });
    const selfHosted = await client().rest<{ results: Found[]; answerability: number }>('POST', '/search', {
      query,
      filters: { user_id: 'ada' },
      top_k: 10,
    });
    const graphql = await client().rest<{
      data: { searchMemories: { answerability: number; results: { score: number; memory: { text: string } }[] } };
    }>('POST', '/graphql', {
      query: `query ($query: String!) { searchMemories(query: $query, filter: { userId: { eq: "ada" } }) {
        answerability results { score memory { text } } } }`,
      variables: { query },
    });
    const { searchMemories } = graphql.body.data;
    const texts = hosted.results.map(({ memory }) => memory);
    expect(texts.length).toBeGreaterThan(0);
    expect(selfHosted.body.results.map(({ memory }) => memory)).toEqual(texts);
    expect(searchMemories.results.map(({ memory }) => memory.text)).toEqual(texts);
    expect(selfHosted.body.answerability).toBeCloseTo(hosted.answerability, 9);
    expect(searchMemories.answerability).toBeCloseTo(hosted.answerability, 9);
  });

  it('is cut by a threshold exactly as sent', async () => {
    const { results: all } = await search('ada', 'Where does Ada live?', { threshold: 0, top_k: 100 });
    for (const threshold of [0.02, 0.1, 0.3]) {
      const { results } = await search('ada', 'Where does Ada live?', { threshold, top_k: 100 });
      expect(results.map(({ memory }) => memory)).toEqual(
        all.filter(({ score }) => score >= threshold).map(({ memory }) => memory),
      );
    }
  });
});

describe('the score of a memory', () => {
  it(
    'moves by at most .05 when 1,000 unrelated memories are added, of the same user or of another one',
    { timeout: 900_000 },
    async () => {
      const sets = await readFactSets('judge');
      const [set] = sets;
      if (!set) throw new Error('There are no facts.');
      await add(
        'rosa',
        set.turns.map(({ text }) => text),
      );
      const asked = set.questions.filter(({ cat }) => cat === 'single').slice(0, 6);
      const scoreOf = async (question: string, text: string) =>
        (await search('rosa', question, { threshold: 0, top_k: 1000 })).results.find(({ memory }) => memory === text)
          ?.score;
      const right = asked.flatMap(({ question, evidence }) => {
        const turn = set.turns.find(({ id }) => evidence.includes(id));
        return turn ? [[question, turn.text] as const] : [];
      });
      const before = await Promise.all(right.map((own) => scoreOf(...own)));
      const unrelated = Array.from(
        { length: 1000 },
        (_, index) => `Pallet ${index} left dock ${index % 37} on lorry ${index % 53}.`,
      );
      for (const user of ['rosa', 'tom'])
        for (let from = 0; from < 500; from += 100) await add(user, unrelated.slice(from, from + 100));
      const after = await Promise.all(right.map((own) => scoreOf(...own)));
      right.forEach(([question], index) => {
        expect(before[index], question).toBeTypeOf('number');
        expect(Math.abs((after[index] ?? NaN) - (before[index] ?? NaN)), question).toBeLessThanOrEqual(0.05);
      });
    },
  );
});

describe('the answerability of a search in facts', () => {
  beforeAll(() =>
    add('vera', [
      'Our dog Rex is deaf on the left side.',
      'My cousin Farah runs a bakery with me.',
      'We ordered a small electric car.',
      'Meine Motorsäge ist neu.',
      'Herr Köhler ist der Klassenlehrer von Mira.',
      'Das Kinderzimmer geht nach Norden.',
      'Mijn rolkoffer staat op zolder.',
      'I play the fiddle on Fridays.',
      'The rent of the bakery is 940 euros a month.',
    ]),
  );

  it.each([
    'How old is Rex?',
    'What colour is our car?',
    'What is the phone number of Farah?',
    "When is Farah's birthday?",
  ])('is below .5 where a memory is about the same, but does not say this: %s', async (query) => {
    const { results, answerability } = await search('vera', query);
    expect(results.length).toBeGreaterThan(0);
    expect(answerability).toBeLessThan(0.5);
  });

  it.each([
    'What does Farah run?',
    'How much is the rent of the bakery?',
    'What is my dog called?',
    'When do I play the fiddle?',
  ])('is at least .5 where one says it: %s', async (query) =>
    expect((await search('vera', query)).answerability).toBeGreaterThanOrEqual(0.5),
  );

  it.each([
    [
      'tara',
      'Which hotel did we stay at in Bali?',
      'Bali in 2018 was our only foreign holiday with the kids.',
      'In Bali we stayed at the Tandjung Sari, a hotel on the beach.',
    ],
    [
      'ursula',
      'Which school does Megan teach at?',
      'My sister Megan is in Patagonia, teaching Welsh.',
      'Megan teaches at Ysgol y Cwm, a school in Trevelin.',
    ],
    [
      'uwe',
      'Wie heißt der Campingplatz auf Cres?',
      'Im Juli haben wir einen Stellplatz auf Cres gebucht.',
      'Der Campingplatz auf Cres heißt Kovačine.',
    ],
    [
      'walt',
      'Who marks my studio work?',
      'My studio work is handed in every other Friday.',
      'Prof Hallam does the grades for the studio projects.',
    ],
  ])(
    'is below .5 where the detail is missing, and over .5 where it is stored, for %s: %s',
    async (...[user, query, known, detail]) => {
      const others = (await readFactSets('choose')).find(({ id }) => id === 'facts-en-7')?.turns ?? [];
      await add(user, [...others.map(({ text }) => text), known]);
      const missing = await search(user, query);
      expect(missing.results[0]?.memory).toBe(known);
      expect(missing.answerability).toBeLessThan(0.5);
      await add(user, [detail]);
      const stored = await search(user, query);
      expect(stored.results[0]?.memory).toBe(detail);
      expect(stored.answerability).toBeGreaterThan(0.5);
    },
  );

  it('does not depend on the threshold, which only cuts', async () => {
    const { answerability } = await search('vera', 'How old is Rex?');
    const { results, answerability: same } = await search('vera', 'How old is Rex?', { threshold: 0.999 });
    expect(results).toEqual([]);
    expect(same).toBeCloseTo(answerability, 9);
  });

  it.each([
    ['Welche Marke hat meine Säge?', 'Meine Motorsäge ist neu.'],
    ['Wie heißt unser Lehrer?', 'Herr Köhler ist der Klassenlehrer von Mira.'],
    ['Wo ist das Zimmer?', 'Das Kinderzimmer geht nach Norden.'],
    ['Waar is mijn koffer?', 'Mijn rolkoffer staat op zolder.'],
  ])('a word finds a compound that ends with it: %s', async (query, expected) => {
    const { results } = await search('vera', query, { keyword_search: true });
    expect(results.map(({ memory }) => memory)).toEqual([expected]);
  });
});

describe('an example of what a question asks for', () => {
  it('raises answerability, and a fact about something else does not', async () => {
    await add('cellist', ['I have cello lessons on Tuesdays', 'My rent is 700 euros']);
    await add('tenant', ['I have a swimming lesson on Tuesdays', 'My rent is 700 euros']);
    const [answered, missing] = await Promise.all(
      ['cellist', 'tenant'].map((userId) => search(userId, 'Which instrument do I play?')),
    );
    expect(answered?.results[0]?.memory).toBe('I have cello lessons on Tuesdays');
    expect(answered?.answerability).toBeGreaterThan(0.5);
    expect(missing?.answerability).toBeLessThan(0.5);
  });
});
