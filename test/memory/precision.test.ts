import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// What `precision: HIGH` returns: what answers the query, by whatever name, and each subject of it.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
  const add = (user_id: string, text: string, day: number) =>
    app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: text }],
      user_id,
      infer: false,
      timestamp: new Date(Date.UTC(2026, 0, day)).toISOString(),
    });
  for (const [index, text] of memories.entries()) await add('team', text, index + 1);
  await add('stranger', 'Project Heron is our name for a birdhouse.', 1);
  await add('stranger', 'Gustav leads the birdhouse works.', 2);
  for (const text of people.flat()) await add(familyOf(text), text, 1);
  await add('sibling', 'my sister lives in oslo', 1);
  for (const text of facts) await add('facts', text, 1);
  for (const text of titled) await add('titled', text, 1);
  for (const [index, [text]] of single.entries()) await add(`single-${index}`, text, 1);
  for (const [index, [text]] of shortQuestions.entries()) await add(`short-${index}`, text, 1);
  for (const [index, [text]] of unanswered.entries()) await add(`unanswered-${index}`, text, 1);
});
afterAll(() => app.close());

const memories = [
  'Project Heron is our internal name for the checkout rewrite.',
  'Ines leads Project Heron.',
  'Everybody calls Robert Lindqvist Bob.',
  'Robert Lindqvist approves invoices above 5,000 euros.',
  'The standup is at 9:15 every morning.',
  'The printer code is on a note under the lid.',
  'The travel budget is 12,000 euros a year.',
  'Deployments are frozen on Fridays.',
  'PACU steht für den Aufwachraum.',
  'Der Aufwachraum hat sechs Betten.',
];

/** What the speaker and others do, then what only the speaker or only another person does. */
const people = [
  ['i live in hamburg', 'my sister lives in oslo', "my sister's husband lives in rome"],
  ['We eat at Da Mario.', 'My parents eat at the harbour.'],
  ['My birthday is on 3 May.', "My son's birthday is on 9 June."],
  ['I drive a black Saab.', 'Karen drives a white Fiat.'],
  ['My aunt gave me a red bicycle.'],
  ['ich arbeite in einer apotheke', 'mein bruder arbeitet bei der post'],
  ['Je suis allergique au lait.', 'Paul est allergique aux noix.'],
  ['vivo en sevilla', 'mi madre vive en lima'],
  ['Suono il pianoforte.', 'Mio fratello suona il violino.'],
  ['eu trabalho num hotel', 'o meu pai trabalha numa escola'],
  ['Moro em Faro.', 'O Rui mora em Braga.'],
  ['Sou alérgica ao leite.', 'O João é alérgico a camarão.'],
  ['Ik fiets naar mijn werk.', 'Mijn zus fietst naar haar werk.'],
] as const;

/**
 * The user of a fact about people. Two statements of one person in two languages about the same thing are near each other: "eu trabalho num
 * hotel" would give way to "ich arbeite in einer apotheke".
 */
const familyOf = (text: string): string => (/trabalh/.test(text) ? 'familia' : 'family');

/** The only memory of a user, and a query for it in other words. */
const single = [
  ['I live in Porto.', 'hometown?'],
  ["I'm vegan.", 'dietary restrictions'],
  ['Il mio compleanno è il 3 maggio.', 'quando sono nato'],
  ['Nací el 3 de mayo de 1990.', 'quando nasci'],
  ['Nací el 3 de mayo de 1990.', 'wann bin ich geboren'],
  ['Nací el 3 de mayo de 1990.', 'mi cumpleaños?'],
  ['I was born on 3 May 1990.', 'cuándo nací'],
  ['Ich bin am 3. Mai 1990 geboren.', 'cuándo nací'],
  ['My birthday is on 3 May.', 'date of birth'],
  ['I drive a red Skoda.', 'mi coche?'],
  ['I drive a red Skoda.', 'ma voiture ?'],
  ['My blood type is O negative.', 'mi grupo sanguíneo?'],
  ['Ich habe Blutgruppe A positiv.', 'meine Blutgruppe?'],
] as const;

