import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getDelivery } from '../../src/resolvers/webhook/get-delivery.js';
import { getWebhook } from '../../src/resolvers/webhook/get-webhook.js';
import { replayDelivery } from '../../src/resolvers/webhook/replay-deliveries.js';
import { updateWebhook } from '../../src/resolvers/webhook/update-webhook.js';
import type { WebhookHeaderInput } from '../../src/resolvers/webhook/webhook-headers.js';
import { startReceiver, type Receiver } from './receiver.js';
import { verify, webhookTest, type WebhookTest } from './setup.js';

let test: WebhookTest;
let receiver: Receiver;
let status: number;
beforeEach(async () => {
  test = await webhookTest();
  status = 200;
  receiver = await startReceiver((response, { headers }) =>
    response
      .writeHead(status, { 'x-trace': 'abc', 'set-cookie': 'session=1', 'x-echo': headers['x-team'] ?? '' })
      .end(`got ${String(headers.authorization)} and whsec_abcdefghijkl`),
  );
});
afterEach(async () => {
  await test.stop();
  await receiver.close();
});

const texts = () =>
  receiver.received.map(
    ({ body }) => (JSON.parse(body) as { event_details: { data: { memory: string } } }).event_details.data.memory,
  );
const fieldsOf = async (work: Promise<unknown>) =>
  ((await work.catch((error: unknown) => error)) as { fields?: unknown }).fields;
const authorization = { name: 'Authorization', value: 'Bearer receiver-token-1' };

describe('custom headers', () => {
  it('are sent with every request, and neither the API, the attempts nor the database shows their values', async () => {
    const { webhook, secret } = await test.hook(receiver.url, {
      headers: [authorization, { name: 'X-Team', value: 'lamp-team-77' }],
    });
    test.startWorker();
    await test.remember('one');
    await receiver.arrived(1);
    const [message] = receiver.received;
    expect(message?.headers).toMatchObject({ authorization: authorization.value, 'x-team': 'lamp-team-77' });
    expect(message && verify(secret, message)).toBeTruthy();
    await expect.poll(() => test.attempts()).toHaveLength(1);
    const stored = await Promise.all(
      ['webhooks', 'webhook_deliveries', 'webhook_attempts', 'audit_logs'].map((table) =>
        test.services.database.query(`SELECT t::text FROM ${table} t`),
      ),
    );
    const shown = JSON.stringify([await getWebhook(test.ctx(), { id: webhook.id }), stored]);
    for (const text of ['receiver-token-1', 'lamp-team-77']) expect(shown).not.toContain(text);
    expect(await getWebhook(test.ctx(), { id: webhook.id })).toMatchObject({
      headerNames: ['Authorization', 'X-Team'],
    });
  });

  it('are replaced as a whole, keep a value that is not given again, and end with an empty list', async () => {
    const { webhook } = await test.hook(receiver.url, { headers: [authorization] });
    const { id } = webhook;
    test.startWorker();
    await updateWebhook(test.ctx(), { id, headers: [{ name: 'authorization' }, { name: 'X-Team', value: 'lamp' }] });
    await updateWebhook(test.ctx(), { id, name: 'Renamed' });
    await test.remember('one');
    await receiver.arrived(1);
    expect(receiver.received[0]?.headers).toMatchObject({ authorization: authorization.value, 'x-team': 'lamp' });
    expect(await updateWebhook(test.ctx(), { id, headers: [] })).toMatchObject({ headerNames: [], name: 'Renamed' });
    await test.remember('two');
    await receiver.arrived(2);
    expect(receiver.received[1]?.headers).not.toHaveProperty('authorization');
    expect(await fieldsOf(updateWebhook(test.ctx(), { id, headers: [{ name: 'X-Team' }] }))).toEqual({
      headers: ['The header X-Team needs a value.'],
    });
  });

  it('are given again for the URL of another server, which would get values that no API returns', async () => {
    const other = await startReceiver((response) => response.end());
    const { webhook } = await test.hook(receiver.url, { headers: [authorization, { name: 'X-Team', value: 'lamp' }] });
    const { id } = webhook;
    const refused = { headers: ['`headers` must be given again with values, because the URL is of another server.'] };
    const kept = [{ name: 'Authorization' }, { name: 'X-Team', value: 'lamp' }];
    for (const change of [{}, { headers: kept }])
      expect(await fieldsOf(updateWebhook(test.ctx(), { id, url: other.url, ...change }))).toEqual(refused);
    expect(await getWebhook(test.ctx(), { id })).toEqual(webhook);
    const here = `${receiver.url}/other-path`;
    expect(await updateWebhook(test.ctx(), { id, url: here, headers: kept })).toMatchObject({ url: here });
    const given = { id, url: other.url, headers: [{ name: 'Authorization', value: 'Bearer other-token' }] };
    expect(await updateWebhook(test.ctx(), given)).toMatchObject({ url: other.url, headerNames: ['Authorization'] });
    test.startWorker();
    await test.remember('one');
    await other.arrived(1);
    expect(other.received[0]?.headers).toMatchObject({ authorization: 'Bearer other-token' });
    expect(await updateWebhook(test.ctx(), { id, url: receiver.url, headers: [] })).toMatchObject({ headerNames: [] });
    expect(await updateWebhook(test.ctx(), { id, url: other.url })).toMatchObject({ url: other.url });
    await other.close();
  });

  it.each<[WebhookHeaderInput[], unknown]>([
    ...['Host', 'content-length', 'Content-Type', 'Connection', 'transfer-encoding', 'Webhook-Id', 'webhook-x'].map(
      (name): [WebhookHeaderInput[], string] => [[{ name, value: 'x' }], `The server sets the header ${name} itself.`],
    ),
    [[{ name: 'X Y', value: 'x' }], 'A name must have 1 to 100 characters that HTTP allows in header names.'],
    [[{ name: 'X', value: 'a\r\nHost: b' }], expect.stringContaining('visible ASCII')],
    [[{ name: 'X' }], 'The header X needs a value.'],
    [[authorization, { ...authorization, name: 'AUTHORIZATION' }], '`headers` must not contain a name twice.'],
    [Array.from({ length: 21 }, (_, index) => ({ name: `X-${index}`, value: 'x' })), '`headers` may have 20 headers.'],
  ])('%j are refused', async (headers, problem) => {
    expect(await fieldsOf(test.hook(receiver.url, { headers }))).toEqual({ headers: [problem] });
  });
});

