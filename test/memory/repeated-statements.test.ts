import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
beforeEach(() => app.reset());
afterAll(() => app.close());

interface Kept {
  readonly text: string;
  readonly repetitionCount: number;
}

const add = (content: string, more: object = {}) =>
  app.as(app.admin.apiKey).rest<{ results: { id: string; event: string; memory: string }[] }>('POST', '/memories', {
    messages: [{ role: 'user', content }],
    user_id: 'ada',
    infer: true,
    ...more,
  });

/** Adds texts one after the other. @returns what is kept, oldest first */
async function keptOf(texts: readonly string[], more: object = {}): Promise<[string, number][]> {
  for (const text of texts) expect((await add(text, more)).status).toBe(200);
  const { body } = await app.as(app.admin.apiKey).rest<{ data: { memories: { nodes: Kept[] } } }>('POST', '/graphql', {
    query: '{ memories(orderBy: { field: CREATED_AT, direction: ASC }) { nodes { text repetitionCount } } }',
  });
  return body.data.memories.nodes.map(({ text, repetitionCount }) => [text, repetitionCount]);
}

describe('a statement that is said again', () => {
  it.each([
    [['I live in Bonn.', 'i live in bonn', "I'm living in Bonn!", 'I’m living in Bonn']],
    [["I don't eat meat.", 'I do not eat meat', 'i DON’T eat meat!!']],
    [['My sister is called Noor.', 'my sister is called noor']],
    [['Ich wohne in Köln.', 'ich wohne in Köln']],
    [['I work at Bosch.', "I'm working at Bosch."]],
    [
      [
        'im allergic to nuts',
        "I'm allergic to nuts",
        'Im allergic to nuts.',
        'I’m allergic to nuts',
        'I am allergic to nuts',
      ],
    ],
    [["I'm allergic to nuts", 'im allergic to nuts']],
    [['I am allergic to nuts', 'im allergic to nuts']],
    [['i dont eat pork', "I don't eat pork.", 'I do not eat pork']],
    [["I don't eat pork.", 'i dont eat pork']],
    [['i cant swim at all', 'I can’t swim at all', 'I cannot swim at all']],
    [['ive got two cats', "I've got two cats"]],
    [["I've got two cats, they won't share", 'ive got two cats, they wont share']],
    [['im living in Bonn', 'I live in Bonn.']],
    [['I have two cats.', "I've got 2 cats.", 'I have 2 cats']],
    [["I've got 2 cats", 'I have two cats.']],
    [['Ich habe drei Kinder.', 'ich habe 3 Kinder']],
    [['My favourite color is green.', 'Green is my favorite colour']],
    [['Eva is my boss.', 'My boss is Eva.']],
    [['Mein Chef ist Anton.', 'Anton ist mein Chef.']],
    [["My dog's name is Rex.", 'My dog is called Rex.', 'my dog is named Rex']],
    [['The shop opens at 9 am.', 'The shop opens at 9am', 'the shop opens at 9:00']],
  ])('is one memory in its first words, with its repetitions counted: %j', async (texts) => {
    expect(await keptOf(texts)).toEqual([[texts[0], texts.length - 1]]);
  });

  it('is answered with the memory that holds it, as a preview says before', async () => {
    const { body } = await add('I live in Bonn.');
    const [held] = body.results;
    expect(held).toMatchObject({ event: 'ADD', memory: 'I live in Bonn.' });
    const preview = await app.as(app.admin.apiKey).rest('POST', '/graphql', {
      query: `{ previewMemories(input: { messages: [{ role: USER, content: "I'm living in Bonn!" }], userId: "ada" }) {
        memories { event existingMemoryId } } }`,
    });
    expect(preview.body).toMatchObject({
      data: { previewMemories: { memories: [{ event: 'NOOP', existingMemoryId: held?.id }] } },
    });
    await add("I'm living in Bonn!");
    const events = await app
      .as(app.admin.apiKey)
      .rest('POST', '/graphql', { query: '{ events(first: 1) { nodes { results } } }' });
    const results = [{ id: held?.id, event: 'NOOP', memory: 'I live in Bonn.' }];
    expect(events.body).toMatchObject({ data: { events: { nodes: [{ results }] } } });
  });

  it.each([
    [true, ['I live in Bonn.', 'My cat is called Mio.', 'im living in Bonn'], ['ADD', 'ADD', 'NOOP']],
    [false, ['I live in Bonn.', 'I live in Bonn.', 'I live in bonn'], ['ADD', 'NOOP', 'ADD']],
  ])('is added once by a dry run, as by the request itself: infer %s', async (infer, texts, events) => {
    const body = { messages: texts.map((content) => ({ role: 'user', content })), user_id: 'ada', infer };
    const client = app.as(app.admin.apiKey);
    const preview = await client.rest<{ results: object[] }>('POST', '/v3/memories/add/', { ...body, dry_run: true });
    expect(preview.body.results).toEqual(
      texts.map((memory, index) => ({
        memory,
        event: events[index],
        id: null,
        categories: expect.any(Array),
        outdates: [],
      })),
    );
    await client.rest('POST', '/memories', body);
    expect(await keptOf([])).toHaveLength(2);
  });

  it('is one memory when one request says it twice', async () => {
    const messages = ['I live in Bonn.', 'My cat is called Mio.', 'im living in Bonn'];
    await app.as(app.admin.apiKey).rest('POST', '/memories', {
      messages: messages.map((content) => ({ role: 'user', content })),
      user_id: 'ada',
      infer: true,
    });
    expect(await keptOf([])).toEqual([
      ['I live in Bonn.', 1],
      ['My cat is called Mio.', 0],
    ]);
  });
});

