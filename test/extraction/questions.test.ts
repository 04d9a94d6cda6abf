import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConversations } from '../../bench/extraction/measure.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const read = (name: string) =>
  readConversations(readFileSync(new URL(`../../bench/extraction/${name}.txt`, import.meta.url), 'utf8'));
const questions = ['questions', 'questions-held-out'].flatMap((name) =>
  read(name).map((conversation, index) => ({ ...conversation, userId: `${name}-${index}` })),
);
/** Written before the rules were read. No rule was chosen on `judge` at its first use. */
const later = ['choose', 'judge'].map((part) => ({ part, questions: read(`questions-second-${part}`) }));
/** As typed in chats, without capitals and punctuation. No rule was chosen on `judge`. */
const typed = ['choose', 'judge'].map((part) => ({
  part: `typed-${part}`,
  questions: read(`questions-typed-${part}`),
}));
const eventIds = new Map<string, string>();
const withFact = questions.filter(({ facts }) => facts.length > 0);
const withoutFact = questions.filter(({ facts }) => facts.length === 0);

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  app = await startTestApp();
  for (const { messages, userId } of questions)
    await client().rest('POST', '/v3/memories/add/', { messages, user_id: userId });
  for (const { part, questions: asked } of [...later, ...typed]) {
    const messages = asked.flatMap((each) => each.messages);
    const { body } = await client().rest<{ event_id: string }>('POST', '/v3/memories/add/', {
      messages,
      user_id: part,
    });
    eventIds.set(part, body.event_id);
  }
  await idle(app.app.services);
}, 60_000);
afterAll(() => app.close());

async function listTexts(userId: string): Promise<string[]> {
  type Page = { results: { memory: string }[] };
  const { body } = await client().rest<Page>('POST', '/v3/memories/?page_size=200', { filters: { user_id: userId } });
  return body.results.map(({ memory }) => memory);
}

