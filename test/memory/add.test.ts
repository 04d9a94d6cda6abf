import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import type { AppContext } from '../../src/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { getMemory } from '../../src/resolvers/memory/get-memory.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { listMemoryHistory } from '../../src/resolvers/memory/memory-history.js';
import { createOutbound } from '@memory-gateway/outbound';
import type { Llm } from '@memory-gateway/models';
import { previewMemories } from '../../src/resolvers/memory/preview-memories.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { fakeEmbedder, type FakeEmbedder } from './fake-embedder.js';

let services: TestServices;
let embedder: FakeEmbedder;
let ctx: AppContext;
let ada: CallerUser;
let eve: CallerUser;
let projectId: string;

beforeEach(async () => {
  embedder = fakeEmbedder();
  services = await testServices({ embedder });
  await emptyDatabase(services.database);
  ({ ada, eve } = await people(services));
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  ctx = as(services, ada);
});

const user = (content: unknown) => ({ role: 'user', content });
const verbatim = (contents: readonly string[], ids: object = { userId: 'rosa' }) =>
  addMemories(ctx, { projectId, messages: contents.map(user), infer: false, ...ids });

describe('adding without inference', () => {
  it('stores each message unchanged, with every id, and reports the result', async () => {
    const added = await addMemories(ctx, {
      projectId,
      messages: [
        { role: 'system', content: 'Be nice.' },
        { role: 'user', content: '  I collect stamps 📮\n', name: 'Rosa' },
        { role: 'assistant', content: 'Noted.' },
      ],
      userId: 'rosa',
      agentId: 'bot',
      appId: '  ',
      runId: 'r1',
      metadata: { via: 'import', nested: { list: [1, null] } },
      infer: false,
      expirationDate: '2999-12-31',
      timestamp: 1_700_000_000,
      immutable: true,
    });

    expect(added.results?.map(({ memory, event }) => ({ memory, event }))).toEqual([
      { memory: '  I collect stamps 📮\n', event: 'ADD' },
      { memory: 'Noted.', event: 'ADD' },
    ]);
    const [first, second] = added.results ?? [];
    const memory = await getMemory(ctx, { projectId, id: first?.id ?? '' });
    expect(memory).toMatchObject({
      projectId,
      userId: 'rosa',
      agentId: 'bot',
      appId: null,
      runId: 'r1',
      text: '  I collect stamps 📮\n',
      role: 'user',
      actor: 'Rosa',
      metadata: { via: 'import', nested: { list: [1, null] } },
      expirationDate: '2999-12-31',
      immutable: true,
      searchLanguage: 'english',
      createdAt: new Date(1_700_000_000_000),
      updatedAt: new Date(1_700_000_000_000),
      hash: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });
    expect((second?.id ?? '') > (first?.id ?? '')).toBe(true);
    expect(added.event).toMatchObject({
      type: 'ADD',
      status: 'SUCCEEDED',
      requestedBy: ada.id,
      results: [
        { id: first?.id, event: 'ADD', memory: '  I collect stamps 📮\n', data: { memory: '  I collect stamps 📮\n' } },
        { id: second?.id, event: 'ADD', memory: 'Noted.', data: { memory: 'Noted.' } },
      ],
    });
    expect(await listMemoryHistory(ctx, { projectId, id: memory.id })).toMatchObject([
      {
        event: 'ADD',
        oldMemory: null,
        newMemory: memory.text,
        changedBy: ada.id,
        userId: 'rosa',
        runId: 'r1',
        input: [{ role: 'user', content: memory.text, name: 'Rosa' }],
      },
    ]);
    expect(services.bus.told).toEqual([
      { topic: 'memoryChanged', message: { projectId, memoryIds: [first?.id, second?.id], change: 'ADD' } },
      { topic: 'eventChanged', message: { projectId, eventId: added.event.id } },
    ]);
  });

  it('stores an exact repeat once per scope, within a call and across calls, and does not embed it again', async () => {
    const first = await verbatim(['tea', 'coffee', 'tea']);
    expect(first.results?.map((result) => result.event)).toEqual(['ADD', 'ADD', 'NOOP']);
    expect(first.results?.[2]?.id).toBe(first.results?.[0]?.id);
    const again = await verbatim(['coffee', 'milk']);
    expect(again.results?.map((result) => result.event)).toEqual(['NOOP', 'ADD']);
    expect(again.results?.[0]?.id).toBe(first.results?.[1]?.id);
    expect(embedder.embedded).toEqual(['tea', 'coffee', 'milk']);
    const elsewhere = await verbatim(['tea'], { userId: 'rosa', runId: 'r1' });
    expect(elsewhere.results?.[0]?.event).toBe('ADD');
  });

  it('keeps one memory of fifty simultaneous adds of the same text', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => verbatim(['the same', 'and another'])));
    const results = all.flatMap((one) => one.results ?? []);
    expect(results.filter((result) => result.event === 'ADD')).toHaveLength(2);
    expect(new Set(results.map((result) => result.id)).size).toBe(2);
    expect(await (await listMemories(ctx, { projectId })).total()).toBe(2);
    expect(await services.database.query('SELECT memory_id FROM memory_embeddings')).toHaveLength(2);
  });

  it('does not deadlock when the same texts arrive in opposite orders', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => `text ${index}`);
    await Promise.all(Array.from({ length: 10 }, (_, index) => verbatim(index % 2 ? texts : texts.toReversed())));
    expect(await (await listMemories(ctx, { projectId })).total()).toBe(30);
  });

  it('costs the same number of statements for one message and for a hundred', async () => {
    const statements: string[] = [];
    const stop = services.database.onQuery((text) => statements.push(text));
    await verbatim(['one']);
    const few = statements.length;
    await verbatim(Array.from({ length: 100 }, (_, index) => `number ${index}`));
    stop();
    expect(statements.length - few).toBe(few);
  });

  it('works without an embedder', async () => {
    const added = await addMemories(as({ ...services, embedder: null }, ada), {
      projectId,
      messages: [user('x')],
      userId: 'u',
      infer: false,
    });
    expect(added.results?.[0]?.event).toBe('ADD');
  });

  it('keeps the order of messages in the sequence and the ids', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => `m${index}`);
    await verbatim(texts, { runId: 'r1' });
    const bySequence = await services.database.query<{ text: string }>('SELECT text FROM memories ORDER BY sequence');
    expect(bySequence.map((row) => row.text)).toEqual(texts);
    const page = await listMemories(ctx, { projectId, first: 100 });
    expect(page.rows.map((row) => row.text)).toEqual(texts.toReversed());
  });

  it('takes the text parts of content in parts and skips media', async () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
    const added = await addMemories(ctx, {
      projectId,
      userId: 'u',
      infer: false,
      messages: [user(image), user([{ type: 'text', text: 'Look' }, image])],
    });
    expect(added.results?.map((result) => result.memory)).toEqual(['Look']);
  });
});