describe('an attempt', () => {
  it('keeps its request headers, signature and response without secrets, and a replay is marked', async () => {
    const { secret } = await test.hook(receiver.url, {
      headers: [authorization, { name: 'X-Team', value: 'lamp-team-77' }],
    });
    test.startWorker();
    await test.remember('one');
    await expect.poll(() => test.attempts()).toHaveLength(1);
    const [delivery] = await test.deliveries();
    await replayDelivery(test.ctx(), { id: delivery?.id ?? '' });
    await expect.poll(() => test.attempts()).toHaveLength(2);
    const attempts = await test.attempts();
    expect(attempts.map(({ number, isReplay }) => [number, isReplay])).toEqual([
      [1, false],
      [1, true],
    ]);
    expect(await getDelivery(test.ctx(), { id: delivery?.id ?? '' })).toMatchObject({ replays: 1, attempts: 1 });
    for (const [index, attempt] of attempts.entries()) {
      const sent = receiver.received[index]?.headers ?? {};
      expect(attempt.requestHeaders).toEqual([
        { name: 'content-type', value: 'application/json' },
        { name: 'user-agent', value: 'memory-gateway-webhooks' },
        { name: 'webhook-id', value: sent['webhook-id'] },
        { name: 'webhook-timestamp', value: sent['webhook-timestamp'] },
        { name: 'webhook-signature', value: sent['webhook-signature'] },
        { name: 'Authorization', value: '[redacted]' },
        { name: 'X-Team', value: '[redacted]' },
      ]);
      const headers = Object.fromEntries(attempt.requestHeaders.map(({ name, value }) => [name, value]));
      expect(verify(secret, { headers, body: JSON.stringify(delivery?.payload) })).toEqual(delivery?.payload);
      expect(attempt.responseHeaders).toEqual(
        expect.arrayContaining([
          { name: 'x-trace', value: 'abc' },
          { name: 'set-cookie', value: '[redacted]' },
          { name: 'x-echo', value: '[redacted]' },
        ]),
      );
      expect(attempt.responseBody).toBe('got [redacted] and [redacted]');
    }
  });

  it('without a response keeps the headers that it would have sent', async () => {
    await receiver.close();
    await test.hook(receiver.url);
    test.startWorker();
    await test.remember('one');
    await expect.poll(() => test.attempts()).toHaveLength(1);
    const [attempt] = await test.attempts();
    expect(attempt).toMatchObject({ responseHeaders: null, responseBody: null, errorClass: 'connect' });
    expect(attempt?.requestHeaders.map(({ name }) => name)).toContain('webhook-signature');
  });
});