/** Short questions on which no rule was chosen: the only memory, then the question. */
const shortQuestions = [
  ['I was born on 9 June 1985.', 'when was i born'],
  ['Ich arbeite als Tischler.', 'mein Beruf?'],
  ['Mein Hund heißt Balu.', 'mein Hund?'],
  ['Mon groupe sanguin est O négatif.', 'mon groupe sanguin ?'],
  ["J'habite à Nantes.", 'mon adresse ?'],
  ['Conduzco un Seat rojo.', 'mi coche?'],
  ['Ho una sorella di nome Giulia.', 'mia sorella?'],
  ['Sou alérgico a marisco.', 'minhas alergias'],
  ['Ik ben geboren op 9 juni 1985.', 'wanneer ben ik geboren'],
  ['Mia moglie si chiama Sara.', 'mia moglie?'],
] as const;

/** What answers none of these. */
const unanswered = [
  ['I drive a red Skoda.', 'my boat?'],
  ['Nací el 3 de mayo de 1990.', 'cuándo me casé'],
  ['Ich wohne in Kiel.', 'meine Blutgruppe?'],
  ['Mi hija se llama Lola.', 'mi coche?'],
  ['Je travaille chez Renault.', 'ma date de naissance ?'],
  ['Trabalho na Galp.', 'quando nasci'],
  ['My wedding is on 3 May.', 'birthday?'],
] as const;

/** Facts of one user. */
const facts = [
  'Celery makes me gag.',
  "I've followed Cardiff City since I was a lad.",
  'My left knee clicks on every ladder.',
  'Two weeks in Zante, same hotel every June.',
  'My brother Joel plays the trombone.',
  'Denise teaches reception at St Luke’s.',
  'I keep racing pigeons in a loft out back.',
  "We're paying off a DFS corner sofa.",
];

/** Facts about people with a title. */
const titled = [
  'Mrs. Lindqvist always wants a window seat on the left side.',
  "Mrs. Lindqvist's passport expires in February 2028.",
  'Mr. Baker needs wheelchair assistance at the airport.',
  'Mr. Baker travels with his guide dog Max.',
  'Our emergency line is +32 3 555 0147.',
];

async function find(query: string, more: object = {}): Promise<string[]> {
  const request = { query, filters: { user_id: 'team' }, precision: 'high', ...more };
  const { body } = await app
    .as(app.admin.apiKey)
    .rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', request);
  return body.results.map(({ memory }) => memory);
}

