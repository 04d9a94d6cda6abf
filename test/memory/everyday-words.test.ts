import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import type { AppContext } from '../../src/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
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

const add = (content: string, runId?: string) =>
  addMemories(ctx, {
    projectId,
    messages: [{ role: 'user', content }],
    userId: 'rosa',
    infer: false,
    ...(runId !== undefined && { runId }),
  });

const find = async (query: string) =>
  (await searchMemories(ctx, { projectId, query, keywordSearch: true })).results.map(({ memory }) => memory.text);

describe('a question in another language than the memory', () => {
  const stored = [
    'I moved to Leeds in April',
    'Our cat drinks from the tap',
    'Mein Bruder lebt in Oslo',
    "Ma femme est photographe et joue de l'accordéon",
    'Tengo cita con el dentista',
    'The router stands in the cupboard',
  ];

  it.each([
    ['Wo wohne ich?', 'I moved to Leeds in April'],
    ['Quand est mon rendez-vous ?', 'Tengo cita con el dentista'],
    ["Où est-ce que j'habite ?", 'I moved to Leeds in April'],
    ['Wie heißt meine Katze?', 'Our cat drinks from the tap'],
    ['¿Cómo se llama mi gato?', 'Our cat drinks from the tap'],
    ['🐈', 'Our cat drinks from the tap'],
    ["What is my brother's name?", 'Mein Bruder lebt in Oslo'],
    ['What does my wife do?', "Ma femme est photographe et joue de l'accordéon"],
    ['Wann muss ich zum Zahnarzt?', 'Tengo cita con el dentista'],
  ])('"%s" finds the memory that answers it first', async (query, expected) => {
    for (const text of stored) await add(text);
    expect((await find(query))[0]).toBe(expected);
  });

  it.each([
    ['Welche Schuhgröße habe ich?', 'Zuletzt habe ich den Zauberberg gelesen'],
    ['Quelle est ma pointure ?', 'Ma cheffe est en vacances'],
    ['Quels animaux avons-nous ?', 'Le docteur nous suit depuis dix ans'],
    ['Que pense-t-elle de Lyon ?', 'Elle me garde une place'],
    ['¿Cuál es mi número de zapato?', 'Mi plato favorito es el salmorejo'],
  ])('"%s" does not match a memory by its articles and pronouns', async (query, text) => {
    await add(text);
    expect(await find(query)).toEqual([]);
  });

  it('reads "the" and "son" in an English question as English words', async () => {
    await add('Je bois du thé vert');
    await add('Our son plays the drums');
    expect(await find('What does the son play?')).toEqual(['Our son plays the drums']);
  });
});

describe('a question for a whole subject', () => {
  it.each([
    ['What are my hobbies?', ['I go bouldering every Thursday', 'Ich singe im Chor', 'Juego al ajedrez']],
    ['Was mache ich in meiner Freizeit?', ['I go bouldering every Thursday', 'Ich singe im Chor', 'Juego al ajedrez']],
    ['Who is in my family?', ['My sister has a bakery', 'Unser Sohn ist sieben']],
    ['What health problems do I have?', ["I'm allergic to peanuts", 'Mi asma vuelve con el frío']],
    ['Was muss ein Arzt über mich wissen?', ["I'm allergic to peanuts", 'Mi asma vuelve con el frío']],
    ['Ce que mon médecin doit savoir de moi', ["I'm allergic to peanuts", 'Mi asma vuelve con el frío']],
    ['Which phone do I have?', ['I carry an old Nokia']],
  ])('"%s" finds the facts about it, which do not name it', async (query, expected) => {
    const stored = [
      'I go bouldering every Thursday',
      'Ich singe im Chor',
      'Juego al ajedrez',
      'My sister has a bakery',
      'Unser Sohn ist sieben',
      "I'm allergic to peanuts",
      'Mi asma vuelve con el frío',
      'I carry an old Nokia',
      'The bin is emptied on the first of the month',
    ];
    for (const text of stored) await add(text);
    expect((await find(query)).sort()).toEqual([...expected].sort());
  });

  it.each([
    ['Quali sono i miei hobby?', ["Suono il flauto in un'orchestra", 'Colleziono francobolli']],
    ['Quais são os meus hobbies?', ['Adoro fazer trilhas', 'Coleciono moedas']],
    ["Wat zijn mijn hobby's?", ['In het weekend schilder ik portretten', 'Ik speel hobo in een orkest']],
    ['Chi fa parte della mia famiglia?', ['Mio marito Paolo fa il cuoco', 'Mia nonna Ada ha 90 anni']],
    ['Qui fait partie de ma famille ?', ['Notre fils a cinq ans', 'Mon grand-père Marcel est marin']],
    ['What am I allergic to?', ['Strawberries give me a rash', 'Peanuts make my lips swell']],
    ['Wogegen bin ich allergisch?', ['Von Katzenhaaren bekomme ich Ausschlag']],
    ['¿Qué no me gusta?', ['Odio el hígado', 'No soporto el tráfico']],
  ])('"%s" finds what only its verb or its effect tells', async (query, expected) => {
    for (const text of [...expected, 'The bin is emptied on the first of the month', 'Het raam staat open'])
      await add(text);
    expect((await find(query)).sort()).toEqual([...expected].sort());
  });

  it('finds messages of a conversation by the words of the question only', async () => {
    await add('I go bouldering every Thursday', 'run-1');
    await add('My hobbies are none of your business', 'run-1');
    expect(await find('hobbies')).toEqual(['My hobbies are none of your business']);
  });
});

