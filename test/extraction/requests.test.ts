import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { memoriesOf } from './secret-sets.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.close());

/** Returns the lines of a set: what is said, and what is stored of it. */
function read(name: string): (readonly [string, string])[] {
  const lines = readFileSync(new URL(`data/${name}.txt`, import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' => '))
    .map(([said = '', fact = '']) => [said, fact] as const);
}

async function store(userId: string, texts: readonly string[]): Promise<string[]> {
  for (const content of texts)
    await app
      .as(app.admin.apiKey)
      .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content }], user_id: userId });
  await idle(app.app.services);
  return memoriesOf(app, userId);
}

describe('an extraction without a language model', { timeout: 60_000 }, () => {
  it('stores what an update says of the user, and no command for a text', async () => {
    const said = [
      'Update: Jonas and I broke up.',
      'Edit: the party is on Saturday, not Friday.',
      'Change my address to 12 High Street',
      'Please update our phone number to 0151 2345',
      "Add my wife's birthday: 14 November",
    ];
    const ordered = [
      'Change my essay to a formal tone',
      'Add my name to the list',
      'Make it shorter and less formal.',
      'Update my code to use async',
    ];
    expect((await store('updates', [...said, ...ordered])).toSorted()).toEqual(said.toSorted());
  });

  // No rule was chosen on the parts `judge`.
  it.each([
    ['choose', 13],
    ['judge', 12],
  ])('stores the fact alone that a request names: %s', async (part, count) => {
    const lines = read(`requests-${part}`);
    expect(lines).toHaveLength(count);
    const stored = await store(
      `requests-${part}`,
      lines.map(([said]) => said),
    );
    expect(stored.toSorted()).toEqual(lines.map(([, fact]) => fact).toSorted());
  });

  it.each([
    ['choose', 13, []],
    ['judge', 12, []],
    ['leaving-choose', 23, []],
    ['daily', 151, ['sono stanca oggi']],
    [
      'leaving-judge',
      20,
      [
        "right, i'd better get going, bye",
        'im off to bed, night',
        'das glaubst du nie',
        'tengo que irme ya, nos vemos',
        'devo proprio scappare, ciao',
        'un attimo solo',
      ],
    ],
  ])('stores no chatter, except what is listed here: %s', async (part, count, known) => {
    const lines = read(`chatter-${part}`).map(([said]) => said);
    expect(lines).toHaveLength(count);
    expect((await store(`chatter-${part}`, lines)).toSorted()).toEqual(known.toSorted());
  });

  it('takes habits and reminders for no request to leave something out, in six languages', async () => {
    const kept = [
      ["I'm allergic to peanuts. I don't keep nuts at home.", "I'm allergic to peanuts.", "I don't keep nuts at home."],
      ['My parents never keep sweets at home.', 'My parents never keep sweets at home.'],
      ['Ich kann mir Namen nicht merken.', 'Ich kann mir Namen nicht merken.'],
      ['Vergiss nicht, dass ich vegan bin.', 'ich vegan bin.'],
      ['Je ne garde pas de lait à la maison.', 'Je ne garde pas de lait à la maison.'],
      ['Eliminamos el azúcar de la dieta.', 'Eliminamos el azúcar de la dieta.'],
      ['Cancellato il volo per Roma, ora vivo a Pisa.', 'Cancellato il volo per Roma, ora vivo a Pisa.'],
      ['Vergeet niet dat ik in Gent woon.', 'ik in Gent woon.'],
      ["Warning: I'm diabetic!", "Warning: I'm diabetic!"],
      ["I don't eat meat and drink alcohol.", "I don't eat meat and drink alcohol."],
    ];
    const refused = [
      'I live in Rome, never store that.',
      'This is my address: 5 Main Street, never store it.',
      'You should never store my address in Rome.',
      'I ask you to not store it: I live in Rome.',
      'Ich wohne in Kiel, das bitte nicht speichern.',
      'Ne garde pas mon adresse à Lyon.',
    ];
    const memories = await store('habits', [...kept.map(([said = '']) => said), ...refused]);
    expect(memories.toSorted()).toEqual(kept.flatMap(([, ...facts]) => facts).toSorted());
  });

  it('stores facts that begin as chatter does', async () => {
    const lines = read('chatter-facts').map(([said]) => said);
    expect((await store('chatter-facts', lines)).toSorted()).toEqual(lines.toSorted());
  });

  it('keeps the fact that a request names beside a secret', async () => {
    const said = [
      ["My PIN is 4921, and remember that I'm vegan", "remember that I'm vegan"],
      ['my wifi password is tulip99, pls remember i dont eat pork', 'i dont eat pork'],
      ["Remember that my PIN is 4921 and that I'm left-handed.", "I'm left-handed."],
      ['Remember that I live in Leeds, and my PIN is 4921.', 'Remember that I live in Leeds'],
      ['Meine PIN ist 4921, und merk dir, dass ich in Kiel wohne.', 'ich in Kiel wohne.'],
      ['Mon code PIN est 4921, et retiens que je suis végétarien.', 'retiens que je suis végétarien.'],
      ['Mi PIN es 4921, y recuerda que vivo en Vigo.', 'recuerda que vivo en Vigo.'],
      ['Il mio PIN è 4921, e ricorda che lavoro alla Fiat.', 'lavoro alla Fiat.'],
      ['O meu PIN é 4921, e lembra-te que moro em Braga.', 'lembra-te que moro em Braga.'],
      ['Mijn pincode is 4921, en onthoud dat ik in Gent woon.', 'ik in Gent woon.'],
      ['My PIN is 4921, always answer in German.', 'always answer in German.'],
      ['My PIN is 4921, could you note that we moved to Hull?', 'we moved to Hull'],
    ] as const;
    const about = ['My PIN is 4921, never tell anyone.', 'My PIN is 4921, please remember that.'];
    const stored = await store('beside-secrets', [...said.map(([text]) => text), ...about]);
    expect(stored.toSorted()).toEqual(said.map(([, fact]) => fact).toSorted());
  });

  it('keeps statements that begin like chatter, and requests that name no fact as they are', async () => {
    const whole = [
      'want to see a doctor about my knee',
      'My son wants to hear a story every night',
      'remember to always answer in French',
      "don't forget to water the plants on Monday",
      'I gotta go to the dentist tomorrow',
      "you'll never guess what happened, I got the job!",
      'gotta run a marathon in May',
      'I have to leave my flat in June',
      'muss los nach Berlin',
      'me tengo que ir a Madrid',
    ];
    expect((await store('whole', whole)).toSorted()).toEqual(whole.toSorted());
    const none = [
      'can you remember what I said?',
      'remember that my PIN is 4921',
      'Can you remember that my locker code is blue horse staple?',
    ];
    expect(await store('none', none)).toEqual([]);
  });
});