describe('statements that differ', () => {
  it.each([
    [['I live in Bonn.', 'I lived in Bonn.']],
    [["I'm vegetarian.", "I'm not vegetarian."]],
    [['I have 1.5 acres.', 'I have 15 acres.']],
    [['My flight leaves at 8:45.', 'My flight leaves at 8.45.']],
    [["I'm flying to Rome.", 'I fly to Rome.']],
    [['Ich wohne in Köln.', 'Ich wohne in Koln.']],
    [['im allergic to nuts', 'im not allergic to nuts']],
    [['I have two cats.', 'I have 3 cats.']],
    [['My sister is older than my brother.', 'My brother is older than my sister.']],
    [['The shop opens at 9 am.', 'The shop opens at 9 pm.']],
    [['I was ill in May', "I was I'll in May"]],
  ])('stay apart: %j', async (texts) => {
    expect((await keptOf(texts)).map(([text]) => text)).toEqual(texts);
  });

  it('stay apart where an apostrophe alone makes another word, of the same time', async () => {
    const texts = ['We were in Rome in May', "We we're in Rome in May"];
    const kept = await keptOf(texts, { timestamp: '2026-06-02T10:00:00Z' });
    expect(kept.map(([text]) => text)).toEqual(texts);
  });

  it('of other owners stay apart', async () => {
    await add('I live in Bonn.', { user_id: 'bob' });
    expect(await keptOf(["I'm living in Bonn."])).toEqual([
      ['I live in Bonn.', 0],
      ["I'm living in Bonn.", 0],
    ]);
  });

  it('are stored unchanged without extraction, except the same text', async () => {
    expect(await keptOf(['I live in Bonn.', 'i live in bonn', 'I live in Bonn.'], { infer: false })).toEqual([
      ['I live in Bonn.', 1],
      ['i live in bonn', 0],
    ]);
  });

  it('stay apart when what was said in between makes the first outdated', async () => {
    const texts = ['I live in Bonn.', 'I moved to Berlin last week, I live in Berlin now.', "I'm living in Bonn."];
    expect((await keptOf(texts)).length).toBe(3);
  });
});
