import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// Facts that are said in passing: behind a greeting or an order, in a few words, or as an answer.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
}, 60_000);
afterAll(() => app.close());

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const user = (content: string): Message => ({ role: 'user', content });

/** Adds each conversation in a request of its own, and returns what is stored. */
async function store(user_id: string, conversations: readonly (readonly Message[])[]): Promise<string[]> {
  const client = app.as(app.admin.apiKey);
  for (const messages of conversations) await client.rest('POST', '/v3/memories/add/', { messages, user_id });
  await idle(app.app.services);
  type Page = { results: { memory: string }[] };
  const { body } = await client.rest<Page>('POST', '/v3/memories/?page_size=200', { filters: { user_id } });
  return body.results.map(({ memory }) => memory).toSorted();
}

const each = (texts: readonly string[]) => texts.map((text) => [user(text)]);

async function searchPrecisely(user_id: string, query: string): Promise<string[]> {
  const { body } = await app
    .as(app.admin.apiKey)
    .rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', {
      query,
      filters: { user_id },
      precision: 'high',
    });
  return body.results.map(({ memory }) => memory);
}

/** Where the speaker is at the moment, with the greeting of the language. */
const whereabouts: readonly (readonly [string, readonly string[]])[] = [
  [
    'hey',
    [
      "i'm at the airport",
      'im on the bus',
      "I'm in a meeting right now",
      "i'm stuck in traffic",
      'waiting for the train',
      'im at work',
      "we're on a train",
    ],
  ],
  [
    'hallo',
    [
      'ich bin am Flughafen',
      'ich bin gerade im Bus',
      'bin im Meeting',
      'ich sitze im Zug',
      'ich stehe im Stau',
      'ich warte auf den Bus',
    ],
  ],
  [
    'salut',
    ["je suis à l'aéroport", 'je suis dans le bus', 'je suis en réunion', 'je suis au bureau', "j'attends le train"],
  ],
  [
    'hola',
    [
      'estoy en el aeropuerto',
      'estoy en el autobús',
      'estoy en una reunión',
      'estoy en un atasco',
      'estoy esperando el tren',
    ],
  ],
  [
    'ciao',
    [
      "sono all'aeroporto",
      "sono sull'autobus",
      'sono in riunione',
      'sono bloccato nel traffico',
      'sto aspettando il treno',
    ],
  ],
  [
    'oi',
    [
      'estou no aeroporto',
      'tô no ônibus',
      'estou numa reunião',
      'estou preso no trânsito',
      'estou à espera do comboio',
    ],
  ],
  [
    'hoi',
    [
      'ik ben op het vliegveld',
      'ik zit in de bus',
      'ik zit in een vergadering',
      'ik sta in de file',
      'ik wacht op de trein',
    ],
  ],
];

