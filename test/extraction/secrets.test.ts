import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// 809 wordings of secrets in seven languages, 783 benign lookalikes and 878 ordinary sentences, added through the REST API and looked for everywhere.

interface Line {
  readonly messages: readonly { role: string; content: string }[];
  readonly text: string;
  /** Secrets. */
  readonly values: readonly string[];
  /** What must survive. */
  readonly kept: readonly string[];
}

function read(name: string): Line[] {
  const lines = readFileSync(new URL(`data/${name}.txt`, import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const listMarked = (pattern: RegExp) => Array.from(line.matchAll(pattern), ([, marked = '']) => marked);
      const [values, kept] = [listMarked(/\{\{(.+?)\}\}/gu), listMarked(/\[\[(.+?)\]\]/gu)];
      const [text = '', answer] = line.replace(/\{\{|\}\}|\[\[|\]\]/gu, '').split(' || ');
      const said = { role: 'user', content: answer ?? text };
      const messages = answer === undefined ? [said] : [{ role: 'assistant', content: text }, said];
      return { messages, text, values, kept };
    });
}

const secrets = ['training', 'held-out', 'shapes'].flatMap((part) => read(`secrets-${part}`));
const benign = ['training', 'held-out', 'shapes', 'unseen', 'chat-choose', 'chat-judge'].flatMap((part) =>
  read(`benign-${part}`),
);
/** No rule was chosen on these. */
const unseen = read('secrets-unseen');
const chat = [...read('secrets-chat-choose'), ...read('secrets-chat-judge')];
/** Wordings and lookalikes of everyday talk. No rule was chosen on the parts `unseen`. */
const everydayParts = ['choose', 'judge', 'unseen'] as const;
const everyday = everydayParts.map((part) => read(`secrets-everyday-${part}`));
const everydayBenign = everydayParts.flatMap((part) => read(`benign-everyday-${part}`));
/** Of the household and of accounts, as typed in chats. */
const householdParts = ['choose', 'judge'] as const;
const household = householdParts.map((part) => read(`secrets-household-${part}`));
const householdBenign = householdParts.flatMap((part) => read(`benign-household-${part}`));
/** What two reviews of the rules found readable. Rules were chosen on it. */
const reviewedSecrets = [...read('secrets-reviewed'), ...read('secrets-reviewed-again')];
/** Ordinary sentences that people type in chats. No rule was chosen on `unseen`. */
const typed = ['choose', 'judge', 'unseen'].map((part) => ({ part, lines: read(`benign-typed-${part}`) }));
/** Ordinary sentences that wider rules took for secrets. */
const reviewed = read('benign-reviewed');

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  app = await startTestApp();
  const hook = '{ name: "adds", url: "https://example.com/hook", eventTypes: [MEMORY_ADD] }';
  await request(`mutation { createWebhook(input: ${hook}) { __typename ... on CreateWebhookPayload { secret } } }`);
  for (const [userId, lines] of [
    ['secrets', secrets],
    ['unseen', unseen],
    ['chat', chat],
    ...everyday.map((lines, index) => [`everyday-${everydayParts[index]}`, lines] as const),
    ...household.map((lines, index) => [`household-${householdParts[index]}`, lines] as const),
    ['reviewed', reviewedSecrets],
    ['benign', benign],
  ] as const) {
    // Each line is a conversation of its own, so that no line answers the one before it.
    const conversations = lines.map(({ messages }) => ({ messages, separate: messages.length > 1 }));
    const together = conversations.filter(({ separate }) => !separate).flatMap(({ messages }) => messages);
    const requests = [
      ...chunk(together, 100),
      ...conversations.filter(({ separate }) => separate).map((c) => c.messages),
    ];
    for (const messages of requests) await client().rest('POST', '/v3/memories/add/', { messages, user_id: userId });
  }
  await idle(app.app.services);
  await request('mutation { createExport(input: {}) { __typename } }');
  await idle(app.app.services);
}, 60_000);
afterAll(() => app.close());