describe('a search with high precision', () => {
  it.each([
    ['Who leads the checkout rewrite?', 'Ines leads Project Heron.'],
    ['What does Bob approve?', 'Robert Lindqvist approves invoices above 5,000 euros.'],
    ['Wie viele Betten hat PACU?', 'Der Aufwachraum hat sechs Betten.'],
  ])('finds what the memories call by another name: %s', async (query, answer) => {
    expect(await find(query)).toContain(answer);
  });

  it('finds each subject of a query, and nothing else', async () => {
    expect((await find('When is the standup and where is the printer code?')).sort()).toEqual([
      'The printer code is on a note under the lid.',
      'The standup is at 9:15 every morning.',
    ]);
    expect((await find('the travel budget, the standup and the printer code')).sort()).toEqual([
      'The printer code is on a note under the lid.',
      'The standup is at 9:15 every morning.',
      'The travel budget is 12,000 euros a year.',
    ]);
  });

  it.each(single.map(([text, query], index) => [query, text, `single-${index}`] as const))(
    'finds the only memory, which answers in other words: %s',
    async (query, text, user_id) => {
      expect(await find(query, { filters: { user_id } })).toEqual([text]);
    },
  );

  it('finds the answer of nine in ten short questions', async () => {
    const missed: string[] = [];
    for (const [index, [text, query]] of shortQuestions.entries())
      if (!(await find(query, { filters: { user_id: `short-${index}` } })).includes(text)) missed.push(query);
    expect(missed).toEqual(['mon adresse ?']);
  });

  it.each(unanswered.map(([, query], index) => [query, `unanswered-${index}`] as const))(
    'finds nothing for a short question about something else: %s',
    async (query, user_id) => {
      expect(await find(query, { filters: { user_id } })).toEqual([]);
    },
  );

  it.each([
    ['Which vegetable do I hate?', 'Celery makes me gag.'],
    ['Which football team do I support?', "I've followed Cardiff City since I was a lad."],
    ['Which joint gives me trouble?', 'My left knee clicks on every ladder.'],
  ])('finds a fact with a low score that clearly comes first and seems to answer: %s', async (query, answer) => {
    expect(await find(query, { filters: { user_id: 'facts' } })).toEqual([answer]);
  });

  it.each([
    'Which airline do we fly to Zante with?',
    'When did Denise and I marry?',
    'How tall is Denise?',
    'How old is Joel?',
    'What is the phone number of the sofa shop?',
  ])('finds nothing where a memory shares words with the question, but does not answer it: %s', async (query) => {
    expect(await find(query, { filters: { user_id: 'facts' } })).toEqual([]);
  });

  it.each(['How old is Mrs. Lindqvist?', "What is Mr. Baker's phone number?"])(
    'takes no title for the end of a question: %s',
    async (query) => {
      expect(await find(query, { filters: { user_id: 'titled' } })).toEqual([]);
    },
  );

  it('finds nothing where no memory answers', async () => {
    expect(await find('What is our favourite pizza and who is our landlord?')).toEqual([]);
  });

  it.each([
    ['where do i live', 'i live in hamburg', 'my sister lives in oslo'],
    ['Where do we eat?', 'We eat at Da Mario.', 'My parents eat at the harbour.'],
    ['When is my birthday?', 'My birthday is on 3 May.', "My son's birthday is on 9 June."],
    ["When is my son's birthday?", "My son's birthday is on 9 June.", 'My birthday is on 3 May.'],
    ['What car do I drive?', 'I drive a black Saab.', 'Karen drives a white Fiat.'],
    ['where does my sister live', 'my sister lives in oslo', 'i live in hamburg'],
    ["where does my sister's husband live", "my sister's husband lives in rome", 'my sister lives in oslo'],
    ['wo arbeite ich', 'ich arbeite in einer apotheke', 'mein bruder arbeitet bei der post'],
    ['À quoi suis-je allergique ?', 'Je suis allergique au lait.', 'Paul est allergique aux noix.'],
    ['dónde vivo', 'vivo en sevilla', 'mi madre vive en lima'],
    ['Che strumento suono?', 'Suono il pianoforte.', 'Mio fratello suona il violino.'],
    ['onde eu trabalho', 'eu trabalho num hotel', 'o meu pai trabalha numa escola'],
    ['Onde moro?', 'Moro em Faro.', 'O Rui mora em Braga.'],
    ['A que sou alérgica?', 'Sou alérgica ao leite.', 'O João é alérgico a camarão.'],
    ['Hoe ga ik naar mijn werk?', 'Ik fiets naar mijn werk.', 'Mijn zus fietst naar haar werk.'],
  ])('leaves out the fact of another person than the one that is asked about: %s', async (query, own, other) => {
    const found = await find(query, { filters: { user_id: familyOf(own) } });
    expect(found).toContain(own);
    expect(found).not.toContain(other);
  });

  it.each([
    ['What does Karen drive?', 'Karen drives a white Fiat.'],
    ['What bicycle do I have?', 'My aunt gave me a red bicycle.'],
    ['live with my sister', "my sister's husband lives in rome"],
  ])('keeps the fact of another person that may be part of the answer: %s', async (query, answer) => {
    expect(await find(query, { filters: { user_id: 'family' } })).toContain(answer);
  });

  it('keeps the fact of another person where none about the right one is stored', async () => {
    expect(await find('where do i live', { filters: { user_id: 'sibling' } })).toEqual(['my sister lives in oslo']);
  });

  it('reads no names from memories of another user', async () => {
    expect(await find('Who leads the birdhouse works?', { filters: { user_id: 'stranger' } })).toEqual([
      'Gustav leads the birdhouse works.',
    ]);
    expect((await find('birdhouse')).some((memory) => memory.includes('Heron'))).toBe(false);
  });

  it('returns at most the number of results that is asked for', async () => {
    expect(await find('When is the standup and where is the printer code?', { top_k: 1 })).toHaveLength(1);
  });
});
