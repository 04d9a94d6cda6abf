import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyedConversation, readConversations } from '../../bench/extraction/measure.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const read = (part: string) =>
  readConversations(readFileSync(new URL(`data/phone-${part}.txt`, import.meta.url), 'utf8'));
/**
 * Facts, messages without a fact, facts that are missing, and messages that gave a memory without a fact. Of `judge` and `unseen`, only the one secret that
 * stayed readable at its first use was looked at; rules were chosen on `later` after its first use.
 */
const parts = [
  { part: 'choose', typed: read('choose'), counts: { facts: 56, withoutFact: 28, missed: 0, wrong: 0 } },
  { part: 'judge', typed: read('judge'), counts: { facts: 71, withoutFact: 21, missed: 0, wrong: 7 } },
  { part: 'later', typed: read('later'), counts: { facts: 46, withoutFact: 21, missed: 1, wrong: 0 } },
  { part: 'unseen', typed: read('unseen'), counts: { facts: 39, withoutFact: 14, missed: 1, wrong: 5 } },
];

let app: TestApp;
const client = () => app.as(app.admin.apiKey);
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.close());

interface Outcome {
  readonly memories: string[];
  /** Why messages are left out, as the event says. */
  readonly reasons: string[];
}

/** Adds each text as a user of its own and returns what is stored of it. */
async function addEach(name: string, texts: readonly string[]): Promise<Outcome[]> {
  const eventIds: string[] = [];
  for (const [index, content] of texts.entries()) {
    const messages = [{ role: 'user', content }];
    const body = { messages, user_id: `${name}-${index}` };
    eventIds.push((await client().rest<{ event_id: string }>('POST', '/v3/memories/add/', body)).body.event_id);
  }
  await idle(app.app.services);
  return Promise.all(eventIds.map((eventId, index) => readOutcome(`${name}-${index}`, eventId)));
}

async function readOutcome(userId: string, eventId: string): Promise<Outcome> {
  type Page = { results: { memory: string }[] };
  type Event = { metadata: { left_out: { reason: string }[] } | null };
  const filters = { user_id: userId };
  const list = await client().rest<Page>('POST', '/v3/memories/?page_size=200', { filters });
  const event = await client().rest<Event>('GET', `/v1/event/${eventId}/`);
  const reasons = (event.body.metadata?.left_out ?? []).map(({ reason }) => reason);
  return { memories: list.body.results.map(({ memory }) => memory), reasons };
}

type Fact = KeyedConversation['facts'][number];
const states = (memories: readonly string[], fact: Fact) =>
  memories.some((memory) => fact.every((forms) => forms.some((form) => memory.toLowerCase().includes(form))));

describe('238 messages as typed on a phone, without a language model', { timeout: 60_000 }, () => {
  it.each(parts)('leave their facts, no secret, and little else: $part', async ({ part, typed, counts }) => {
    const texts = typed.map(({ messages }) => messages[0]?.content ?? '');
    const outcomes = await addEach(part, texts);
    const each = typed.map((one, index) => ({ ...one, text: texts[index], ...outcomes[index] }));
    const listReadable = each.filter(({ memories = [], forbidden }) =>
      forbidden.some((secret) => memories.some((memory) => memory.includes(secret))),
    );
    expect(listReadable.map(({ text }) => text)).toEqual([]);
    const missed = each.flatMap(({ facts, memories = [] }) => facts.filter((fact) => !states(memories, fact)));
    const withoutFact = each.filter(({ facts }) => facts.length === 0);
    const wrong = withoutFact.filter(({ memories = [] }) => memories.length > 0);
    const facts = typed.flatMap((one) => one.facts);
    expect({
      facts: facts.length,
      withoutFact: withoutFact.length,
      missed: missed.length,
      wrong: wrong.length,
    }).toEqual(counts);
    const nothing = withoutFact.filter((one) => !wrong.includes(one));
    expect(nothing.map(({ reasons }) => reasons)).toEqual(nothing.map(() => ['NO_FACT']));
    const secret = each.filter(({ forbidden }) => forbidden.length > 0);
    expect(secret.map(({ reasons }) => reasons)).toEqual(secret.map(() => ['SECRET']));
  });
});