async function request(query: string): Promise<void> {
  const { body } = await client().rest<{ errors?: unknown }>('POST', '/graphql', { query });
  expect(body.errors).toBeUndefined();
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return items.flatMap((_item, index) => (index % size === 0 ? [items.slice(index, index + size)] : []));
}

async function memoriesOf(userId: string): Promise<string[]> {
  const texts: string[] = [];
  for (let path: string | null = '/v3/memories/?page_size=200'; path !== null;) {
    type Page = { next: string | null; results: { memory: string }[] };
    const { body }: { body: Page } = await client().rest<Page>('POST', path, { filters: { user_id: userId } });
    texts.push(...body.results.map(({ memory }) => memory));
    path = body.next && new URL(body.next).pathname + new URL(body.next).search;
  }
  return texts;
}

/** Lines of which a word is removed as a secret when they are added. */
async function findMasked(lines: readonly Line[]): Promise<string[]> {
  const masked: string[] = [];
  for (const part of chunk(lines, 100)) {
    const messages = part.flatMap((line) => line.messages);
    const added = await client().rest<{ event_id: string }>('POST', '/v3/memories/add/', { messages, user_id: 'ada' });
    await idle(app.app.services);
    type Event = { metadata: { left_out?: { message: number; reason: string }[] } | null };
    const { body } = await client().rest<Event>('GET', `/v1/event/${added.body.event_id}/`);
    const removed = (body.metadata?.left_out ?? []).filter(({ reason }) => reason === 'SECRET');
    masked.push(...removed.flatMap(({ message }) => part[message - 1]?.text ?? []));
  }
  return masked;
}

/** Of everyday talk, those that stay readable. */
const knownReadable = ['I use Hedgehog1968 everywhere.'];