describe('attachments of messages', () => {
  const image = (url: string) => ({ type: 'image_url', image_url: { url } });
  const add = (given: TestServices, content: unknown) =>
    addMemories(as(given, ada), { projectId, userId: 'u', messages: [user('Look'), user(content)] });

  it('are refused without a language model, naming the message', async () => {
    const fields = {
      messages: ['Message 2: The attachment image_url needs a language model, and this server has none configured.'],
    };
    await expect(add(services, [image('https://example.com/a.png')])).rejects.toMatchObject({ fields });
    const input = { projectId, userId: 'u', messages: [user('Look'), user(image('https://example.com/a.png'))] };
    await expect(previewMemories(as(services, ada), input)).rejects.toMatchObject({ fields });
  });

  it('are refused at addresses of the own network, whatever OUTBOUND_ALLOW does not name', async () => {
    const llm = { provider: 'openai', model: 'm' } as Llm;
    const outbound = createOutbound();
    const given = { ...services, llm: () => llm, outbound };
    for (const url of [
      'http://127.0.0.1/a.png',
      'http://169.254.169.254/latest',
      'http://[::1]/a',
      'file:///etc/passwd',
    ])
      await expect(add(given, image(url))).rejects.toMatchObject({
        fields: {
          messages: [expect.stringContaining('Message 2: The URL of the attachment image_url is refused: it must')],
        },
      });
    await outbound.close();
  });

  it('leave parts of transcripts without words of people alone', async () => {
    const parts = [
      { type: 'tool_use', id: 'x', name: 'f', input: {} },
      { type: 'text', text: 'I sail.' },
      { type: 'thinking' },
    ];
    const { event } = await add(services, parts);
    expect(event.payload).toMatchObject({ messages: [{ content: 'Look' }, { content: 'I sail.' }] });
  });
});

