import { beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from '@memory-gateway/models';
import { extractMemories } from '../../src/jobs/extract-memories.js';
import { cancelEvent } from '../../src/resolvers/event/cancel-event.js';
import { getEvent } from '../../src/resolvers/event/get-event.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { listMemoryHistory } from '../../src/resolvers/memory/memory-history.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';

// An add of so many facts that they are stored in several transactions.

let services: TestServices;
let at: { readonly ctx: () => ReturnType<typeof as>; readonly projectId: string };
beforeEach(async () => {
  services = await testServices();
  const { ada } = await people(services);
  const { projectId } = await tenant(services, [[ada, 'OWNER']]);
  at = { ctx: () => as(services, ada), projectId };
});

const count = 170;
const texts = Array.from({ length: count }, (_, index) => `I own a book called Alpha${index}.`);

async function add(said: readonly string[] = texts) {
  const messages = [{ role: 'user', content: said.join(' ') }];
  const { event } = await addMemories(at.ctx(), { projectId: at.projectId, messages, userId: 'rosa' });
  return { eventId: event.id, projectId: at.projectId };
}

let made = 0;
/** Services whose embedder runs `act` before it reads the text. */
function before(text: string, act: () => Promise<unknown>): TestServices {
  const embed: Embedder['embed'] = async (given) => {
    if (given.includes(text)) await act();
    // No two texts in a row resemble each other.
    return given.map(() => new Float32Array(384).fill(1, made % 384, (made++ % 384) + 1));
  };
  const { id, dimension } = { id: 'local/all-minilm-l6-v2', dimension: 384 };
  return {
    ...services,
    embedder: { id, dimension, ready: async () => undefined, embed, close: async () => undefined },
  };
}

const stored = () =>
  services.database.query<{ id: string; text: string; repetitions: number }>(
    'SELECT id, text, repetitions FROM memories ORDER BY sequence',
  );
const sorted = (all: readonly string[]) => [...all].sort();
const results = async (id: string) =>
  ((await getEvent(at.ctx(), { id })).results ?? []) as { id: string; event: string; memory: string }[];

describe('an add of many facts', () => {
  it('that fails in the middle stores each fact once, and reports each as added', async () => {
    const facts = ['I have two cats.', ...texts];
    const payload = await add([...facts, "I've got 2 cats."]);
    const failing = before('I own a book called Alpha120.', () => Promise.reject(new Error('The machine stopped.')));
    await expect(extractMemories(failing, payload, { isLast: false })).rejects.toThrow('The machine stopped.');
    const half = await stored();
    expect(half.length).toBeGreaterThan(0);
    expect(half.length).toBeLessThan(count);
    await extractMemories(services, payload, { isLast: false });
    const memories = await stored();
    expect(sorted(memories.map(({ text }) => text))).toEqual(sorted(facts));
    expect(memories.filter(({ repetitions }) => repetitions > 0)).toMatchObject([
      { text: 'I have two cats.', repetitions: 1 },
    ]);
    const reported = await results(payload.eventId);
    expect(reported.filter(({ event }) => event === 'ADD').map(({ memory }) => memory)).toEqual(facts);
    expect(reported.filter(({ event }) => event === 'NOOP')).toHaveLength(1);
    expect(await getEvent(at.ctx(), { id: payload.eventId })).toMatchObject({ status: 'SUCCEEDED', error: null });
  });

  it('keeps what was stored when it is cancelled in the middle, and a deletion of it erases the messages', async () => {
    const payload = await add();
    const cancelling = before('I own a book called Alpha120.', () => cancelEvent(at.ctx(), payload));
    await extractMemories(cancelling, payload, { isLast: false });
    const memories = await stored();
    expect(await getEvent(at.ctx(), { id: payload.eventId })).toMatchObject({
      status: 'CANCELLED',
      error: 'Cancelled: what was stored before stays.',
    });
    // Whole transactions of 20 facts, and of 50 on Postgres.
    expect(memories).toHaveLength(services.database.kind === 'embedded' ? 120 : 100);
    expect(new Set((await results(payload.eventId)).map(({ id }) => id))).toEqual(
      new Set(memories.map(({ id }) => id)),
    );
    await deleteMemory(at.ctx(), { projectId: at.projectId, id: memories[0]?.id ?? '' });
    const [row] = await services.database.query<{ payload: object }>('SELECT payload FROM events WHERE id = $1', [
      payload.eventId,
    ]);
    expect(row?.payload).not.toHaveProperty('messages');
  });

  it('does not repeat in its event what was deleted meanwhile', async () => {
    const payload = await add();
    const deleting = before('I own a book called Alpha120.', async () => {
      const [first] = await stored();
      await deleteMemory(at.ctx(), { projectId: at.projectId, id: first?.id ?? '' });
    });
    await extractMemories(deleting, payload, { isLast: false });
    expect((await results(payload.eventId)).map(({ memory }) => memory)).toEqual(texts.slice(1));
    const [row] = await services.database.query<{ row: string }>('SELECT to_jsonb(e)::text AS row FROM events e');
    expect(row?.row).not.toContain('I own a book called Alpha0.');
  });

  it('keeps the part of a long message around each of its memories in their history, and a short one whole', async () => {
    const payload = await add();
    await extractMemories(services, payload, { isLast: false });
    const [memory] = (await stored()).filter(({ text }) => text === texts[100]);
    const read = async (id: string) => {
      const [entry] = await listMemoryHistory(at.ctx(), { projectId: at.projectId, id });
      return (entry?.input as { content: string }[] | undefined)?.[0]?.content ?? '';
    };
    const part = await read(memory?.id ?? '');
    expect(part).toContain(texts[100]);
    expect(part.length).toBeLessThan(2_100);
    const short = await add(['I live in Ghent.', 'I like tea.']);
    await extractMemories(services, short, { isLast: false });
    const [one] = (await stored()).filter(({ text }) => text === 'I like tea.');
    expect(await read(one?.id ?? '')).toBe('I live in Ghent. I like tea.');
  });
});
