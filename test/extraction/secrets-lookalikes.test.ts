import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import type { TestApp } from '../helpers/app.js';
import { addSets, chunk, memoriesOf, read, type Line } from './secret-sets.js';

const benign = ['training', 'held-out', 'shapes', 'unseen', 'chat-choose', 'chat-judge'].flatMap((part) =>
  read(`benign-${part}`),
);
/** Lookalikes of everyday talk. No rule was chosen on `everyday-unseen`. */
const everydayBenign = ['choose', 'judge', 'unseen'].flatMap((part) => read(`benign-everyday-${part}`));
const householdBenign = ['choose', 'judge'].flatMap((part) => read(`benign-household-${part}`));
/** Where a code or password is, and what it is like. No rule was chosen on the part `judge`. */
const phrasesBenign = ['choose', 'judge'].flatMap((part) => read(`benign-phrases-${part}`));
/** One word that says what a code is like. No rule was chosen on the part `judge`. */
const wordsBenign = ['choose', 'judge'].flatMap((part) => read(`benign-words-${part}`));
/** Notes and settings, in the form of those with secrets. */
const notesBenign = ['choose', 'judge'].flatMap((part) => read(`benign-notes-${part}`));
/** Ordinary sentences that people type in chats. No rule was chosen on `unseen`. */
const typed = ['choose', 'judge', 'unseen'].map((part) => ({ part, lines: read(`benign-typed-${part}`) }));
/** Ordinary sentences that wider rules took for secrets. */
const reviewed = read('benign-reviewed');

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  app = await addSets({ benign, phrases: phrasesBenign });
}, 60_000);
afterAll(() => app.close());

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

describe('589 benign lookalikes', () => {
  it('are stored', async () => {
    expect(benign).toHaveLength(547);
    const memories = new Set(await memoriesOf(app, 'benign'));
    const lost = benign.filter(({ text }) => !memories.has(text)).map(({ text }) => text);
    // The facts that a sentence joins are memories of their own.
    expect(lost).toEqual(['I weigh 72.4 kg and I am 178 cm tall.']);
    expect(memories).toContain('I weigh 72.4 kg.');
    expect(memories).toContain('I am 178 cm tall.');
  });

  it('are stored whole, if they say where a code or password is', async () => {
    expect(phrasesBenign).toHaveLength(42);
    const memories = new Set(await memoriesOf(app, 'phrases'));
    expect(phrasesBenign.filter(({ text }) => !memories.has(text)).map(({ text }) => text)).toEqual([]);
  });
});

describe('401 lookalikes of everyday talk', () => {
  it('lose no word', async () => {
    const sets = [everydayBenign, householdBenign, wordsBenign, notesBenign];
    expect(sets.map(({ length }) => length)).toEqual([156, 80, 40, 125]);
    expect(await findMasked(sets.flat())).toEqual([]);
  });
});

describe('878 ordinary sentences as people type them, with products, names, numbers and talk about passwords', () => {
  it.each(typed)('lose a word in 1 % at most: $part', async ({ lines }) => {
    expect(typed.map((each) => each.lines.length)).toEqual([282, 282, 114]);
    const masked = await findMasked(lines);
    expect(masked.length, masked.join('\n')).toBeLessThanOrEqual(lines.length / 100);
  });

  it('lose no word that wider rules took for a secret', async () => {
    expect(reviewed).toHaveLength(201);
    expect(await findMasked(reviewed)).toEqual([]);
  });
});
