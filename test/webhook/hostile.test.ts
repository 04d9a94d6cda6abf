import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutbound } from '@memory-gateway/outbound';
import { hostile } from './hostile-urls.js';
import { startReceiver } from './receiver.js';
import { webhookTest, type WebhookTest } from './setup.js';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function begin(outbound?: ReturnType<typeof createOutbound>): Promise<WebhookTest> {
  const test = await webhookTest(outbound && { outbound });
  if (outbound) cleanups.push(() => outbound.close());
  cleanups.push(() => test.stop());
  return test;
}

describe('a webhook with a hostile URL', () => {
  let test: WebhookTest;
  beforeEach(async () => {
    test = await begin(
      createOutbound({ resolve: () => Promise.reject(Object.assign(new Error('no network'), { code: 'ENOTFOUND' })) }),
    );
  });

  it('is refused when it is created, by its field and with the reason, every one of them', async () => {
    for (const [url, reason] of hostile) {
      const error = (await test.hook(url).catch((caught: unknown) => caught)) as {
        code: string;
        fields: { url: string[] };
      };
      expect([url, error.code, Object.keys(error.fields)]).toEqual([url, 'BAD_USER_INPUT', ['url']]);
      expect(error.fields.url.join(' ')).toMatch(reason);
    }
    expect(await test.services.database.query('SELECT id FROM webhooks')).toEqual([]);
  });

  it('that is in the database anyway is not called, and each failure is stored with its reason', async () => {
    // Longer URLs do not fit into the column.
    const storable = hostile.filter(([url]) => url.length <= 2_048);
    const { webhook } = await test.hook('https://hooks.example.com/');
    const copies = `INSERT INTO webhooks (id, project_id, name, url, event_types, secret)
      SELECT 'wh_' || n, w.project_id, w.name, u.url, w.event_types, w.secret FROM webhooks w, unnest($2::text[]) WITH ORDINALITY AS u(url, n) WHERE w.id = $1`;
    await test.services.database.query(copies, [webhook.id, storable.map(([url]) => url)]);
    await test.services.database.query('DELETE FROM webhooks WHERE id = $1', [webhook.id]);
    await test.remember('one');
    test.startWorker();
    await expect.poll(async () => (await test.attempts()).length, { timeout: 30_000 }).toBe(storable.length);
    const stored = await test.services.database.query<{
      url: string;
      errorClass: string;
      error: string;
      attempts: number;
    }>(
      'SELECT w.url, d.error_class, d.error, d.attempts FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id',
    );
    const byUrl = new Map(stored.map((row) => [row.url, row]));
    for (const [url, reason] of storable) {
      expect([url, byUrl.get(url)?.errorClass, byUrl.get(url)?.attempts]).toEqual([url, 'refused_address', 1]);
      expect(byUrl.get(url)?.error).toMatch(reason);
    }
  }, 60_000);
});

describe('a name that changes its mind', () => {
  it.each([
    ['private', ['127.0.0.1']],
    ['both public and private', ['93.184.215.14', '10.0.0.1']],
    ['public and private IPv6', ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::1']],
  ])('and is %s when the message is to be sent is blocked, and that is stored', async (_what, later) => {
    let addresses = ['93.184.215.14'];
    const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const test = await begin(createOutbound({ resolve }));
    await test.hook('http://rebind.example.com/');
    addresses = later;
    await test.remember('one');
    test.startWorker();
    await expect
      .poll(() => test.attempts())
      .toMatchObject([{ errorClass: 'refused_address', error: expect.stringContaining('refused') }]);
  });
});

/** Starts a receiver that writes raw bytes. */
async function rawReceiver(first: string, next: string): Promise<string> {
  const server = createNetServer((socket) => {
    socket.on('error', () => undefined).write(first);
    const timer = setInterval(() => socket.write(next), 1_000);
    socket.on('close', () => clearInterval(timer));
    cleanups.push(async () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('receivers that behave badly, with the limits that hold in production', () => {
  // The only test that waits for the fifteen seconds of an attempt; all receivers wait concurrently.
  it('fail if they hang, drip, flood or redirect, and succeed if they respond just in time', async () => {
    const test = await begin();
    let redirects = 0;
    const answering = async (answer: Parameters<typeof startReceiver>[0]) => {
      const receiver = await startReceiver(answer);
      cleanups.push(() => receiver.close());
      return receiver.url;
    };
    const receivers = {
      hangs: await answering(() => undefined),
      drips: await rawReceiver('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', 'x'),
      'drips headers': await rawReceiver('HTTP/1.1 200 OK\r\nX-A: ', 'x'),
      pours: await answering((response) => {
        response.writeHead(200, { 'content-length': 1_073_741_824 });
        const pour = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', pour).on('error', () => undefined);
        pour();
      }),
      redirects: await answering((response) => {
        redirects += 1;
        response.writeHead(302, { location: '/hook' }).end();
      }),
      // A busy machine needs the last second.
      'is slow': await answering((response) => void setTimeout(() => response.end('at last'), 14_000)),
    };
    for (const [name, url] of Object.entries(receivers)) await test.hook(url, { name });
    await test.remember('one');
    test.startWorker();
    const read = () =>
      test.services.database.query<{ name: string; status: string; errorClass: string | null; attempts: number }>(
        'SELECT w.name, d.status, d.error_class, d.attempts FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id',
      );
    await expect
      .poll(async () => (await read()).filter(({ attempts }) => attempts > 0).length, { timeout: 30_000 })
      .toBe(6);
    await test.stop();
    const rows = await read();
    expect(Object.fromEntries(rows.map(({ name, status, errorClass }) => [name, errorClass ?? status]))).toEqual({
      hangs: 'timeout',
      drips: 'timeout',
      'drips headers': 'timeout',
      pours: 'DELIVERED',
      redirects: 'redirect',
      'is slow': 'DELIVERED',
    });
    // Retried after five seconds; each attempt is one request, wherever the redirect points to.
    expect(redirects).toBe(rows.find(({ name }) => name === 'redirects')?.attempts);
    expect((await test.attempts()).every(({ responseBody }) => (responseBody?.length ?? 0) <= 1_024)).toBe(true);
  }, 60_000);
});