describe('a line without punctuation', { timeout: 60_000 }, () => {
  it('leaves the statement behind a request or before one, in seven languages', async () => {
    const lines = [
      ['give me a recipe im vegan', 'im vegan'],
      ['hey can u find me a recipe im lactose intolerant', 'im lactose intolerant'],
      ['what can i cook tonight my husband is allergic to fish', 'my husband is allergic to fish'],
      ['i hate coriander what can i use instead', 'i hate coriander'],
      ['kannst du mir ein rezept geben ich bin vegan', 'ich bin vegan'],
      ['wir wohnen in kiel kannst du mir ein café empfehlen', 'wir wohnen in kiel'],
      ['tu peux me donner une recette jai une allergie aux noix', 'jai une allergie aux noix'],
      ['dame una receta soy vegana', 'soy vegana'],
      ['dammi una ricetta sono celiaca', 'sono celiaca'],
      ['quanto costa un gatto abito a torino', 'abito a torino'],
      ['me indica um livro moro em recife', 'moro em recife'],
      ['geef me een recept ik ben vegan', 'ik ben vegan'],
    ] as const;
    const outcomes = await addEach(
      'beside',
      lines.map(([line]) => line),
    );
    expect(outcomes.map(({ memories }) => memories)).toEqual(lines.map(([, memory]) => [memory]));
  });

  it('keeps a clause that belongs to its request, and what is to be translated, out of the memories', async () => {
    const lines = [
      'do you think im weird',
      'can u tell me if im allowed to park here',
      'translate i am vegan into german',
      'what can i do with the eggs i have left over',
      'pretend im a pirate',
      'sag mir ob ich bin wie alle',
    ];
    const outcomes = await addEach('tied', lines);
    expect(outcomes).toEqual(lines.map(() => ({ memories: [], reasons: ['NO_FACT'] })));
  });

  it('leaves a statement whole that resembles a request, a question or a short form', async () => {
    const lines = [
      'am samstag bin ich im garten bei oma',
      'my parents always give me money for christmas',
      "i'm an rn",
      "j'ai un chef sympa",
      'quando ero piccolo vivevo a roma',
      'quanto mais velho fico mais gosto de ler',
      'où je vis il y a la mer',
      'mi abuela me da clases de piano',
      'in zwolle kan je goed fietsen met mijn broer',
    ];
    const outcomes = await addEach('whole', lines);
    expect(outcomes.map(({ memories }) => memories)).toEqual(lines.map((line) => [line]));
  });

  it('leaves what it asks the assistant to know already', async () => {
    const lines = [
      ['did u know im pregnant', ['im pregnant']],
      ['Wusstest du, dass ich zwei Kinder habe?', ['ich zwei Kinder habe']],
      ['sabes que tengo dos gatos', ['tengo dos gatos']],
      ['did you know my name', []],
      ['did you know that honey never spoils', []],
    ] as const;
    const outcomes = await addEach(
      'known',
      lines.map(([line]) => line),
    );
    expect(outcomes.map(({ memories }) => memories)).toEqual(lines.map(([, memories]) => memories));
  });

  it('stores nothing of a line that asks not to store it', async () => {
    const lines = [
      'my boss is leaving can you please not tell anyone about it and dont store that in any way',
      'give me a recipe im vegan but do not remember that about me in our later chats please',
    ];
    const outcomes = await addEach('refused', lines);
    expect(outcomes).toEqual(lines.map(() => ({ memories: [], reasons: ['ON_REQUEST'] })));
  });

  it('leaves the fact beside a secret', async () => {
    const lines = [
      ['my pin is 4921 can u remember that im vegan', 'remember that im vegan'],
      ['i moved to leeds last week my pin is 4921', 'i moved to leeds last week'],
      ['mein pin ist 4921 ich wohne in kiel', 'ich wohne in kiel'],
      ['el codigo del portal es 4417 vivo en el tercero', 'vivo en el tercero'],
      ['wachtwoord van de wifi is egeltje12 we wonen nu in utrecht', 'we wonen nu in utrecht'],
    ] as const;
    const outcomes = await addEach(
      'secret',
      lines.map(([line]) => line),
    );
    expect(outcomes).toEqual(lines.map(([, memory]) => ({ memories: [memory], reasons: ['SECRET'] })));
  });

  it('leaves no code whose name lacks its accent, or that is a plain thing', async () => {
    const lines = [
      'codigo de seguridad 5521',
      'o codigo do portao é 4455',
      'mon code cest 5520',
      'mein handycode ist 2580',
      'código del candado 904 voy en bici',
      'La clave de la alarma es mariposa',
      'la clave de la alarma es gato',
      'el codigo de la puerta es zapato',
    ];
    const outcomes = await addEach('codes', lines);
    expect(outcomes).toEqual(lines.map(() => ({ memories: [], reasons: ['SECRET'] })));
    const kept = ['La clave de la alarma es muy larga.', 'La clave del éxito es paciencia.'];
    const others = await addEach('keys', kept);
    expect(others.map(({ memories }) => memories)).toEqual(kept.map((text) => [text]));
  });
});
