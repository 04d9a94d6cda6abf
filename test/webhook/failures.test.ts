import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSealer } from '../../src/auth/sealed.js';
import { retryDelaysMs } from '../../src/webhooks/schedule.js';
import { getWebhook } from '../../src/resolvers/webhook/get-webhook.js';
import { updateWebhook } from '../../src/resolvers/webhook/update-webhook.js';
import { createOutbound } from '@memory-gateway/outbound';
import { selfSigned } from '../providers/self-signed.js';
import { startReceiver, type Receiver } from './receiver.js';
import { webhookTest, type WebhookTest } from './setup.js';

let test: WebhookTest;
let receiver: Receiver | null = null;
beforeEach(async () => {
  test = await webhookTest();
});
afterEach(async () => {
  await test.stop();
  await receiver?.close();
  receiver = null;
});

/** Sends one memory to a receiver with this response. @returns the webhook, once the attempt is recorded */
async function deliverTo(answer: (response: ServerResponse) => void, timeoutMs = 5_000) {
  receiver = await startReceiver(answer);
  const { webhook } = await test.hook(receiver.url);
  await test.remember('one');
  test.startWorker({ timeoutMs });
  await expect.poll(() => test.attempts(), { timeout: 10_000 }).toHaveLength(1);
  const [delivery] = await test.deliveries();
  const [attempt] = await test.attempts();
  if (!delivery || !attempt) throw new Error('Nothing was recorded.');
  return { webhook, delivery, attempt };
}

