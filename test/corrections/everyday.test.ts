import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { search as searchIn } from './search.js';

// Corrections in everyday words, which share few words with the fact, in seven languages.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
afterAll(() => app.close());

const client = () => app.as(app.admin.apiKey);

async function add(userId: string, texts: readonly string[], day: number): Promise<void> {
  await client().rest('POST', '/v3/memories/add/', {
    messages: texts.map((content) => ({ role: 'user', content })),
    user_id: userId,
    infer: false,
    timestamp: new Date(Date.UTC(2026, 0, day)).toISOString(),
  });
}

const search = (userId: string, query: string, how?: object) => searchIn(app, { userId, query, ...(how && { how }) });

const corrections = [
  [
    'en',
    'My favorite food is sushi.',
    "I've gone off sushi, ramen is my thing now.",
    'What is my favorite food?',
    'What was my favorite food before?',
  ],
  [
    'de',
    'Ich spiele Tennis im Verein.',
    'Mit Tennis habe ich aufgehört.',
    'Spiele ich Tennis?',
    'Welchen Sport habe ich früher gemacht?',
  ],
  [
    'fr',
    "J'habite à Lyon.",
    "On a déménagé, maintenant c'est Grenoble.",
    "Où est-ce que j'habite ?",
    "Où est-ce que j'habitais avant ?",
  ],
  ['es', 'Vivo en Valencia.', 'Nos hemos mudado, ahora vivimos en Alicante.', '¿Dónde vivo?', '¿Dónde vivía antes?'],
  [
    'it',
    'Guido una Panda.',
    'Ho venduto la Panda, adesso guido una Yaris.',
    'Quale macchina guido?',
    'Quale macchina guidavo prima?',
  ],
  ['pt', 'A renda é de 500 euros.', 'A renda subiu para 560 euros.', 'Quanto é a renda?', 'Quanto era a renda antes?'],
  [
    'nl',
    'De vergadering is om negen uur.',
    'De vergadering is verzet naar elf uur.',
    'Hoe laat is de vergadering?',
    'Hoe laat was de vergadering eerst?',
  ],
  [
    'en',
    'My best friend is Caro.',
    'Caro and I fell out; Lena is the one I tell everything.',
    'Who is my best friend?',
    'Who was my best friend before?',
  ],
  [
    'en-rent',
    'My rent is 1450.',
    'Landlord agreed to 1380 instead.',
    'How much is my rent?',
    'How much was my rent before?',
  ],
  ['es', 'Salgo con Marcos.', 'Marcos y yo lo dejamos.', '¿Con quién salgo?', '¿Con quién salía?'],
  ['de', 'Ich wohne in Kassel.', 'Wir sind nach Göttingen gezogen.', 'Wo wohne ich?', 'Wo habe ich früher gewohnt?'],
  ['it', 'Abito a Parma.', 'Mi sono trasferito a Modena.', 'Dove abito?', 'Dove abitavo?'],
] as const;

describe('a correction in everyday words', () => {
  it.each(corrections)(
    'comes before the fact, and after it for a question about the past: %s',
    async (...[language, older, newer, present, past]) => {
      await add(language, [older], 5);
      await add(language, ['The kettle is in the top cupboard.', 'Mara has a red bicycle.'], 20);
      await add(language, [newer], 50);
      const now = await search(language, present);
      const texts = now.map(({ memory }) => memory);
      expect(texts[0]).toBe(newer);
      expect(now.find(({ memory }) => memory === older)?.outdated_by).toMatchObject({
        memory: newer,
        probability: expect.any(Number) as number,
      });
      expect((await search(language, past))[0]?.memory).toBe(older);
    },
  );
});