describe('a question that names a kind of thing', () => {
  const order = async (query: string) =>
    (await searchMemories(ctx, { projectId, query })).results.map(({ memory }) => memory.text);

  it.each([
    ['Which instrument do I play?', 'There is a cello next to my bed'],
    ['Welches Gemüse mag ich?', 'Bei uns steht ein Topf mit Spinat'],
    ['Quels légumes est-ce que je cuisine ?', 'Les épinards sont au congélateur'],
    ['¿Qué verdura me gusta?', 'Hay calabacines en la nevera'],
  ])('"%s" finds an example of it before other facts', async (query, expected) => {
    for (const text of ['I play bingo', 'Ich mag den Herbst', 'Je joue aux cartes', 'Me gusta el otoño', expected])
      await add(text);
    expect((await order(query))[0]).toBe(expected);
  });

  it.each([
    ['Who is pregnant?', 'My wife is pregnant with twins', 'Our daughter is expecting a parcel'],
    ['Who is a smoker?', 'My uncle is a smoker', 'The neighbour collects cigarettes'],
    ['How was my summer?', 'Summer at the lake was lovely', 'My June deadline is strict'],
    ['Wo ist meine Brille?', 'Meine Brille liegt im Auto', 'Der Optiker ist gegenüber, dort gibt es Kontaktlinsen'],
  ])('"%s" finds a fact that says the word before an example of it', async (query, expected, example) => {
    for (const text of [example, expected]) await add(text);
    expect(await order(query)).toEqual([expected, example]);
  });

  it.each([
    ['Which network am I with?', 'I have three kids'],
    ['Who is my manager?', 'My dog runs every morning'],
    ['What do I do in spring?', 'I may sell the car next year'],
    ['When is the birthday party?', 'Our neighbour is a republican'],
    ['Where is my box?', 'Mein Vertrag ist bei Vodafone'],
    ['When is the chat?', 'The tabby purrs'],
    ['Wann ist der Chat?', 'The tabby purrs'],
    ['Where is the living room?', 'The plumber lives upstairs'],
    ['Which glasses for wine do we own?', 'The optician moved away'],
    ['Quelle est la série de piqûres ?', 'The last episode was on Netflix'],
    ['Where did I grow up?', 'The allotment is full of leeks'],
    ['Où a-t-elle été hier ?', 'Le bail finit en juillet'],
  ])('"%s" gives no points to a fact that means something else: %s', async (query, text) => {
    await add(text);
    const { results } = await searchMemories(ctx, { projectId, query, threshold: 0, explain: true });
    const { fact = 0 } = results[0]?.explain?.rank ?? {};
    expect(fact).toBeCloseTo((results[0]?.explain?.logit ?? NaN) + 3.5, 9);
  });

  it('finds a cat for "chat" in a French question', async () => {
    for (const text of ['Le voisin chante', 'La minette ronronne']) await add(text);
    expect((await order("Comment s'appelle mon chat ?"))[0]).toBe('La minette ronronne');
  });

  it('matches no example of it by words, so a thing that was never mentioned is not found', async () => {
    await add('There is a cello next to my bed');
    expect(await find('Which instrument do I play?')).toEqual([]);
  });
});

describe('a misspelt everyday word', () => {
  it.each([
    ['alergie', "I'm allergic to peanuts"],
    ['gitare', 'I play the guitar'],
    ['dentsta', 'Der Zahnarzttermin ist am Montag'],
  ])('"%s" finds the memory that says it in other words', async (query, expected) => {
    for (const text of ["I'm allergic to peanuts", 'I play the guitar', 'Der Zahnarzttermin ist am Montag'])
      await add(text);
    expect(await find(query)).toEqual([expected]);
  });

  it('is none: "hermana" does not find "hermano"', async () => {
    await add('Mi hermano trabaja en el puerto');
    expect(await find('¿Cómo se llama mi hermana?')).toEqual([]);
  });
});
