import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import type { TestApp } from '../helpers/app.js';
import { withoutIds } from '../helpers/without-ids.js';
import { addSets, findReadable, memoriesOf, read } from './secret-sets.js';

const secrets = ['training', 'held-out', 'shapes'].flatMap((part) => read(`secrets-${part}`));

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  app = await addSets({ secrets });
}, 60_000);
afterAll(() => app.close());

describe('secrets in 382 wordings of seven languages', () => {
  it('are in no table of the database, such as those of memories, events, deliveries and exports', async () => {
    expect(secrets).toHaveLength(382);
    const { readable, filled } = await findReadable(app, secrets, 'I work at Bosch');
    expect(filled).toEqual(
      expect.arrayContaining(['memories', 'memory_history', 'webhook_deliveries', 'export_chunks']),
    );
    expect(readable).toEqual([]);
  });

  it('are in no memory, and the rest of the sentence is one', async () => {
    const memories = await memoriesOf(app, 'secrets');
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

  it('are in no table where their speaker corrects them, also after an answer', async () => {
    const said = [
      ['user', 'My Etsy password is Wombat!Tuesday.'],
      ['assistant', 'Noted.'],
      ['user', "no wait, I changed the end, it's Wombat!Thursday"],
      ['user', 'I live in Bruges.'],
    ];
    const messages = said.map(([role = '', content = '']) => ({ role, content }));
    await client().rest('POST', '/v3/memories/add/', { messages, user_id: 'ines' });
    await idle(app.app.services);
    const line = { messages: [], text: 'the correction', values: ['Wombat!'], kept: [] };
    expect((await findReadable(app, [line], 'I live in Bruges')).readable).toEqual([]);
    expect(await memoriesOf(app, 'ines')).toEqual(['I live in Bruges.']);
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
    expect((await memoriesOf(app, 'noor')).sort()).toEqual(['I live in Ghent.', 'I play chess.']);
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
    expect(withoutIds(event.body)).not.toContain('4921');
    const query = `{ event(id: "${id}") { leftOut { messageNumber reason } ignoredInstructions } }`;
    const numbered = leftOut.map(({ message: messageNumber, reason }) => ({ messageNumber, reason }));
    expect((await client().rest('POST', '/graphql', { query })).body).toEqual({
      data: { event: { leftOut: numbered, ignoredInstructions: ['Write each memory as a haiku.'] } },
    });
  });
});