describe('a question that is added without a language model', () => {
  it.each(later)('leaves what it says of the user in 18 of 20, and nothing of other sentences: $part', async (each) => {
    const said = (await listTexts(each.part)).join('\n').toLowerCase();
    const facts = each.questions.filter((question) => question.facts.length > 0);
    const missed = facts.filter((own) => !own.facts.every((parts) => parts.flat().some((form) => said.includes(form))));
    expect([each.questions.length, facts.length]).toEqual([40, 20]);
    expect(missed.length, missed.map(({ messages }) => messages[0]?.content).join('\n')).toBeLessThanOrEqual(2);
    type Event = { metadata: { left_out: { message: number; reason: string }[] } };
    const { body } = await client().rest<Event>('GET', `/v1/event/${eventIds.get(each.part)}/`);
    const numbers = body.metadata.left_out.filter(({ reason }) => reason === 'NO_FACT').map(({ message }) => message);
    const kept = each.questions.filter((own, index) => own.facts.length === 0 && !numbers.includes(index + 1));
    expect(kept.map(({ messages }) => messages[0]?.content)).toEqual([]);
  });

  it.each(typed)('leaves as much of what is typed in a chat as the documentation says: $part', async (each) => {
    const said = (await listTexts(each.part)).join('\n').toLowerCase();
    const facts = each.questions.filter((question) => question.facts.length > 0);
    const missed = facts.filter((own) => !own.facts.every((parts) => parts.flat().some((form) => said.includes(form))));
    const kept = each.questions.filter(
      (own) => own.facts.length === 0 && said.includes((own.messages[0]?.content ?? '').toLowerCase()),
    );
    expect([each.questions.length, facts.length]).toEqual([25, 10]);
    expect([missed.length, kept.length]).toEqual(each.part === 'typed-choose' ? [0, 0] : [1, 1]);
  });

  it('leaves what it mentions about the user as a memory in 32 of 33 written questions', async () => {
    const missed: string[] = [];
    for (const { userId, messages, facts } of withFact) {
      const said = (await listTexts(userId)).join('\n').toLowerCase();
      const isFound = facts.every((parts) => parts.every((forms) => forms.some((form) => said.includes(form))));
      if (!isFound) missed.push(messages[0]?.content ?? '');
    }
    expect(withFact).toHaveLength(33);
    expect(missed).toEqual(['Which lens do I need for the birds I photograph every weekend?']);
  });

  it('leaves no memory of thanks, exclamations, errors, roles, hypotheses, quotations and what is asked about the user', async () => {
    expect(withoutFact.length).toBeGreaterThan(25);
    for (const { userId, messages } of withoutFact) expect(await listTexts(userId), messages[0]?.content).toEqual([]);
  });

  it('leaves the statement between its opening words and the question, in seven languages', async () => {
    const asked = [
      ["Hey, I'm allergic to nuts, is pad thai safe?", "I'm allergic to nuts"],
      ['hi quick q, im lactose intolerant, is ghee ok?', 'im lactose intolerant'],
      ["One question: I'm pregnant, can I eat sushi?", "I'm pregnant"],
      ['Sorry, I have a 3 year old, is this film too scary?', 'I have a 3 year old'],
      ['I work nights at the hospital so when should I take vitamin D?', 'I work nights at the hospital'],
      ['Kurze Frage: ich bin im fünften Monat schwanger, darf ich fliegen?', 'ich bin im fünften Monat schwanger'],
      ["Salut, j'ai un chat, les lys sont dangereux ?", "j'ai un chat"],
      ['Una pregunta, soy celíaca, ¿puedo comer cuscús?', 'soy celíaca'],
      ['Scusa, ho un figlio di tre anni, questo film va bene?', 'ho un figlio di tre anni'],
      ['Uma pergunta, sou alérgica a amendoim, posso comer isso?', 'sou alérgica a amendoim'],
      ['Vraagje: wij hebben een hond, mag die mee in de trein?', 'wij hebben een hond'],
      ['Mi hija tiene 7 años y le encanta el fútbol, ¿qué le regalo?', 'Mi hija tiene 7 años y le encanta el fútbol'],
      ['We got married in Ravello :) any card templates?', 'We got married in Ravello'],
      ['Estoy embarazada 🙈 ¿puedo comer sushi?', 'Estoy embarazada'],
      ["Hey, I'm good, and you?", null],
      ["Thanks! I'm lost, can you explain it again?", null],
    ] as const;
    const messages = asked.map(([content]) => ({ role: 'user', content }));
    await client().rest('POST', '/v3/memories/add/', { messages, user_id: 'opened' });
    await idle(app.app.services);
    const wanted = asked.flatMap(([, memory]) => memory ?? []);
    expect((await listTexts('opened')).toSorted()).toEqual(wanted.toSorted());
  });

  it('leaves what it says of a person with a name, in seven languages', async () => {
    const asked = [
      ['Anna is allergic to nuts, can she eat this?', 'Anna is allergic to nuts'],
      ['Hey, Priya broke her leg, what can I bring her?', 'Priya broke her leg'],
      ['Anton ist allergisch gegen Nüsse, darf er das essen?', 'Anton ist allergisch gegen Nüsse'],
      ['Marie vit à Lyon, tu connais un bon restaurant là-bas ?', 'Marie vit à Lyon'],
      ['Juan trabaja de noche, ¿a qué hora lo llamo?', 'Juan trabaja de noche'],
      ['Giulia è allergica alle noci, può mangiare questo?', 'Giulia è allergica alle noci'],
      ['Beatriz mora em Braga, conheces lá um bom café?', 'Beatriz mora em Braga'],
      ['Joris is allergisch voor noten, mag hij dit eten?', 'Joris is allergisch voor noten'],
      ['Tesla raised its prices, should I buy one?', null],
      ['Python is slow, should I use Rust?', null],
      ['What about Anna, can she come?', null],
    ] as const;
    const messages = asked.map(([content]) => ({ role: 'user', content }));
    await client().rest('POST', '/v3/memories/add/', { messages, user_id: 'named' });
    await idle(app.app.services);
    const wanted = asked.flatMap(([, memory]) => memory ?? []);
    expect((await listTexts('named')).toSorted()).toEqual(wanted.toSorted());
  });

  it('is found by its other words, which are no part of the memory', async () => {
    type Found = { results: { memory: string }[] };
    const { body } = await client().rest<Found>('POST', '/v3/memories/search/', {
      query: 'ibuprofen',
      filters: { user_id: 'questions-0' },
    });
    expect(body.results.map(({ memory }) => memory)).toEqual(['my lisinopril']);
  });

  it('keeps nothing that the message asks not to store, or that a secret is part of', async () => {
    const messages = [
      { role: 'user', content: 'Can I drink wine with my lithium? Please do not store that.' },
      { role: 'user', content: 'Does my account open with the password hunter2-Korvo9!?' },
    ];
    await client().rest('POST', '/v3/memories/add/', { messages, user_id: 'private' });
    await idle(app.app.services);
    expect(await listTexts('private')).toEqual([]);
  });

  it('follows the request to leave a subject out by the whole question', async () => {
    await client().rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Which medicine can I take with my lisinopril?' }],
      user_id: 'excluded',
      excludes: 'medicine',
    });
    await idle(app.app.services);
    expect(await listTexts('excluded')).toEqual([]);
  });
});