describe('a statement that takes back a number or a weekday', { timeout: 60_000 }, () => {
  it.each([
    ['en', 'the budget is 14k, my husband wants an oven but i doubt it fits', 'scratch that, budget is 11k', true],
    ['de', 'die prüfung ist am montag', 'korrektur: die prüfung ist am mittwoch', true],
    ['fr', 'notre train part à 14h, on passe par Dijon', 'ah non attends, le train part à 16h', true],
    ['es', 'la boda es el 4 de mayo', 'perdón, la boda es el 14 de mayo', true],
    ['it', 'la consegna è il 30 novembre', 'aspetta, ho sbagliato, la consegna è il 15 dicembre', true],
    ['pt', 'a consulta é na segunda', 'desculpa, me enganei, a consulta é na terça', true],
    ['nl', 'de huur is 950 per maand', 'nee wacht, de huur is 1050', true],
    ['en-other', 'the kitchen budget is 14k', 'oh wait, the garden budget is 5k', false],
    ['de-other', 'meine mutter ist 70', 'moment, mein vater ist 72', false],
    ['fr-other', 'la réunion est lundi', 'non attends, le dîner est mardi', false],
  ] as const)('makes what it takes back outdated, and nothing else: %s', async (...[language, older, newer, is]) => {
    const userId = `takes-back-${language}`;
    await client().rest('POST', '/v3/memories/add/', {
      messages: [older, newer].map((content) => ({ role: 'user', content })),
      user_id: userId,
    });
    await idle(app.app.services);
    const query =
      'query Memories($filter: MemoryFilter) { memories(filter: $filter) { nodes { text outdatedBy { memory { text } } } } }';
    type Memory = { text: string; outdatedBy: { memory: { text: string } } | null };
    const answer = await client().rest<{ data: { memories: { nodes: Memory[] } } }>('POST', '/graphql', {
      query,
      variables: { filter: { userId: { eq: userId } } },
    });
    expect(answer.body.data.memories.nodes.toSorted((one, other) => one.text.localeCompare(other.text))).toEqual(
      [
        { text: older, outdatedBy: is ? { memory: { text: newer } } : null },
        { text: newer, outdatedBy: null },
      ].toSorted((one, other) => one.text.localeCompare(other.text)),
    );
  });
});

describe('a corrected spelling', () => {
  it.each([
    ['en', 'My neighbor is Katherine Smyth.', "it's spelled Catherine with a C", 'Who is my neighbor?'],
    ['de', 'Mein Trainer ist Herr Maier.', 'er schreibt sich Meier, mit e', 'Wer ist mein Trainer?'],
    ['fr', "Mon fils s'appelle Mathieu.", "on l'écrit Matthieu, avec deux t", "Comment s'appelle mon fils ?"],
  ] as const)('comes first, and hides the name from no one: %s', async (...[language, older, newer, question]) => {
    const userId = `spelling-${language}`;
    await add(userId, [older], 5);
    await add(userId, [newer], 50);
    expect((await search(userId, question, { latest_only: true })).map(({ memory }) => memory)).toEqual([newer, older]);
  });
});

describe('a later statement about somebody else', () => {
  it.each([
    ['en', 'I work for Brightwell Insurance.', 'My brother works for Northgate Bank now.', 'Who do I work for?'],
    ['de', 'Ich fahre einen Golf.', 'Mein Nachbar fährt jetzt einen Polo.', 'Welches Auto fahre ich?'],
    [
      'fr',
      'Je conduis une Clio.',
      'Mon voisin conduit maintenant une Tesla.',
      'Quelle voiture est-ce que je conduis ?',
    ],
    ['es', 'Trabajo en Telefónica.', 'Mi hermana trabaja ahora en Vodafone.', '¿Dónde trabajo?'],
    ['it', 'Guido una Panda.', 'Mio fratello guida adesso una Yaris.', 'Quale macchina guido?'],
    ['pt', 'Trabalho na Galp.', 'O meu pai trabalha agora na EDP.', 'Onde trabalho?'],
    ['nl', 'Ik woon in Utrecht.', 'Mijn zus woont nu in Zwolle.', 'Waar woon ik?'],
    ['en-gift', 'My phone is a Fairphone.', 'I got Dad a new Galaxy for his birthday.', 'Which phone do I have?'],
  ] as const)('makes no fact about the user outdated: %s', async (...[language, fact, later, question]) => {
    const userId = `${language}-others`;
    await add(userId, [fact], 5);
    await add(userId, [later], 50);
    const results = await search(userId, question);
    expect(results[0]).toMatchObject({ memory: fact });
    expect(results[0]).not.toHaveProperty('outdated_by');
  });
});