describe('secrets in 656 wordings of seven languages', () => {
  it('are in no table of the database, such as those of memories, events, deliveries and exports', async () => {
    const checked = [...secrets, ...everyday.flat(), ...household.flat(), ...reviewedSecrets];
    expect([checked.length, benign.length]).toEqual([656, 547]);
    const tables = await app.app.services.database.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
      [],
    );
    const isBenign = new Set(benign.map(({ text }) => text));
    let everything = '';
    const filled = new Set<string>();
    for (const { name } of tables) {
      const rows = await app.app.services.database.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`, []);
      everything += rows.map(({ row }) => row).join('\n');
      if (rows.some(({ row }) => row.includes('I work at Bosch'))) filled.add(name);
    }
    expect([...filled]).toEqual(
      expect.arrayContaining(['memories', 'memory_history', 'webhook_deliveries', 'export_chunks']),
    );
    const others = [...unseen, ...chat];
    for (const text of [...isBenign, ...others.map(({ text: own }) => own)])
      everything = everything.replaceAll(text, '');
    // The number of a meeting shares digits with a secret.
    everything = everything.replaceAll('room 882 ', 'room ');
    // Digits count as a word of a text: not as a number of a column or of JSON, nor in a date or an ID.
    const isReadable = (value: string) =>
      /^\d+$/u.test(value)
        ? new RegExp(`(?<=\\s)(?<!": )${value}(?![\\w:+-]|\\.\\d)`, 'u').test(everything)
        : everything.includes(value);
    const readable = checked.filter(({ values }) => values.some(isReadable));
    expect(readable.map(({ text }) => text)).toEqual(knownReadable);
  });

  it('are in no memory, and the rest of the sentence is one', async () => {
    const memories = await memoriesOf('secrets');
    const readable = secrets.filter(({ values }) =>
      values.some((value) => memories.some((memory) => memory.includes(value))),
    );
    expect(readable.map(({ text }) => text)).toEqual([]);
    expect(memories).toEqual(
      expect.arrayContaining([
        'I work at Bosch',
        'I work from home on Fridays.',
        'ich wohne in Köln.',
        "j'habite à Lyon.",
        'trabajo en Telefónica.',
        'moro em Braga.',
        'lavoro alla Fiat.',
        'Ik werk bij Bosch',
      ]),
    );
  });

  it('are named in the event by their message and without their text', async () => {
    const messages = [
      { role: 'user', content: 'I live in Ghent. My PIN is 4921.' },
      { role: 'user', content: 'What is the capital of Peru?' },
      { role: 'user', content: "I had surgery in May. Please don't store that." },
      { role: 'user', content: 'I play chess.' },
      { role: 'user', content: 'I love sushi.' },
    ];
    const added = await client().rest<{ event_id: string; ignored_instructions: string[] }>(
      'POST',
      '/v3/memories/add/',
      {
        messages,
        user_id: 'noor',
        custom_instructions: 'Never store food preferences. Write each memory as a haiku.',
      },
    );
    expect(added.body.ignored_instructions).toEqual(['Write each memory as a haiku.']);
    await idle(app.app.services);
    expect((await memoriesOf('noor')).sort()).toEqual(['I live in Ghent.', 'I play chess.']);
    const leftOut = [
      { message: 1, reason: 'SECRET' },
      { message: 2, reason: 'NO_FACT' },
      { message: 3, reason: 'ON_REQUEST' },
      { message: 5, reason: 'EXCLUDED' },
    ];
    const id = added.body.event_id;
    const event = await client().rest<object>('GET', `/v1/event/${id}/`);
    expect(event.body).toMatchObject({
      status: 'SUCCEEDED',
      metadata: { left_out: leftOut, ignored_instructions: ['Write each memory as a haiku.'] },
    });
    expect(JSON.stringify(event.body)).not.toContain('4921');
    const query = `{ event(id: "${id}") { leftOut { messageNumber reason } ignoredInstructions } }`;
    const numbered = leftOut.map(({ message: messageNumber, reason }) => ({ messageNumber, reason }));
    expect((await client().rest('POST', '/graphql', { query })).body).toEqual({
      data: { event: { leftOut: numbered, ignoredInstructions: ['Write each memory as a haiku.'] } },
    });
  });
});

describe('secrets in 427 wordings of chats and everyday talk', () => {
  it.each([
    ['unseen', unseen, 52, 3],
    ['chat', chat, 101, 1],
    ['everyday-choose', everyday[0] ?? [], 66, 0],
    ['everyday-judge', everyday[1] ?? [], 63, 0],
    ['everyday-unseen', everyday[2] ?? [], 25, 1],
    ['household-choose', household[0] ?? [], 30, 0],
    ['household-judge', household[1] ?? [], 30, 0],
    ['reviewed', reviewedSecrets, 60, 0],
  ] as const)('stay readable in a counted few memories at most: %s', async (...[userId, lines, count, most]) => {
    const memories = await memoriesOf(userId);
    const readable = lines.filter(({ values }) => values.some((value) => memories.some((own) => own.includes(value))));
    expect([lines.length, readable.length], readable.map(({ text }) => text).join('\n')).toEqual([count, most]);
    expect(lines.flatMap(({ kept }) => kept).filter((part) => !memories.some((own) => own.includes(part)))).toEqual([]);
  });
});

describe('547 benign lookalikes', () => {
  it('are stored', async () => {
    const memories = new Set(await memoriesOf('benign'));
    const lost = benign.filter(({ text }) => !memories.has(text)).map(({ text }) => text);
    expect(lost).toEqual([]);
  });
});

describe('236 lookalikes of everyday talk', () => {
  it('lose no word', async () => {
    expect([everydayBenign.length, householdBenign.length]).toEqual([156, 80]);
    expect(await findMasked([...everydayBenign, ...householdBenign])).toEqual([]);
  });
});

describe('878 ordinary sentences as people type them, with products, names, numbers and talk about passwords', () => {
  it.each(typed)('lose a word in 1 % at most: $part', async ({ lines }) => {
    expect(typed.map((each) => each.lines.length)).toEqual([282, 282, 114]);
    const masked = await findMasked(lines);
    expect(masked.length, masked.join('\n')).toBeLessThanOrEqual(lines.length / 100);
  });

  it('lose no word that wider rules took for a secret', async () => {
    expect(reviewed).toHaveLength(200);
    expect(await findMasked(reviewed)).toEqual([]);
  });
});
