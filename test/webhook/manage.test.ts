import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSealer } from '../../src/auth/sealed.js';
import { webhookEventTypes } from '../../src/webhooks/event-types.js';
import { getDelivery } from '../../src/resolvers/webhook/get-delivery.js';
import { listDeliveries } from '../../src/resolvers/webhook/list-deliveries.js';
import { replayDeliveries, replayDelivery } from '../../src/resolvers/webhook/replay-deliveries.js';
import { updateProject } from '../../src/resolvers/project/update-project.js';
import { sendWebhookTestEvent } from '../../src/resolvers/webhook/send-test-event.js';
import { createWebhook } from '../../src/resolvers/webhook/create-webhook.js';
import { deleteWebhook } from '../../src/resolvers/webhook/delete-webhook.js';
import { getWebhook } from '../../src/resolvers/webhook/get-webhook.js';
import { listWebhooks } from '../../src/resolvers/webhook/list-webhooks.js';
import { rotateWebhookSecret } from '../../src/resolvers/webhook/rotate-webhook-secret.js';
import { updateWebhook } from '../../src/resolvers/webhook/update-webhook.js';
import { watchDeliveries } from '../../src/resolvers/webhook/watch-deliveries.js';
import { extractMemories } from '../../src/jobs/extract-memories.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { project } from '../helpers/context.js';
import { startReceiver, type Receiver } from './receiver.js';
import { webhookTest, type WebhookTest } from './setup.js';

let test: WebhookTest;
let receiver: Receiver;
beforeEach(async () => {
  test = await webhookTest();
  receiver = await startReceiver();
});
afterEach(async () => {
  await test.stop();
  await receiver.close();
});

const refusal = async (work: Promise<unknown>): Promise<unknown> => {
  const error = (await work.catch((caught: unknown) => caught)) as { code?: string; fields?: object; message?: string };
  return error.fields ?? [error.code, error.message];
};