describe('an extraction without a language model', { timeout: 60_000 }, () => {
  it('stores no place where the speaker is for an hour, with and without a greeting, in seven languages', async () => {
    const passing = whereabouts.flatMap(([hello, texts]) =>
      texts.flatMap((text) => [text, `${text}.`, `${hello} ${text}`, `${hello}, ${text}!`]),
    );
    const lasting = [
      'hi im on a diet',
      'I am at university in Bonn',
      'I work at the airport',
      "I'm on the board of a bus company",
      'I wait for the train every morning at 7',
      "I'm in hospital",
      "I'm at the airport twice a week",
      'ich bin im Ruhestand',
      'ich arbeite am Flughafen',
      'je travaille à la gare',
      'estoy en paro',
      'sono in pensione',
      'estou de baixa',
      'ik werk op het vliegveld',
    ];
    expect(await store('whereabouts', each([...passing, ...lasting]))).toEqual(lasting.toSorted());
    const asked = (content: string, answer: string) => [{ role: 'assistant', content } as const, user(answer)];
    expect(
      await store('asked', [
        asked('Where do you work?', "I'm at the airport"),
        asked('Where do you exercise?', 'at the gym'),
        asked('Where are you?', "I'm on the bus"),
      ]),
    ).toEqual(['Where do you exercise? at the gym', "Where do you work? I'm at the airport"]);
  });

  it('keeps a fact of the speaker behind a greeting, in seven languages, and no greeting alone', async () => {
    const facts = [
      'hi i live in turin',
      'hello i am allergic to nuts',
      'hallo ich wohne in köln',
      'Hallo, ich arbeite bei Bosch',
      "salut j'habite à lyon",
      'hola vivo en madrid',
      'ciao vivo a roma',
      'oi moro em recife',
      'hoi ik woon in gent',
    ];
    const greetings = [
      'hi there',
      'hey im back',
      "hey i'm here",
      'hi i have a question',
      'hi i need help',
      "hi all i'm new",
      'hallo ich habe eine frage',
      'hola tengo una pregunta',
      'salut, ça va bien',
      'ciao ho una domanda',
      'oi tenho uma pergunta',
      'hoi ik heb een vraag',
    ];
    expect(await store('greetings', each([...facts, ...greetings]))).toEqual(facts.toSorted());
  });

  it('keeps what lasts for the speaker behind an order, and nothing that the order asks to write or to play', async () => {
    const said = [
      ['make it use type hints', 'I always use type hints'],
      ['make it shorter', 'I prefer short answers'],
      ['add tests please', 'we use vitest'],
      ['give me a dinner recipe', "I'm allergic to nuts"],
      ['tell me a joke', 'my dog is called Rex'],
    ] as const;
    const others = [
      'translate this, I live in Rome',
      'write an email to my boss, I am sick',
      'act as a doctor, I have a cold',
      'summarize this, I have no time',
      'give me 5 ideas, I have 10 minutes',
      'write a story about a boy, I am the boy',
      'stop it, I hate that',
      'fix this, i am in a hurry',
      'explain it again, I think I missed the point',
    ];
    const stored = await store('orders', each([...said.map((parts) => parts.join(', ')), ...others]));
    expect(stored).toEqual(said.map(([, fact]) => fact).toSorted());
  });

  it('keeps what becomes of an event, and no state of things in general', async () => {
    const facts = ['the wedding is off', 'The trip is cancelled.', 'the concert got postponed'];
    const others = ['the server is down', 'the sky is blue', 'the answer is wrong', 'the error is gone'];
    expect(await store('events', each([...facts, ...others]))).toEqual(facts.toSorted());
    expect(await searchPrecisely('events', 'Is the wedding still on?')).toEqual([facts[0]]);
  });

  it('puts a pet or a person of a sentence without a verb before the pronoun', async () => {
    const said = ['Un chat. Il a 7 ans.', 'A dog. He is 12.', 'Zwei Katzen. Sie sind 3 Jahre alt.'];
    expect(await store('pets', each(said))).toEqual(said.toSorted());
    expect(await searchPrecisely('pets', 'Quel âge a mon chat ?')).toEqual([said[0]]);
  });

  it('finds a short answer by the words of its question', async () => {
    const asked = [
      [
        'How long have you been playing piano?',
        'about 2 years, every tuesday with Mr. Novak',
        'How long have I been playing piano?',
      ],
      ['Which cities do you want to see?', 'Kyoto and Osaka, not Tokyo', 'Which cities do I want to see?'],
      [
        'What kind of music would you like to hear at the party?',
        'Salsa and cumbia',
        'Which music do I want at the party?',
      ],
    ] as const;
    const conversations = asked.map(([question, answer]): Message[] => [
      { role: 'assistant', content: question },
      user(answer),
    ]);
    const memories = asked.map(([question, answer]) => `${question} ${answer}`);
    expect(await store('answers', conversations)).toEqual(memories.toSorted());
    for (const [index, [, , query]] of asked.entries())
      expect(await searchPrecisely('answers', query)).toEqual([memories[index]]);
    const offers = [
      'Do you want to hear a joke?',
      'Would you like to see some examples?',
      'Do you want me to book it?',
    ];
    const accepted = offers.map((content): Message[] => [{ role: 'assistant', content }, user('yes please')]);
    expect(await store('offers', accepted)).toEqual([]);
  });
});
