import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { memoriesOf, read } from './secret-sets.js';

// Each line is a conversation of its own: the question of one is not answered by the next.

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  const { embedder, providers } = loadConfig({ JWT_SECRET: 'a-secret-of-this-test-5d1f0c-7a', EMBEDDER: 'local' });
  app = await startTestApp({ embedder, providers });
}, 60_000);
afterAll(() => app.close());

async function store(userId: string, texts: readonly string[]): Promise<string[]> {
  const messages = texts.map((content) => ({ role: 'user', content }));
  await client().rest('POST', '/v3/memories/add/', { messages, user_id: userId });
  await idle(app.app.services);
  return memoriesOf(app, userId);
}

describe('chatter, with the built-in embedding model and without a language model', { timeout: 120_000 }, () => {
  // Nothing was learned or chosen on the parts `judge`.
  it.each([
    ['chatter-learned-choose', 31, 4],
    ['chatter-learned-judge', 31, 6],
    ['chatter-leaving-judge', 20, 0],
    ['short-chatter-choose', 40, 1],
    ['short-chatter-judge', 40, 3],
  ])('leaves at most as many memories as counted here: %s', async (name, count, most) => {
    const lines = read(name).map(({ text }) => text);
    expect(lines).toHaveLength(count);
    const stored = await store(name, lines);
    expect(stored.length, stored.join('\n')).toBeLessThanOrEqual(most);
  });

  it.each([
    ['chatter-learned-facts-choose', 31, 0],
    ['chatter-learned-facts-judge', 31, 1],
    ['resembling-facts-judge', 31, 0],
    ['greeting-facts-judge', 37, 1],
    ['terse-facts-judge', 41, 6],
    ['short-facts-choose', 62, 11],
    ['short-facts-judge', 60, 16],
  ])('takes no fact with it: %s', async (name, count, most) => {
    const lines = read(name);
    expect(lines).toHaveLength(count);
    const stored = await store(
      name,
      lines.map(({ text }) => text),
    );
    const lost = lines.filter(({ text, kept }) => {
      const parts = kept.length > 0 ? kept : [text];
      return !parts.every((part) => stored.some((own) => own.includes(part)));
    });
    expect(lost.length, lost.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(most);
  });

  it('keeps two words that are part of a question or an instruction, and stores no secret', async () => {
    const texts = [
      'Is it safe to fast with my insulin?',
      'duz mich',
      'password: xK9#vQ2!mP',
      'sono single. abito a roma.',
    ];
    expect(await store('two-words', texts)).toEqual(
      expect.arrayContaining(['my insulin', 'duz mich', 'sono single.', 'abito a roma.']),
    );
    expect(await memoriesOf(app, 'two-words')).toHaveLength(4);
  });

  it('is listed in the event as without a fact', async () => {
    const messages = [
      { role: 'user', content: 'that made my day' },
      { role: 'user', content: 'I play chess.' },
    ];
    const added = await client().rest<{ event_id: string }>('POST', '/v3/memories/add/', { messages, user_id: 'ada' });
    await idle(app.app.services);
    expect(await memoriesOf(app, 'ada')).toEqual(['I play chess.']);
    const { body } = await client().rest<object>('GET', `/v1/event/${added.body.event_id}/`);
    expect(body).toMatchObject({ metadata: { left_out: [{ message: 1, reason: 'NO_FACT' }] } });
  });
});
