import { beforeEach, describe, expect, it } from 'vitest';
import { fillVectors } from '../../src/jobs/fill-vectors.js';
import { extractMemories } from '../../src/jobs/extract-memories.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { runOnce } from '../../src/resolvers/idempotency/begin-once.js';
import { batchUpdateMemories } from '../../src/resolvers/memory/batch.js';
import { newId } from '../../src/ids.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import type { AppContext } from '../../src/context.js';
import type { Embedder } from '@memory-gateway/models';
import type { Database } from '@memory-gateway/database';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { fakeEmbedder } from '../memory/fake-embedder.js';

let services: TestServices;
let ctx: AppContext;
let projectId: string;
/** Number of open transactions at each call of the embedder. */
let seen: number[];
/** Texts of each call of the embedder. */
let texts: string[][];

beforeEach(async () => {
  const plain = await testServices();
  let open = 0;
  seen = [];
  texts = [];
  const fake = fakeEmbedder();
  const embed: typeof fake.embed = (...args) => {
    seen.push(open);
    texts.push([...args[0]]);
    return fake.embed(...args);
  };
  const transaction: Database['transaction'] = (work) =>
    plain.database.transaction(async (tx) => {
      open += 1;
      try {
        return await work(tx);
      } finally {
        open -= 1;
      }
    });
  services = { ...plain, embedder: { ...fake, embed }, database: { ...plain.database, transaction } };
  const { ada } = await people(services);
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  ctx = as(services, ada);
});

const messages = [{ role: 'user', content: 'I moved to Lisbon in March and I love sailing.' }];

it('no transaction is open while vectors are computed: adding, extracting, updating, searching', async () => {
  const { results } = await addMemories(ctx, { projectId, userId: 'rosa', infer: false, messages });
  const id = results?.[0]?.id ?? '';
  const { event } = await addMemories(ctx, { projectId, userId: 'li', messages });
  await extractMemories(services, { eventId: event.id, projectId }, { isLast: false });
  await updateMemory(ctx, { id, text: 'I moved to Porto in May.' });
  await searchMemories(ctx, { projectId, query: 'Where does Rosa live?' });
  expect(seen.length).toBeGreaterThanOrEqual(4);
  expect(new Set(seen)).toEqual(new Set([0]));
});

it('nor while memories that lack a vector get one, batch by batch', async () => {
  await addMemories(
    { ...ctx, embedder: null },
    {
      projectId,
      userId: 'rosa',
      infer: false,
      messages: Array.from({ length: 150 }, (_, n) => ({ role: 'user', content: `House ${n} is blue.` })),
    },
  );
  const { embedder } = services as { embedder: Embedder };
  const filling = {
    embedder,
    number: await services.stores.vectors.embedderId(embedder),
    skipped: new Set<string>(),
    until: Infinity,
    signal: new AbortController().signal,
  };
  const saved: number[] = [];
  expect(
    await fillVectors(services, {
      ...filling,
      onSaved: async (count) => void saved.push(count),
      isWanted: async () => true,
    }),
  ).toBe('complete');
  expect([saved, seen, texts.map(({ length }) => length)]).toEqual([
    [64, 128, 150],
    [0, 0, 0],
    [64, 64, 22],
  ]);
});

describe('nor with an idempotency key', () => {
  const keyed = <T>(operation: string, work: (ctx: AppContext) => Promise<T>) =>
    runOnce(ctx, { key: `once-for-${operation}`, operation, payload: operation }, work);
  const add = (given: AppContext, contents: readonly string[]) =>
    addMemories(given, {
      projectId,
      userId: 'rosa',
      infer: false,
      messages: contents.map((content) => ({ role: 'user', content })),
    });

  it('of an addition', async () => {
    await keyed('add', (given) => add(given, ['I moved to Lisbon in March.']));
    expect(seen).toEqual([0]);
  });

  it('of a change', async () => {
    const { results } = await add(ctx, ['I moved to Lisbon in March.']);
    await keyed('update', (given) => updateMemory(given, { id: results?.[0]?.id ?? '', text: 'I moved to Porto.' }));
    expect(seen).toEqual([0, 0]);
  });

  it('of a batch of changes: all vectors come before the first write, in one call, and each is that of its text', async () => {
    const { results } = await add(ctx, ['I moved to Lisbon.', 'I love sailing.', 'I keep bees.']);
    const [first = '', second = '', third = ''] = (results ?? []).map(({ id }) => id);
    const memories = [
      { id: first, text: 'I moved to Porto.' },
      { id: second, metadata: { kind: 'sport' } },
      { id: newId(), text: 'No memory has this.' },
      { id: third, text: 'I keep bees.' },
      { id: first.toUpperCase(), text: 'I moved to Faro.' },
    ];
    expect(await keyed('batch', (given) => batchUpdateMemories(given, { projectId, memories }))).toEqual({
      updated: 3,
    });
    expect(seen).toEqual([0, 0]);
    expect(texts.at(-1)).toEqual(['I moved to Porto.', 'I moved to Faro.']);
    const found = await searchMemories(ctx, { projectId, query: 'I moved to Faro.', topK: 1, explain: true });
    expect([found.results[0]?.memory.text, found.results[0]?.explain?.semantic]).toEqual(['I moved to Faro.', 1]);
  });
});