describe('an attempt', () => {
  it('that is accepted is recorded with status, time and the first kilobyte of the answer', async () => {
    const { delivery, attempt } = await deliverTo((response) => response.writeHead(202).end(`\0é${'x'.repeat(5_000)}`));
    expect(delivery).toMatchObject({
      status: 'DELIVERED',
      attempts: 1,
      responseStatus: 202,
      nextAttemptAt: null,
      leasedUntil: null,
      error: null,
    });
    expect(delivery.deliveredAt).toBeInstanceOf(Date);
    expect(attempt).toMatchObject({ number: 1, responseStatus: 202, errorClass: null, error: null });
    expect(attempt.responseBody).toBe(`\uFFFDé${'x'.repeat(1_021)}`);
    expect(attempt.latencyMs).toBeGreaterThan(0);
  });

  it.each([
    [
      'a server error',
      (response: ServerResponse) => response.writeHead(500).end('no'),
      { errorClass: 'http_status', responseStatus: 500 },
    ],
    [
      'a refusal',
      (response: ServerResponse) => response.writeHead(401).end(),
      { errorClass: 'http_status', responseStatus: 401 },
    ],
    [
      'a redirect',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      { errorClass: 'redirect', responseStatus: 302 },
    ],
    [
      'a broken answer',
      (response: ServerResponse) => response.destroy(),
      { errorClass: 'connect', responseStatus: null },
    ],
    ['silence', () => undefined, { errorClass: 'timeout', responseStatus: null }],
    [
      'an answer whose body never ends',
      (response: ServerResponse) => response.writeHead(200).write('.'),
      { errorClass: 'timeout', responseStatus: null },
    ],
  ])('that ends in %s is a failure and will be repeated', async (_name, answer, expected) => {
    const { delivery, attempt, webhook } = await deliverTo(answer, 300);
    expect(attempt).toMatchObject({ ...expected, error: expect.stringMatching(/\w+\.$/) });
    expect(delivery).toMatchObject({ status: 'PENDING', attempts: 1, ...expected });
    const delay = (delivery.nextAttemptAt?.getTime() ?? 0) - delivery.updatedAt.getTime();
    expect(delay).toBeGreaterThanOrEqual(5_000);
    expect(delay).toBeLessThanOrEqual(5_500);
    expect(await getWebhook(test.ctx(), { id: webhook.id })).toMatchObject({
      isActive: true,
      failingSince: expect.any(Date),
    });
  });

  it('whose response is endless is accepted by its status, and only a part is read', async () => {
    let isDestroyed = false;
    const { delivery, attempt } = await deliverTo((response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', pour).on('close', () => (isDestroyed = true));
      pour();
    });
    expect(delivery.status).toBe('DELIVERED');
    expect(attempt.responseBody).toHaveLength(1_024);
    await expect.poll(() => isDestroyed).toBe(true);
  });

  it('over a connection that is not trusted sends nothing', async () => {
    const server = createTlsServer(selfSigned, (_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await test.hook(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await test.remember('one');
    test.startWorker();
    await expect.poll(() => test.attempts()).toMatchObject([{ errorClass: 'tls', responseStatus: null }]);
    server.close();
  });

  it('is not made at all when the address has become a private one, and that is recorded', async () => {
    let address = '93.184.215.14';
    const outbound = createOutbound({ resolve: async () => [{ address, family: 4 }] });
    const rebound = await webhookTest({ outbound });
    await rebound.hook('http://rebind.example.com/');
    address = '169.254.169.254';
    await rebound.remember('one');
    rebound.startWorker();
    await expect
      .poll(() => rebound.attempts())
      .toMatchObject([
        {
          errorClass: 'refused_address',
          error: expect.stringMatching(/^The URL is refused: it must not point to a link-local or metadata address\./),
        },
      ]);
    await rebound.stop();
  });

  it('says that the secret cannot be read after JWT_SECRET was changed', async () => {
    receiver = await startReceiver();
    await test.hook(receiver.url);
    await test.remember('one');
    const services = {
      ...test.services,
      sealer: createSealer({ secret: 'quite-another-secret-71', database: test.services.database }),
    };
    const { startWebhookWorker } = await import('../../src/webhooks/delivery/webhook-worker.js');
    const worker = startWebhookWorker(services, { pollMs: 20 });
    try {
      await expect
        .poll(() => test.attempts())
        .toMatchObject([{ errorClass: 'secret', error: expect.stringMatching(/rotate/i) }]);
    } finally {
      await worker.stop(0);
    }
    expect(receiver.received).toEqual([]);
  });
});

describe('a receiver', () => {
  it('that answers 410 is switched off, visibly, and its delivery given up', async () => {
    const { webhook, delivery } = await deliverTo((response) => response.writeHead(410).end());
    expect(delivery).toMatchObject({ status: 'FAILED', nextAttemptAt: null });
    expect(await getWebhook(test.ctx(), { id: webhook.id })).toMatchObject({
      isActive: false,
      disabledReason: 'The receiver answered 410: it is gone for good.',
    });
    const rows = await test.services.database.query(
      "SELECT actor_type, target_id, changes, reason FROM audit_logs WHERE action = 'webhook.disable'",
    );
    const reason = 'The receiver answered 410: it is gone for good.';
    const changes = '{"isActive":[true,false]}';
    expect(rows).toEqual([{ actorType: 'SYSTEM', targetId: webhook.id, changes, reason }]);
    await test.remember('two');
    expect(await test.deliveries()).toHaveLength(1);
  });

  it.each([
    ['says that it is gone', 410, {}],
    ['asks for time', 503, { 'retry-after': '3600' }],
  ])(
    'that %s after the URL was changed leaves the webhook as it is, and the new URL gets the delivery',
    async (...given) => {
      const [, status, headers] = given;
      const next = await startReceiver();
      receiver = await startReceiver((response) => {
        void updateWebhook(test.ctx(), { id: webhook.id, url: next.url }).then(() =>
          response.writeHead(status, headers).end(),
        );
      });
      const { webhook } = await test.hook(receiver.url);
      await test.remember('one');
      test.startWorker();
      await expect.poll(() => test.attempts(), { timeout: 10_000 }).toHaveLength(2);
      await next.close();
      expect(await test.deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 2 }]);
      expect(await getWebhook(test.ctx(), { id: webhook.id })).toMatchObject({
        isActive: true,
        disabledReason: null,
        failingSince: null,
      });
    },
  );

  it.each([429, 503])('that answers %i is left alone for as long as it asks', async (status) => {
    const { delivery, webhook } = await deliverTo((response) =>
      response.writeHead(status, { 'retry-after': '3600' }).end(),
    );
    expect((delivery.nextAttemptAt?.getTime() ?? 0) - delivery.updatedAt.getTime()).toBe(3_600_000);
    await test.remember('two');
    expect(await test.services.stores.webhookQueue.due(test.services.now())).toEqual([]);
    test.later(3_600_001);
    expect(await test.services.stores.webhookQueue.due(test.services.now())).toEqual([webhook.id]);
  });

  it('that always fails gets ten attempts in all, each later than the last', async () => {
    await deliverTo((response) => response.writeHead(500).end());
    const gaps: number[] = [];
    for (let made = 1; made <= retryDelaysMs.length; made += 1) {
      const [delivery] = await test.deliveries();
      gaps.push((delivery?.nextAttemptAt?.getTime() ?? 0) - (delivery?.updatedAt.getTime() ?? 0));
      test.later((gaps.at(-1) ?? 0) + 1);
      await expect.poll(() => test.attempts(), { timeout: 10_000 }).toHaveLength(made + 1);
    }
    retryDelaysMs.forEach((delay, index) => {
      expect(gaps[index]).toBeGreaterThanOrEqual(delay);
      expect(gaps[index]).toBeLessThanOrEqual(delay * 1.1);
    });
    expect(await test.deliveries()).toMatchObject([{ status: 'FAILED', attempts: 10, nextAttemptAt: null }]);
    expect(new Set(receiver?.received.map(({ id }) => id)).size).toBe(1);
  });

  it('that has failed for five days is switched off with the reason, and gets what waited when it is switched on', async () => {
    let works = false;
    const { webhook } = await deliverTo((response) => response.writeHead(works ? 200 : 500).end());
    test.later(5 * 86_400_000);
    await expect
      .poll(async () => (await getWebhook(test.ctx(), { id: webhook.id })).isActive, { timeout: 10_000 })
      .toBe(false);
    expect((await getWebhook(test.ctx(), { id: webhook.id })).disabledReason).toBe(
      'Every delivery has failed for five days. The last failure: The receiver answered 500.',
    );
    works = true;
    const updated = await updateWebhook(test.ctx(), { id: webhook.id, isActive: true });
    expect(updated).toMatchObject({ isActive: true, disabledReason: null, failingSince: null });
    test.later(86_400_000);
    await expect
      .poll(async () => (await test.deliveries()).map(({ status }) => status), { timeout: 10_000 })
      .toEqual(['DELIVERED']);
  });

  it('that recovers is no longer failing', async () => {
    let works = false;
    const { webhook } = await deliverTo((response) => response.writeHead(works ? 200 : 500).end());
    works = true;
    test.later(6_000);
    await expect
      .poll(async () => (await test.deliveries()).map(({ status }) => status), { timeout: 10_000 })
      .toEqual(['DELIVERED']);
    expect((await getWebhook(test.ctx(), { id: webhook.id })).failingSince).toBeNull();
  });
});

describe('a dead receiver', () => {
  it('delays no other endpoint: their deliveries arrive while hundreds of its own wait', async () => {
    const silent = await startReceiver(() => undefined);
    receiver = await startReceiver();
    const dead = await test.hook(silent.url);
    const alive = await test.hook(receiver.url);
    const texts = Array.from({ length: 300 }, (_unused, index) => `note ${index}`);
    await test.remember(...texts);
    test.startWorker({ healthySlots: 12, perEndpoint: 10, failingSlots: 1 });
    await receiver.arrived(300);
    // No delivery of the silent receiver can have ended, and at most its share can have begun.
    expect(silent.received.length).toBeLessThanOrEqual(10);
    expect((await test.deliveries(dead.webhook.id)).filter(({ status }) => status !== 'PENDING')).toEqual([]);
    await expect
      .poll(async () => (await test.deliveries(alive.webhook.id)).filter(({ status }) => status === 'DELIVERED').length)
      .toBe(300);
    const order = receiver.received.map(({ body }) => Number(/note (\d+)/.exec(body)?.[1]));
    // Ten run concurrently, so order changes by at most that.
    order.forEach((number, index) => expect(Math.abs(number - index)).toBeLessThanOrEqual(20));
    await silent.close();
  });

  it('that is known to be failing gets one delivery at a time', async () => {
    let most = 0;
    let open = 0;
    receiver = await startReceiver((response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        response.writeHead(500).end();
      });
    });
    const { webhook } = await test.hook(receiver.url);
    await test.services.database.query('UPDATE webhooks SET failing_since = now(), failures = 1 WHERE id = $1', [
      webhook.id,
    ]);
    await test.remember('one', 'two', 'three', 'four');
    test.startWorker();
    await expect.poll(() => test.attempts(), { timeout: 20_000 }).toHaveLength(3);
    expect(most).toBe(1);
  });
});
