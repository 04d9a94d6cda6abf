import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../helpers/app.js';
import { addSets, findReadable, memoriesOf, read } from './secret-sets.js';

/** No rule was chosen on these. */
const unseen = read('secrets-unseen');
const chat = [...read('secrets-chat-choose'), ...read('secrets-chat-judge')];
/** Wordings of everyday talk. No rule was chosen on the parts `unseen`. */
const everydayParts = ['choose', 'judge', 'unseen'] as const;
const everyday = everydayParts.map((part) => read(`secrets-everyday-${part}`));
/** Of the household and of accounts, as typed in chats. */
const household = ['choose', 'judge'].map((part) => read(`secrets-household-${part}`));
/** Several plain words: no rule was chosen on the part `judge`. */
const phrases = ['choose', 'judge'].map((part) => read(`secrets-phrases-${part}`));
/** One plain word as the value of a code, and key words: no rule was chosen on the part `judge`. */
const plainWords = ['choose', 'judge'].map((part) => read(`secrets-words-${part}`));
/** Notes without a verb, settings and commands. */
const notes = ['choose', 'judge'].map((part) => read(`secrets-notes-${part}`));
/** What reviews of the rules found readable. Rules were chosen on it. */
const reviewedSecrets = [...read('secrets-reviewed'), ...read('secrets-reviewed-again')];

let app: TestApp;

beforeAll(async () => {
  app = await addSets({
    unseen,
    chat,
    ...Object.fromEntries(everyday.map((lines, index) => [`everyday-${everydayParts[index]}`, lines])),
    'household-choose': household[0] ?? [],
    'household-judge': household[1] ?? [],
    'phrases-choose': phrases[0] ?? [],
    'phrases-judge': phrases[1] ?? [],
    'words-choose': plainWords[0] ?? [],
    'words-judge': plainWords[1] ?? [],
    'notes-choose': notes[0] ?? [],
    'notes-judge': notes[1] ?? [],
    reviewed: reviewedSecrets,
  });
}, 60_000);
afterAll(() => app.close());

/** Of everyday talk and notes, what stays readable. */
const knownReadable = ['I use Hedgehog1968 everywhere.'];

describe('secrets in 653 wordings of chats and everyday talk', () => {
  it.each([
    ['unseen', unseen, 52, 2],
    ['chat', chat, 101, 0],
    ['everyday-choose', everyday[0] ?? [], 66, 0],
    ['everyday-judge', everyday[1] ?? [], 63, 0],
    ['everyday-unseen', everyday[2] ?? [], 25, 1],
    ['household-choose', household[0] ?? [], 30, 0],
    ['household-judge', household[1] ?? [], 30, 0],
    ['phrases-choose', phrases[0] ?? [], 21, 0],
    ['phrases-judge', phrases[1] ?? [], 21, 0],
    ['words-choose', plainWords[0] ?? [], 20, 0],
    ['words-judge', plainWords[1] ?? [], 20, 0],
    ['notes-choose', notes[0] ?? [], 76, 0],
    ['notes-judge', notes[1] ?? [], 51, 0],
    ['reviewed', reviewedSecrets, 77, 0],
  ] as const)('are readable in as many memories as counted here: %s', async (...[userId, lines, count, most]) => {
    const memories = await memoriesOf(app, userId);
    const readable = lines.filter(({ values }) => values.some((value) => memories.some((own) => own.includes(value))));
    expect([lines.length, readable.length], readable.map(({ text }) => text).join('\n')).toEqual([count, most]);
    expect(lines.flatMap(({ kept }) => kept).filter((part) => !memories.some((own) => own.includes(part)))).toEqual([]);
  });

  it('are in no table of the database, except one', async () => {
    const checked = [
      ...everyday.flat(),
      ...household.flat(),
      ...phrases.flat(),
      ...plainWords.flat(),
      ...notes.flat(),
      ...reviewedSecrets,
    ];
    expect(checked).toHaveLength(500);
    const { readable, filled } = await findReadable(app, checked, 'I live in Leeds');
    expect(filled).toEqual(expect.arrayContaining(['memories', 'memory_history', 'webhook_deliveries']));
    expect(readable).toEqual(knownReadable);
  });
});