describe('a correction of one fact in a message with several', { timeout: 60_000 }, () => {
  async function say(userId: string, content: string, day: number): Promise<void> {
    await client().rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content }],
      user_id: userId,
      timestamp: new Date(Date.UTC(2026, 0, day)).toISOString(),
    });
    await idle(app.app.services);
  }

  it.each([
    [
      'en',
      'My sister Anna lives in Oslo. She is a nurse. She has two kids.',
      'Anna moved to Bergen last month.',
      ['What does Anna do for a living?', 'My sister Anna. She is a nurse.'],
      ['Where does Anna live?', 'My sister Anna lives in Oslo.'],
    ],
    [
      'en-clause',
      'I live in Berlin and work at Bosch.',
      'I moved to Munich.',
      ['Where do I work?', 'I work at Bosch.'],
      ['Where do I live?', 'I live in Berlin.'],
    ],
    [
      'de',
      'Mein Bruder Jonas arbeitet bei Siemens. Er spielt Geige.',
      'Jonas hat bei Siemens gekündigt und arbeitet jetzt bei Bosch.',
      ['Welches Instrument spielt Jonas?', 'Mein Bruder Jonas. Er spielt Geige.'],
      ['Wo arbeitet Jonas?', 'Mein Bruder Jonas arbeitet bei Siemens.'],
    ],
    [
      'fr',
      'Ma sœur Léa habite à Lyon. Elle est infirmière.',
      'Léa a déménagé à Nantes.',
      ['Quel est le métier de Léa ?', 'Ma sœur Léa. Elle est infirmière.'],
      ['Où habite Léa ?', 'Ma sœur Léa habite à Lyon.'],
    ],
    [
      'es',
      'Mi hermano Pablo trabaja en Telefónica. Tiene tres hijos.',
      'Pablo dejó Telefónica y ahora trabaja en Iberia.',
      ['¿Cuántos hijos tiene Pablo?', 'Mi hermano Pablo. Tiene tres hijos.'],
      ['¿Dónde trabaja Pablo?', 'Mi hermano Pablo trabaja en Telefónica.'],
    ],
    [
      'it',
      'Mio fratello Marco lavora alla Fiat. Lui suona la batteria.',
      'Marco si è licenziato dalla Fiat, adesso lavora alla Ferrari.',
      ['Che strumento suona Marco?', 'Mio fratello Marco. Lui suona la batteria.'],
      ['Dove lavora Marco?', 'Mio fratello Marco lavora alla Fiat.'],
    ],
    [
      'pt',
      'A minha irmã Inês mora em Braga. Ela é enfermeira.',
      'A Inês mudou-se para Faro.',
      ['Qual é a profissão da Inês?', 'A minha irmã Inês. Ela é enfermeira.'],
      ['Onde mora a Inês?', 'A minha irmã Inês mora em Braga.'],
    ],
    [
      'nl',
      'Mijn zus Sanne woont in Zwolle. Zij is verpleegkundige.',
      'Sanne is verhuisd naar Assen.',
      ['Wat voor werk doet Sanne?', 'Mijn zus Sanne. Zij is verpleegkundige.'],
      ['Waar woont Sanne?', 'Mijn zus Sanne woont in Zwolle.'],
    ],
  ] as const)('leaves the others true: %s', async (...[language, said, correction, [kept, fact], [asked, gone]]) => {
    const userId = `several-${language}`;
    await say(userId, said, 1);
    await say(userId, correction, 8);
    for (const how of [{}, { latest_only: true }, { precision: 'high' }]) {
      const [first] = await search(userId, kept, how);
      expect(first, JSON.stringify(how)).toMatchObject({ memory: fact });
      expect(first).not.toHaveProperty('outdated_by');
    }
    const [newer] = await search(userId, asked);
    expect(newer).toMatchObject({ memory: correction });
    const latest = (await search(userId, asked, { latest_only: true })).map(({ memory }) => memory);
    expect(latest[0]).toBe(correction);
    expect(latest).not.toContain(gone);
  });
});