describe('ordered delivery', () => {
  it('sends one at a time, and a failing delivery holds back the following ones', async () => {
    const { webhook } = await test.hook(receiver.url, { isOrdered: true });
    status = 500;
    await test.remember('one', 'two', 'three');
    test.startWorker();
    await receiver.arrived(1);
    await expect.poll(() => test.attempts()).toHaveLength(1);
    const [head] = await test.deliveries();
    // Beyond the pause of a failing endpoint, before the next attempt.
    const now = new Date((head?.nextAttemptAt?.getTime() ?? 0) - 1);
    const early = { now, leaseMs: 0 };
    expect(await test.services.stores.webhookQueue.claim(webhook.id, { healthy: 10, failing: 1 }, early)).toEqual([]);
    status = 200;
    test.later(400_000);
    const order = () => texts().filter((text, index, all) => text !== all[index - 1]);
    await expect.poll(order, { timeout: 10_000 }).toEqual(['one', 'two', 'three']);
  });

  it('goes on after the last attempt at a delivery has failed, and two workers keep the order', async () => {
    await test.hook(receiver.url, { isOrdered: true });
    const all = Array.from({ length: 12 }, (_, index) => `note ${index}`);
    await test.remember(...all);
    const [first] = await test.deliveries();
    await test.services.database.query(
      `UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL WHERE id = $1`,
      [first?.id],
    );
    test.startWorker();
    test.startWorker();
    await receiver.arrived(11);
    expect(texts()).toEqual(all.slice(1));
  });
});

describe('a rate limit', () => {
  it('spreads deliveries over time, in all processes together', async () => {
    const { webhook } = await test.hook(receiver.url, { rateLimit: 2 });
    await test.remember(...Array.from({ length: 6 }, (_, index) => `note ${index}`));
    const { webhookQueue } = test.services.stores;
    const start = test.services.now();
    const claim = (ms: number) => {
      const options = { now: new Date(start.getTime() + ms), leaseMs: 60_000 };
      return webhookQueue.claim(webhook.id, { healthy: 10, failing: 1 }, options);
    };
    const taken = (await Promise.all([claim(0), claim(0), claim(0)])).flat();
    expect(taken).toMatchObject([{ nextClaimAt: new Date(start.getTime() + 500) }]);
    expect(await webhookQueue.due(start)).toEqual([]);
    expect(await claim(499)).toEqual([]);
    expect(await claim(500)).toHaveLength(1);
    expect(await updateWebhook(test.ctx(), { id: webhook.id, rateLimit: 0 })).toMatchObject({ rateLimit: null });
    expect(await claim(501)).toHaveLength(4);
  });

  it('lets everything arrive without waiting for the poll, and is checked', async () => {
    const { webhook } = await test.hook(receiver.url, { rateLimit: 100 });
    await test.remember(...Array.from({ length: 30 }, (_, index) => `note ${index}`));
    test.startWorker({ pollMs: 60_000 });
    await receiver.arrived(30);
    expect(new Set(texts()).size).toBe(30);
    for (const rateLimit of [-1, 1.5, 1_001])
      expect(await fieldsOf(updateWebhook(test.ctx(), { id: webhook.id, rateLimit }))).toEqual({
        rateLimit: ['`rateLimit` must be a whole number from 0 to 1000.'],
      });
  });
});
