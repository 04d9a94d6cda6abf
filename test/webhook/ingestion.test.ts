import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { extractMemories } from '../../src/jobs/extract-memories.js';
import type { Embedder } from '@memory-gateway/models';
import { failureHandlers } from '../../src/jobs/registry.js';
import { cancelEvent } from '../../src/resolvers/event/cancel-event.js';
import { getEvent } from '../../src/resolvers/event/get-event.js';
import { retryEvent } from '../../src/resolvers/event/retry-event.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import type { TestServices } from '../helpers/context.js';
import { webhookTest, type WebhookTest } from './setup.js';

let test: WebhookTest;
beforeEach(async () => {
  test = await webhookTest();
  const eventTypes = [
    'ingest_job_completed',
    'ingest_job_partially_completed',
    'ingest_job_failed',
    'ingest_job_cancelled',
  ];
  await test.hook('http://127.0.0.1:8080/', { eventTypes });
});
afterEach(() => test.stop());

async function add(...contents: string[]) {
  const messages = contents.map((content) => ({ role: 'user', content }));
  const { event } = await addMemories(test.ctx(), { projectId: test.projectId, messages, userId: 'rosa' });
  return { eventId: event.id, projectId: test.projectId };
}

const told = async () =>
  (await test.deliveries()).map(({ payload }) => (payload as { event_details: object }).event_details);
const stored = async () =>
  (await listMemories(test.ctx(), { projectId: test.projectId, first: 100 })).rows.map(({ text }) => text);
const event = (id: string) => getEvent(test.ctx(), { id });

/** An embedder that fails for every text with this word. */
function choking(word: string): TestServices {
  const embed: Embedder['embed'] = async (texts) => {
    if (texts.some((text) => text.includes(word))) throw new Error('choked');
    return texts.map(() => new Float32Array(384).fill(0.05));
  };
  return {
    ...test.services,
    embedder: {
      id: 'local/all-minilm-l6-v2',
      dimension: 384,
      ready: async () => undefined,
      embed,
      close: async () => undefined,
    },
  };
}

describe('an asynchronous add some of whose messages fail', () => {
  it('keeps the others once no try is left, says which are missing, and webhooks hear that it is partially completed', async () => {
    const payload = await add('I live in Lisbon.', 'My dog is called Cactus.', 'I work as a gardener.');
    const services = choking('Cactus');
    await expect(extractMemories(services, payload, { isLast: false })).rejects.toThrow('choked');
    expect(await told()).toEqual([]);
    await extractMemories(services, payload, { isLast: true });
    expect((await stored()).join()).not.toContain('Cactus');
    expect(await stored()).toHaveLength(2);
    const error = '1 of 3 messages could not be extracted: 2.';
    expect(await event(payload.eventId)).toMatchObject({
      status: 'SUCCEEDED',
      error,
      results: [expect.anything(), expect.anything()],
    });
    expect(await told()).toEqual([
      { event: 'INGEST_JOB_PARTIALLY_COMPLETED', event_id: payload.eventId, memories_added: 2, error },
    ]);
  });

  it('has failed when all of them do', async () => {
    const payload = await add('I live in Lisbon.', 'I work in Lisbon.');
    await extractMemories(choking('Lisbon'), payload, { isLast: true });
    expect(await event(payload.eventId)).toMatchObject({ status: 'FAILED' });
    expect(await told()).toMatchObject([{ event: 'INGEST_JOB_FAILED', memories_added: null }]);
  });

  it('stores its memories when a webhook retries it at once, before the worker is done with the failed job', async () => {
    const payload = await add('I live in Lisbon.', 'I work in Lisbon.');
    const hasFailed = await extractMemories(choking('Lisbon'), payload, { isLast: true }).then(
      () => false,
      () => true,
    );
    await retryEvent(test.ctx(), payload);
    // As the worker does for a job that has failed for good.
    if (hasFailed) await failureHandlers.extractMemories?.(test.services, payload);
    await extractMemories(test.services, payload, { isLast: false });
    expect(await event(payload.eventId)).toMatchObject({ status: 'SUCCEEDED', error: null });
    expect(await stored()).toHaveLength(2);
  });

  it('is completed, without an error, when a later try succeeds', async () => {
    const payload = await add('I live in Lisbon.', 'I work as a gardener.');
    await expect(extractMemories(choking('Lisbon'), payload, { isLast: false })).rejects.toThrow('choked');
    await extractMemories(test.services, payload, { isLast: true });
    expect(await told()).toMatchObject([{ event: 'INGEST_JOB_COMPLETED', memories_added: 2, error: null }]);
  });
});

describe('an asynchronous add that is cancelled', () => {
  it('stores nothing, whenever its job runs, and webhooks hear of it', async () => {
    const payload = await add('I live in Lisbon.', 'I work as a gardener.');
    expect(await cancelEvent(test.ctx(), payload)).toMatchObject({
      status: 'CANCELLED',
      error: 'Cancelled: nothing was stored.',
    });
    await extractMemories(test.services, payload, { isLast: true });
    expect(await stored()).toEqual([]);
    expect(await event(payload.eventId)).toMatchObject({ status: 'CANCELLED', results: null });
    expect(await told()).toEqual([
      {
        event: 'INGEST_JOB_CANCELLED',
        event_id: payload.eventId,
        memories_added: null,
        error: 'Cancelled: nothing was stored.',
      },
    ]);
  });

  it('while its job is at work stores nothing either', async () => {
    const payload = await add('I live in Lisbon.', 'I work as a gardener.');
    const services = choking('nothing');
    const embed = services.embedder?.embed.bind(services.embedder);
    const late: TestServices = {
      ...services,
      embedder: services.embedder && {
        ...services.embedder,
        async embed(texts) {
          await cancelEvent(test.ctx(), payload);
          return embed ? embed(texts) : [];
        },
      },
    };
    await extractMemories(late, payload, { isLast: true });
    expect(await stored()).toEqual([]);
    expect(await event(payload.eventId)).toMatchObject({ status: 'CANCELLED' });
    expect(await told()).toMatchObject([{ event: 'INGEST_JOB_CANCELLED' }]);
  });

  it('gives no context to later adds', async () => {
    const cancelled = await add('My sister is called Ana.');
    await cancelEvent(test.ctx(), cancelled);
    const later = await add('She is a vet.');
    await extractMemories(test.services, cancelled, { isLast: true });
    await extractMemories(test.services, later, { isLast: true });
    expect(await stored()).toEqual(['She is a vet.']);
  });

  it("must not be over, and must be the caller's to change", async () => {
    const { bob, eve } = test.everybody;
    const payload = await add('I live in Lisbon.', 'I work as a gardener.');
    await expect(cancelEvent(test.ctx(bob), payload)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(cancelEvent(test.ctx(eve), payload)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Event not found.',
    });
    await expect(cancelEvent(test.ctx(), { eventId: 'x' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await extractMemories(test.services, payload, { isLast: true });
    await expect(cancelEvent(test.ctx(), payload)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await stored()).toHaveLength(2);
  });
});
