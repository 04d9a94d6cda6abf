import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// 62 sentences in seven languages that state no fact, one request each, and 62 facts that resemble them. Rules were chosen on the parts
// "choose". Many lines of the parts "judge" translate lines of "choose", so they are not unseen. 55 ordinary facts must be kept as well. Of 74
// facts in greetings and in conditions, and 80 such sentences without a fact, no rule was chosen on the parts "judge".

interface Line {
  readonly text: string;
  /** What must be in a memory. */
  readonly fact: string;
}

function read(name: string): Line[] {
  return readFileSync(new URL(`data/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ text: line.replace(/\[\[|\]\]/gu, ''), fact: /\[\[(.+?)\]\]/u.exec(line)?.[1] ?? '' }));
}

const parts = ['choose', 'judge'] as const;
const supposed = { choose: read('supposed-choose'), judge: read('supposed-judge') };
const facts = { choose: read('resembling-facts-choose'), judge: read('resembling-facts-judge') };
const ordinary = read('resembling-facts-ordinary');
const greetings = { choose: read('greeting-facts-choose'), judge: read('greeting-facts-judge') };
const emptyGreetings = { choose: read('greeting-nothing-choose'), judge: read('greeting-nothing-judge') };

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  const toTexts = (lines: readonly Line[]) => lines.map(({ text }) => text);
  for (const part of parts) {
    for (const { text } of supposed[part]) await add([text], `supposed-${part}`);
    await add(toTexts(facts[part]), `facts-${part}`);
    await add(toTexts(greetings[part]), `greetings-${part}`);
    await add(toTexts(emptyGreetings[part]), `empty-${part}`);
  }
  await add(toTexts(ordinary), 'ordinary');
  await idle(app.app.services);
}, 60_000);
afterAll(() => app.close());

async function add(texts: readonly string[], userId: string): Promise<void> {
  const messages = texts.map((content) => ({ role: 'user', content }));
  await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', { messages, user_id: userId });
}

/** Facts that are in no memory of a user. */
async function findMissed(lines: readonly Line[], userId: string): Promise<string[]> {
  const memories = await listTexts(userId);
  const missed = lines.filter(({ fact }) => !memories.some((memory) => memory.includes(fact)));
  return missed.map(({ text }) => text);
}

async function listTexts(userId: string): Promise<string[]> {
  type Page = { results: { memory: string }[] };
  const path = '/v3/memories/?page_size=200';
  const { body } = await app.as(app.admin.apiKey).rest<Page>('POST', path, { filters: { user_id: userId } });
  return body.results.map(({ memory }) => memory);
}

/** Plans that are only possible are stored with their doubt: the rules cannot tell them from "Maybe I need surgery". */
const possible = {
  choose: [
    "Forse mi trasferisco a Bologna l'anno prossimo.",
    'Misschien verhuis ik volgend jaar naar Groningen.',
    'Quizás me mude a Valencia el año que viene.',
  ],
  judge: [
    'I might move to Oslo next year.',
    'Je vais peut-être déménager à Lille.',
    "Maybe I'll become a teacher one day.",
    'Talvez me mude para o Porto no próximo ano.',
    'Vielleicht ziehe ich irgendwann nach Wien.',
  ],
};

/** Sentences that the rules take for facts: "Hello, I'm …" and hypotheses in forms that no rule reads. */
const stored = {
  choose: ["Hello, I'm back!", "Hello, I'm so happy to see you!", 'Say "Hi, I\'m Bob" to the class!'],
  judge: [
    "Hello, I'm all ears!",
    'If I lost my job, my parents would help me.',
    'Ravie de te rencontrer !',
    'Wenn ich im Lotto gewinnen würde, bekäme meine Oma ein Haus.',
  ],
};

describe('hypotheses, roles, thanks, exclamations, errors and quotations that are added without a language model', () => {
  it.each(parts)('become no memories, except plans that are only possible: %s', async (part) => {
    expect(supposed[part]).toHaveLength(31);
    const memories = await listTexts(`supposed-${part}`);
    expect(memories.toSorted()).toEqual(possible[part]);
  });
});

describe('facts that resemble them', () => {
  it.each(parts)('become memories: %s', async (part) => {
    expect(facts[part]).toHaveLength(31);
    expect(await findMissed(facts[part], `facts-${part}`)).toEqual([]);
  });

  it('are kept in ordinary sentences with thanks, doubt, conditions, titles, games and joy', async () => {
    expect(ordinary).toHaveLength(55);
    expect(await findMissed(ordinary, 'ordinary')).toEqual([]);
  });
});

describe('names in greetings, and habits in conditions', () => {
  it.each(['choose', 'judge'] as const)('become memories: %s', async (part) => {
    expect(greetings[part]).toHaveLength(37);
    expect(await findMissed(greetings[part], `greetings-${part}`)).toEqual([]);
  });

  it.each(parts)(
    'do not make memories of sentences that state nothing, except for a few wordings: %s',
    async (part) => {
      expect(emptyGreetings[part]).toHaveLength(40);
      expect((await listTexts(`empty-${part}`)).toSorted()).toEqual(stored[part]);
    },
  );
});