describe('a webhook', () => {
  it.each([
    [{ eventTypes: [] }, { eventTypes: ['`eventTypes` must be a list of at least one event type.'] }],
    [
      { eventTypes: ['memory_add', 'memory_add'] },
      { eventTypes: ['`eventTypes` must not contain an event type twice.'] },
    ],
    [{ eventTypes: ['memory_read'] }, { eventTypes: [expect.stringContaining('memory_categorize')] }],
    [{ eventTypes: Array.from({ length: 10_000 }, () => 'x') }, { eventTypes: [expect.any(String)] }],
    [{ name: ' ' }, { name: ['`name` may not be blank.'] }],
    [{ name: 'a\nb' }, { name: ['`name` must be in one line.'] }],
    [
      { url: 'http://10.0.0.1/' },
      {
        url: [
          '`url` must not point to a private address. The operator of the server can permit addresses with OUTBOUND_ALLOW.',
        ],
      },
    ],
    [
      { url: 'nothing', name: '\0' },
      { url: [expect.any(String)], name: [expect.any(String)] },
    ],
  ])('with %j is refused', async (more, fields) => {
    expect(await refusal(test.hook(receiver.url, more))).toEqual(fields);
    expect(await test.services.stores.webhooks.findProject('wh_x')).toBeNull();
  });

  it('takes every event type and keeps markup in its name as it is', async () => {
    const { webhook } = await test.hook(receiver.url, {
      name: '<script>alert(1)</script>',
      eventTypes: webhookEventTypes,
    });
    expect(webhook).toMatchObject({
      name: '<script>alert(1)</script>',
      eventTypes: webhookEventTypes,
      ownerName: 'ada',
      projectName: 'Lamp room',
      isActive: true,
    });
  });

  it('is one of fifty in its project at most, however many are created at once', async () => {
    const all = await Promise.allSettled(Array.from({ length: 53 }, () => test.hook(receiver.url)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(await (await listWebhooks(test.ctx(), { projectId: test.projectId })).total()).toBe(50);
  });

  it('is for owners: readers are refused, and outsiders learn nothing', async () => {
    const { webhook } = await test.hook(receiver.url);
    const calls = (who: Parameters<typeof test.ctx>[0], id: string, projectId: string) => [
      listWebhooks(test.ctx(who), { projectId }),
      createWebhook(test.ctx(who), { projectId, name: 'x', url: receiver.url, eventTypes: ['memory_add'] }),
      ...[getWebhook, deleteWebhook, rotateWebhookSecret].map((call) => call(test.ctx(who), { id })),
      updateWebhook(test.ctx(who), { id, name: 'y' }),
      sendWebhookTestEvent(test.ctx(who), { webhookId: id }),
      listDeliveries(test.ctx(who), { projectId }),
      watchDeliveries(test.ctx(who), { webhookId: id }),
      watchDeliveries(test.ctx(who), { projectId }),
      replayDeliveries(test.ctx(who), { webhookId: id, since: new Date(0) }),
    ];
    const refused = await Promise.all(calls(test.everybody.bob, webhook.id, test.projectId).map(refusal));
    for (const outcome of refused) expect(outcome).toEqual(['FORBIDDEN', expect.any(String)]);
    const hidden = await Promise.all(calls(test.everybody.eve, webhook.id, test.projectId).map(refusal));
    const absent = await Promise.all(calls(test.everybody.eve, 'wh_nothing', 'proj_nothing').map(refusal));
    expect(hidden).toEqual(absent);
    expect(hidden.every((outcome) => Array.isArray(outcome) && outcome[0] === 'NOT_FOUND')).toBe(true);
  });

  it('tells its secret when it is made or rotated, and neither the database nor any other answer holds it', async () => {
    const { webhook, secret } = await test.hook(receiver.url);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const rotated = await rotateWebhookSecret(test.ctx(), { id: webhook.id });
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.webhook.previousSecretExpires).toBeInstanceOf(Date);
    test.startWorker();
    await test.remember('one');
    await receiver.arrived(1);
    await expect.poll(async () => (await test.attempts()).length).toBe(1);
    const answers = [
      await getWebhook(test.ctx(), { id: webhook.id }),
      (await listWebhooks(test.ctx(), { projectId: test.projectId })).rows,
    ];
    const stored = await Promise.all(
      ['webhooks', 'webhook_deliveries', 'webhook_attempts'].map((table) =>
        test.services.database.query(`SELECT t::text FROM ${table} t`),
      ),
    );
    const raw = (text: string) => [
      text,
      text.slice('whsec_'.length),
      Buffer.from(text.slice(6), 'base64').toString('hex'),
    ];
    for (const form of [...raw(secret), ...raw(rotated.secret)])
      expect(JSON.stringify([answers, stored])).not.toContain(form);
  });

  it('leaves neither its secret nor its address in the log, whatever goes wrong', async () => {
    let logged = '';
    const log = pino({ level: 'trace' }, { write: (line: string) => void (logged += line) });
    const failing = await startReceiver((response) => response.writeHead(500).end());
    const noisy = await webhookTest({ log });
    const { webhook, secret } = await noisy.hook(`${failing.url}?token=hunter2`);
    await noisy.hook('http://127.0.0.1:1337/?token=hunter2');
    noisy.startWorker();
    await noisy.remember('one');
    await expect.poll(() => noisy.attempts()).toHaveLength(2);
    await noisy.services.database.query(`UPDATE webhooks SET secret = '\\x01', paused_until = NULL WHERE id = $1`, [
      webhook.id,
    ]);
    noisy.later(10_000);
    await expect.poll(async () => (await noisy.attempts()).length).toBeGreaterThan(2);
    await noisy.stop();
    await failing.close();
    expect(logged).toContain('The secret of a webhook cannot be read.');
    expect(logged).not.toContain(secret.slice(6));
    expect(JSON.stringify([logged, await noisy.attempts()])).not.toContain('hunter2');
  });

  it('is gone with its deliveries', async () => {
    const { webhook } = await test.hook(receiver.url);
    await test.remember('one');
    await deleteWebhook(test.ctx(), { id: webhook.id });
    expect(await test.deliveries()).toEqual([]);
    expect(await refusal(getWebhook(test.ctx(), { id: webhook.id }))).toEqual(['NOT_FOUND', 'Webhook not found.']);
  });

  it('keeps deliveries that become due while it is disabled, and gets no new ones', async () => {
    const { webhook } = await test.hook(receiver.url);
    await test.remember('before');
    await updateWebhook(test.ctx(), { id: webhook.id, isActive: false });
    await test.remember('meanwhile');
    test.startWorker();
    expect(await test.services.stores.webhookQueue.due(test.services.now())).toEqual([]);
    expect(await refusal(sendWebhookTestEvent(test.ctx(), { webhookId: webhook.id }))).toEqual([
      'CONFLICT',
      'The webhook is not active. Switch it on first.',
    ]);
    await updateWebhook(test.ctx(), { id: webhook.id, isActive: true });
    await receiver.arrived(1);
    expect(receiver.received.map(({ body }) => body)).toEqual([expect.stringContaining('before')]);
  });
});

describe('deliveries', () => {
  it('of a test arrive whatever the webhook subscribes to', async () => {
    const { webhook } = await test.hook(receiver.url, { eventTypes: ['ingest_job_failed'] });
    test.startWorker();
    const sent = await sendWebhookTestEvent(test.ctx(), { webhookId: webhook.id });
    await receiver.arrived(1);
    expect(receiver.received[0]).toMatchObject({ id: sent.messageId, body: expect.stringContaining('"event":"TEST"') });
  });

  it('of a test are samples of each event type, in the form of the real events', async () => {
    const { webhook } = await test.hook(receiver.url, { eventTypes: ['memory_add', 'project.updated'] });
    test.startWorker();
    await test.remember('real');
    await updateProject(test.ctx(), { projectId: test.projectId, description: 'Lamps' });
    await receiver.arrived(2);
    for (const eventType of webhookEventTypes)
      await sendWebhookTestEvent(test.ctx(), { webhookId: webhook.id, eventType });
    await receiver.arrived(2 + webhookEventTypes.length);
    interface Body {
      readonly event_details: { readonly event: string; readonly audit_log?: object };
    }
    const details = receiver.received.map(({ body }) => (JSON.parse(body) as Body).event_details);
    const sent = details.slice(2).map(({ event }) => event);
    const names = webhookEventTypes.map((type) =>
      type.includes('.') ? type : type.startsWith('memory_') ? type.slice(7).toUpperCase() : type.toUpperCase(),
    );
    expect(sent.sort()).toEqual([...names].sort());
    for (const event of ['ADD', 'project.updated']) {
      const [real, sample] = details.filter((one) => one.event === event);
      expect(Object.keys(sample ?? {})).toEqual(Object.keys(real ?? {}));
      expect(Object.keys(sample?.audit_log ?? {})).toEqual(Object.keys(real?.audit_log ?? {}));
    }
  });

  it('are sent again one by one or for a time, under the same ids', async () => {
    const { webhook } = await test.hook(receiver.url);
    test.startWorker();
    await test.remember('one', 'two', 'three');
    await receiver.arrived(3);
    const chosen = { projectId: test.projectId, filter: { webhookIds: [webhook.id], status: 'DELIVERED' } } as const;
    const page = async () => (await listDeliveries(test.ctx(), chosen)).rows;
    await expect.poll(page).toHaveLength(3);
    const [newest] = await page();
    await replayDelivery(test.ctx(), { id: newest?.id ?? '' });
    await receiver.arrived(4);
    expect(receiver.received[3]?.id).toBe(newest?.messageId);
    await expect.poll(async () => (await getDelivery(test.ctx(), { id: newest?.id ?? '' })).status).toBe('DELIVERED');
    const range = { webhookId: webhook.id, since: new Date(0), status: 'DELIVERED' } as const;
    test.later(1);
    expect(await replayDeliveries(test.ctx(), range)).toEqual({ replayed: 3, nextSince: null });
    await receiver.arrived(7);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
    expect(await replayDeliveries(test.ctx(), { webhookId: webhook.id, since: new Date(0) })).toMatchObject({
      replayed: 0,
    });
    expect(await refusal(replayDeliveries(test.ctx(), { ...range, until: new Date(0) }))).toEqual({
      until: ['`until` must be later than since.'],
    });
  });

  it('are sent again 10,000 at a time, the rest from `nextSince`, whatever their status is by then', async () => {
    const { webhook } = await test.hook(receiver.url);
    const { database } = test.services;
    await database.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, project_id, message_id, event_type, payload, status, created_at, updated_at)
       SELECT gen_random_uuid(), $1, $2, 'msg_' || n, 'memory_add', '{}', 'DELIVERED', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second', now()
       FROM generate_series(1, 10002) AS n`,
      [webhook.id, test.projectId],
    );
    const range = { webhookId: webhook.id, since: new Date('2026-01-01'), status: 'DELIVERED' } as const;
    const first = await replayDeliveries(test.ctx(), range);
    expect(first).toEqual({ replayed: 10_000, nextSince: new Date('2026-01-01T02:46:41Z') });
    await database.query("UPDATE webhook_deliveries SET status = 'DELIVERED', next_attempt_at = NULL");
    const since = first.nextSince ?? range.since;
    expect(await replayDeliveries(test.ctx(), { ...range, since })).toEqual({ replayed: 2, nextSince: null });
    expect(await database.query('SELECT count(*) AS twice FROM webhook_deliveries WHERE replays > 1')).toEqual([
      { twice: 0 },
    ]);
  });

  it.each(['webhook', 'project'])(
    'are streamed of a %s as their attempts end, until the reader loses the right to see them',
    async (of) => {
      const { webhook } = await test.hook(receiver.url);
      const place = of === 'webhook' ? { webhookId: webhook.id } : { projectId: test.projectId };
      const stream = await watchDeliveries(test.ctx(), place);
      test.startWorker();
      await test.remember('one');
      expect((await stream.next()).value).toMatchObject({
        kind: 'changed',
        value: { status: 'DELIVERED', responseStatus: 200, webhookId: webhook.id },
      });
      const refused = expect(stream.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await test.services.database.query('DELETE FROM project_members WHERE user_id = $1', [test.everybody.ada.id]);
      await test.services.bus.publish('credentialChanged', { userId: test.everybody.ada.id });
      await refused;
    },
  );

  it('are streamed of all webhooks of a project, also of one that is created meanwhile', async () => {
    const first = await test.hook(receiver.url);
    const stream = await watchDeliveries(test.ctx(), { projectId: test.projectId });
    const second = await test.hook(receiver.url);
    test.startWorker();
    await test.remember('one');
    const frames = [(await stream.next()).value, (await stream.next()).value];
    const sent = frames.map((frame: { kind: string; value?: { webhookId: string } }) => frame.value?.webhookId);
    expect(sent.sort()).toEqual([first.webhook.id, second.webhook.id].sort());
    await stream.return?.();
  });

  it('are not streamed of a webhook together with another project than its own', async () => {
    const { webhook } = await test.hook(receiver.url);
    const other = await project(test.services, test.organizationId, [[test.everybody.ada, 'OWNER']]);
    const mixed = watchDeliveries(test.ctx(), { webhookId: webhook.id, projectId: other });
    expect(await refusal(mixed)).toEqual(['NOT_FOUND', expect.any(String)]);
  });

  it('report the end of an asynchronous add of several messages, and not of one', async () => {
    await test.hook(receiver.url, { eventTypes: ['ingest_job_completed', 'ingest_job_failed'] });
    const add = async (...contents: string[]) => {
      const messages = contents.map((content) => ({ role: 'user', content }));
      const { event } = await addMemories(test.ctx(), { projectId: test.projectId, messages, userId: 'rosa' });
      return { eventId: event.id, projectId: test.projectId };
    };
    await extractMemories(test.services, await add('I live in Lisbon.'), { isLast: true });
    expect(await test.deliveries()).toEqual([]);
    const several = await add('My sister lives in Porto.', 'I work as a gardener.');
    await extractMemories(test.services, several, { isLast: true });
    const failing = await add('I like tea.', 'I like milk.');
    const broken = {
      ...test.services,
      embedder: {
        id: 'broken',
        dimension: 384,
        ready: async () => undefined,
        embed: () => Promise.reject(new Error('no')),
        close: async () => undefined,
      },
    };
    await extractMemories(broken, failing, { isLast: true });
    expect((await test.deliveries()).map(({ payload }) => payload)).toEqual([
      {
        event_details: {
          event: 'INGEST_JOB_COMPLETED',
          event_id: several.eventId,
          memories_added: expect.any(Number),
          error: null,
        },
      },
      {
        event_details: {
          event: 'INGEST_JOB_FAILED',
          event_id: failing.eventId,
          memories_added: null,
          error: 'The memories could not be extracted.',
        },
      },
    ]);
  });

  it('that are done are removed after thirty days, and pending ones are not', async () => {
    await test.hook(receiver.url);
    await test.remember('one', 'two');
    const [first] = await test.deliveries();
    await test.services.database.query(`UPDATE webhook_deliveries SET status = 'DELIVERED' WHERE id = $1`, [first?.id]);
    const { webhookQueue } = test.services.stores;
    expect(await webhookQueue.prune(new Date(Date.now() - 86_400_000), 10)).toBe(0);
    expect(await webhookQueue.prune(new Date(Date.now() + 86_400_000), 10)).toBe(1);
    expect(await test.deliveries()).toHaveLength(1);
  });

  it('that wait for a disabled webhook are removed after thirty days', async () => {
    const { webhook } = await test.hook(receiver.url);
    await test.remember('one');
    await updateWebhook(test.ctx(), { id: webhook.id, isActive: false });
    const { webhookQueue } = test.services.stores;
    expect(await webhookQueue.prune(new Date(Date.now() - 86_400_000), 10)).toBe(0);
    expect(await webhookQueue.prune(new Date(Date.now() + 86_400_000), 10)).toBe(1);
  });
});

describe('a sealed secret', () => {
  it('is opened with the same key alone, and not when it was altered', async () => {
    const { database } = test.services;
    const [one, same, other] = ['first-secret-81z', 'first-secret-81z', 'other-secret-81z'].map((secret) =>
      createSealer({ secret, database }),
    );
    if (!one || !same || !other) throw new Error('unreachable');
    const sealed = await one.seal('whsec_x');
    expect(await same.open(sealed)).toBe('whsec_x');
    expect(sealed.equals(await one.seal('whsec_x'))).toBe(false);
    await expect(other.open(sealed)).rejects.toThrow('another key');
    for (const at of [20, sealed.length - 1]) {
      const altered = Buffer.from(sealed);
      altered[at] = (altered[at] ?? 0) ^ 1;
      await expect(one.open(altered)).rejects.toThrow('altered');
    }
  });

  it('outlives the process without a JWT_SECRET too', async () => {
    const { database } = test.services;
    const [first, second] = [createSealer({ secret: null, database }), createSealer({ secret: null, database })];
    const [left, right] = await Promise.all([first.seal('one'), second.seal('two')]);
    expect([await second.open(left), await first.open(right)]).toEqual(['one', 'two']);
  });
});