describe('what cannot be added', () => {
  const refused = (input: object) =>
    addMemories(ctx, { projectId, messages: [user('hi')], userId: 'u', infer: false, ...input }).then(
      () => ({}),
      (error: unknown) => (error as { fields?: object }).fields,
    );

  it.each([
    ['messages', { messages: [] }],
    ['messages', { messages: 'hi' }],
    ['messages', { messages: Array.from({ length: 501 }, () => user('hi')) }],
    ['messages', { messages: [user('   ')] }],
    ['messages', { messages: [user({ type: 'image_url', image_url: { url: 'https://example.com' } })] }],
    ['messages', { messages: [user('a\u0000b')] }],
    ['messages', { messages: [user('half \ud83d')] }],
    ['messages', { messages: [user('x'.repeat(32_769))] }],
    ['messages', { messages: Array.from({ length: 7 }, (_, index) => user(`${index}${'x'.repeat(32_000)}`)) }],
    ['messages', { messages: [user(7)] }],
    ['messages', { messages: [{ role: 'king', content: 'hi' }] }],
    ['userId', { userId: undefined }],
    ['userId', { userId: ' ' }],
    ['userId', { userId: '*' }],
    ['userId', { userId: 'x'.repeat(256) }],
    ['runId', { runId: 'a\u0000' }],
    ['metadata', { metadata: [] }],
    ['metadata', { metadata: { text: 'x'.repeat(65_536) } }],
    ['metadata', { metadata: JSON.parse(`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`) as object }],
    ['metadata', { metadata: JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) as object }],
    ['metadata', { metadata: { infinite: Infinity } }],
    ['metadata', { metadata: { 'a\u0000': 1 } }],
    ['expirationDate', { expirationDate: '2026-02-30' }],
    ['expirationDate', { expirationDate: 'tomorrow' }],
    ['timestamp', { timestamp: NaN }],
    ['timestamp', { timestamp: 1e15 }],
    ['customCategories', { customCategories: ['sports'] }],
  ])('is refused, naming %s', async (field, input) => {
    expect(Object.keys((await refused(input)) ?? {})).toEqual([field]);
  });

  it('reports every problem together', async () => {
    expect(Object.keys((await refused({ messages: [], userId: '*', metadata: 3 })) ?? {}).sort()).toEqual([
      'messages',
      'metadata',
      'userId',
    ]);
  });

  it('stores odd but whole text byte for byte', async () => {
    for (const text of [
      '\u202eabc',
      '👩‍👩‍👧',
      "'; DROP TABLE memories; --",
      '\\',
      '$1 % _',
      'e' + '\u0301'.repeat(20_000),
    ]) {
      const added = await verbatim([text]);
      expect((await getMemory(ctx, { projectId, id: added.results?.[0]?.id ?? '' })).text).toBe(text);
    }
  });

  it('keeps metadata keys that mean something to JavaScript', async () => {
    const metadata: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}');
    const added = await verbatim(['x'], { userId: 'u', metadata });
    const memory = await getMemory(ctx, { projectId, id: added.results?.[0]?.id ?? '' });
    expect(JSON.stringify(memory.metadata)).toContain('"__proto__":{"a":1}');
  });

  it('refuses a READER and hides the project from an outsider', async () => {
    const bob = { ...eve };
    await services.database.query('INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, $3)', [
      projectId,
      bob.id,
      'READER',
    ]);
    await expect(
      addMemories(as(services, bob), { projectId, messages: [user('x')], userId: 'u' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      addMemories(as(services, bob), { projectId: 'proj_none', messages: [user('x')], userId: 'u' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // Malformed input fails the same for every caller: GraphQL and REST find some of it before authentication.
    for (const place of [projectId, 'proj_none'])
      await expect(
        addMemories(as(services, bob), { projectId: place, messages: [], userId: 'u' }),
      ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
