import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyedConversation, readConversations } from '../../bench/extraction/measure.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const read = (part: string) =>
  readConversations(readFileSync(new URL(`data/phone-${part}.txt`, import.meta.url), 'utf8'));
/** Messages as typed on a phone. No rule was chosen on `judge`. */
const halves = ['choose', 'judge'].map((part) => ({ part, typed: read(part) }));
const eventIds = new Map<string, string>();

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  app = await startTestApp();
  for (const { part, typed } of halves)
    for (const [index, { messages }] of typed.entries()) {
      const userId = `${part}-${index}`;
      const { body } = await client().rest<{ event_id: string }>('POST', '/v3/memories/add/', {
        messages,
        user_id: userId,
      });
      eventIds.set(userId, body.event_id);
    }
  await idle(app.app.services);
}, 120_000);
afterAll(() => app.close());

/** Memories and reasons of one message. */
async function outcome(userId: string) {
  type Page = { results: { memory: string }[] };
  type Event = { metadata?: { left_out?: { reason: string }[] } };
  const filters = { user_id: userId };
  const { body } = await client().rest<Page>('POST', '/v3/memories/?page_size=200', { filters });
  const { body: event } = await client().rest<Event>('GET', `/v1/event/${eventIds.get(userId)}/`);
  const reasons = (event.metadata?.left_out ?? []).map(({ reason }) => reason);
  return { memories: body.results.map(({ memory }) => memory.toLowerCase()), reasons };
}

type Fact = KeyedConversation['facts'][number];
const states = (memories: readonly string[], fact: Fact) =>
  memories.some((memory) => fact.every((forms) => forms.some((form) => memory.includes(form))));

describe('a message as typed on a phone, without a language model', { timeout: 60_000 }, () => {
  it.each(halves)('leaves facts and no secrets: $part', async ({ part, typed }) => {
    const [missed, wrong, readable, all]: [string[], string[], string[], string[]] = [[], [], [], []];
    let facts = 0;
    let none = 0;
    for (const [index, each] of typed.entries()) {
      const { memories, reasons } = await outcome(`${part}-${index}`);
      const text = each.messages[0]?.content ?? '';
      facts += each.facts.length;
      if (each.facts.length === 0) none += 1;
      const lost = each.facts.filter((fact) => !states(memories, fact));
      missed.push(...lost.map((fact) => `${text} :: ${fact.flat().join('&')}`));
      if (each.facts.length === 0 && memories.length > 0) wrong.push(text);
      if (each.forbidden.some((secret) => memories.some((memory) => memory.includes(secret)))) readable.push(text);
      all.push(`${text}\n     ${JSON.stringify(memories)} ${reasons.join()}`);
    }
    console.log(part, { facts, missed: missed.length, none, wrong: wrong.length, readable: readable.length });
    if (part === 'choose') console.log(all.join('\n'), { missed, wrong, readable });
  });
});
