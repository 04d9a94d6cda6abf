import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createNetServer, type AddressInfo, type Server as NetServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createOutbound,
  createResolve,
  OutboundError,
  type Outbound,
  type OutboundOptions,
  type OutboundRequest,
} from '@memory-gateway/outbound';
import { startNameServer } from './name-server.js';
import { hostile } from '../../../test/webhook/hostile-urls.js';
import { selfSigned } from '../../../test/providers/self-signed.js';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

// No name may be resolved, except by tests that define the result.
function outbound(options: OutboundOptions = {}): Outbound {
  const made = createOutbound({
    resolve: () => Promise.reject(Object.assign(new Error('no network'), { code: 'ENOTFOUND' })),
    ...options,
  });
  cleanups.push(() => made.close());
  return made;
}
const resolving =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

async function listen(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    (server as Server).closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

async function failure(guard: Outbound, url: string, more: Partial<OutboundRequest> = {}): Promise<OutboundError> {
  const error: unknown = await guard
    .request({ url, method: 'POST', body: '{}', ...more })
    .catch((caught: unknown) => caught);
  if (!(error instanceof OutboundError))
    throw new Error('It did not fail as a call to the outside does.', { cause: error });
  return error;
}

describe('a hostile URL', () => {
  it.each(hostile)(
    '%s is refused with a sentence when it is to be stored, and when it is to be called',
    async (url, reason) => {
      const guard = outbound();
      const problem = await guard.checkUrl(url);
      expect(problem).toMatch(reason);
      expect(problem).toMatch(/^(must|may) .+\.$/);
      const error = await failure(guard, url);
      expect(error.failure).toBe('refused_address');
      expect(error.message).toBe(`The URL is refused: it ${problem}`);
    },
  );

  it('is anything else than text', async () => {
    for (const value of [null, undefined, 7, {}, ['http://hooks.example.com/']])
      expect(await outbound().checkUrl(value)).toMatch(/URL/);
  });
});

describe('a name', () => {
  it.each([
    [['10.0.0.7'], /private/],
    [['93.184.215.14', '127.0.0.1'], /loopback/],
    [['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 'fd00::1'], /private/],
    [['::ffff:169.254.169.254'], /IPv4 address in IPv6/],
    [['fe80::1%eth0'], /link-local/],
  ])('that resolves to %j is refused', async (addresses, reason) => {
    const guard = outbound({ resolve: resolving(...addresses) });
    expect(await guard.checkUrl('https://hooks.example.com/')).toMatch(reason);
    const error = await failure(guard, 'https://hooks.example.com/');
    expect([error.failure, error.message]).toEqual(['refused_address', expect.stringMatching(reason)]);
  });

  it('that resolves to public addresses alone is accepted, and so is one that does not resolve yet', async () => {
    expect(
      await outbound({ resolve: resolving('93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c') }).checkUrl(
        'https://hooks.example.com/',
      ),
    ).toBeNull();
    expect(await outbound().checkUrl('https://hooks.example.com/')).toBeNull();
    expect((await failure(outbound(), 'https://hooks.example.com/')).failure).toBe('dns');
  });

  it('is judged again for each connection: it cannot be public first and private later', async () => {
    let address = '93.184.215.14';
    const guard = outbound({ resolve: async () => [{ address, family: 4 }] });
    expect(await guard.checkUrl('http://rebind.example.com/')).toBeNull();
    address = '127.0.0.1';
    expect((await failure(guard, 'http://rebind.example.com/')).failure).toBe('refused_address');
  });

  it('is resolved once for a connection, which goes to the address that was judged', async () => {
    const port = await listen(createServer((request, response) => response.end(request.headers.host)));
    let asked = 0;
    const resolve = async () => [{ address: (asked += 1) === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    const guard = outbound({ resolve, allow: ['loopback'] });
    const { body } = await guard.request({ url: `http://hooks.example.com:${port}/`, method: 'GET' });
    expect([body.toString(), asked]).toEqual([`hooks.example.com:${port}`, 1]);
  });
});

describe('a name server', () => {
  const asking = async (options: OutboundOptions = {}) => {
    const names = await startNameServer();
    cleanups.push(async () => names.close());
    return outbound({ resolve: createResolve({ servers: [names.address] }), ...options });
  };

  it('that does not answer for some names holds up no other', async () => {
    const port = await listen(createServer((_request, response) => response.end('here')));
    const guard = await asking({ allow: ['loopback'] });
    const ended: string[] = [];
    const silent = Array.from({ length: 8 }, (_, index) =>
      failure(guard, `http://silent-${index}.example.com:${port}/`, { timeoutMs: 2_000 }).then((error) =>
        ended.push(error.failure),
      ),
    );
    const { body } = await guard.request({ url: `http://good.example.com:${port}/`, method: 'GET' });
    expect([body.toString(), ended]).toEqual(['here', []]);
    // The system looks up names without a dot.
    expect((await guard.request({ url: `http://localhost:${port}/`, method: 'GET' })).status).toBe(200);
    expect(ended).toEqual([]);
    await Promise.all(silent);
    expect(ended).toEqual(Array.from({ length: 8 }, () => 'timeout'));
  });

  it('that knows no such name is the reason of the failure, and its addresses are judged', async () => {
    const guard = await asking();
    expect((await failure(guard, 'http://absent.example.com/')).message).toMatch(/cannot be resolved: ENOTFOUND/);
    expect((await failure(guard, 'http://good.example.com/')).failure).toBe('refused_address');
  });
});

describe('a call', () => {
  const local = (options: OutboundOptions = {}) => outbound({ allow: ['loopback'], ...options });

  it('is answered with status, headers and body', async () => {
    const port = await listen(
      createServer(
        (request, response) =>
          void request.on('data', (chunk) =>
            response.writeHead(418, { 'X-Kind': 'teapot' }).end(`got ${String(chunk)}`),
          ),
      ),
    );
    const answer = await local().request({
      url: `http://127.0.0.1:${port}/`,
      method: 'POST',
      headers: { 'x-test': '1' },
      body: 'tea',
    });
    expect(answer).toMatchObject({ status: 418, headers: { 'x-kind': 'teapot' }, isCut: false });
    expect(answer.body.toString()).toBe('got tea');
  });

  it('does not follow redirects', async () => {
    let calls = 0;
    const port = await listen(
      createServer(
        (_request, response) => void ((calls += 1), response.writeHead(307, { location: '/again' }).end('over there')),
      ),
    );
    const error = await failure(local(), `http://127.0.0.1:${port}/`);
    expect([error.failure, error.response?.status, String(error.response?.body), calls]).toEqual([
      'redirect',
      307,
      'over there',
      1,
    ]);
  });

  it('whose name is never resolved ends with its time', async () => {
    const guard = local({ resolve: () => new Promise(() => undefined) });
    expect((await failure(guard, 'http://hooks.example.com/', { timeoutMs: 50 })).failure).toBe('timeout');
  });

  it.each([
    ['says nothing', '', ''],
    ['sends headers a piece at a time', 'HTTP/1.1 200 OK\r\nX-A: ', 'x'],
    ['sends a body a byte at a time', 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', 'x'],
  ])('to a receiver that %s ends with its time', async (_name, first, next) => {
    const server = createNetServer((socket) => {
      socket.on('error', () => undefined).write(first);
      const timer = setInterval(() => socket.write(next), 20);
      socket.on('close', () => clearInterval(timer));
      cleanups.push(async () => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect((await failure(local(), `http://127.0.0.1:${port}/`, { timeoutMs: 200 })).failure).toBe('timeout');
    server.close();
  });

  it('reads at most the given size of a response', async () => {
    const port = await listen(createServer((_request, response) => response.end('x'.repeat(100_000))));
    const url = `http://127.0.0.1:${port}/`;
    expect((await failure(local(), url, { maxResponseBytes: 1_000 })).failure).toBe('too_large');
    const cut = await local().request({ url, method: 'GET', maxResponseBytes: 1_000, onTooLarge: 'cut' });
    expect([cut.body.length, cut.isCut]).toEqual([1_000, true]);
  });

  it('requires a trusted certificate for the called name', async () => {
    const port = await listen(createTlsServer(selfSigned, (_request, response) => response.end('safe')));
    const resolve = resolving('127.0.0.1');
    expect((await failure(local({ resolve }), `https://secure.test:${port}/`)).failure).toBe('tls');
    const trusting = local({ resolve, ca: selfSigned.cert });
    expect(String((await trusting.request({ url: `https://secure.test:${port}/`, method: 'GET' })).body)).toBe('safe');
    expect((await failure(trusting, `https://other.test:${port}/`)).failure).toBe('tls');
    expect((await failure(trusting, `http://127.0.0.1:${port}/`)).failure).toBe('connect');
  });

  it('without a listener is a failure to connect', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect((await failure(local(), `http://127.0.0.1:${port}/`)).failure).toBe('connect');
  });

  it('can be aborted by its caller', async () => {
    const port = await listen(createServer(() => undefined));
    const ending = AbortSignal.abort();
    await expect(
      local().request({ url: `http://127.0.0.1:${port}/`, method: 'GET', signal: ending }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('OUTBOUND_ALLOW', () => {
  const urls = [
    'http://127.0.0.1:8080/',
    'http://10.1.2.3/',
    'http://10.9.9.9/',
    'http://hooks.internal/',
    'http://hooks.internal:8080/',
    'http://[fd12::1]:8080/',
    'http://169.254.169.254/',
    'http://[fd00:ec2::254]/',
    'http://[fd20:ce::254]/',
  ];
  it.each([
    [[], []],
    [['loopback'], [0]],
    [['private'], [1, 2, 3, 4, 5]],
    [
      ['private', 'fd00:ec2::254'],
      [1, 2, 3, 4, 5, 7],
    ],
    [['10.1.0.0/16'], [1]],
    [['10.1.2.3'], [1]],
    [['hooks.internal'], [3, 4]],
    [['hooks.internal:8080'], [4]],
    [['fd12::/48'], [5]],
    [['[fd12::1]:8080'], [5]],
    [['[fd12::1]'], [5]],
    [
      ['loopback', '10.9.9.9'],
      [0, 2],
    ],
  ])('%j opens what it names and nothing else', async (allow, open) => {
    const guard = outbound({ allow, resolve: resolving('10.200.0.1') });
    const verdicts = await Promise.all(urls.map((url) => guard.checkUrl(url)));
    expect(verdicts.flatMap((verdict, index) => (verdict === null ? [index] : []))).toEqual(open);
  });

  it('opens a port of another protocol only where it names that very port', async () => {
    expect(
      await outbound({ allow: ['relay.internal'], resolve: resolving('10.0.0.1') }).checkUrl(
        'http://relay.internal:25/',
      ),
    ).toMatch(/port 25/);
    expect(
      await outbound({ allow: ['relay.internal:25'], resolve: resolving('10.0.0.1') }).checkUrl(
        'http://relay.internal:25/',
      ),
    ).toBeNull();
  });
});
