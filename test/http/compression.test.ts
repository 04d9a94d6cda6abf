import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const plainText = 'Rosa collects stamps and coins. '.repeat(60);

function send(method: 'GET' | 'POST', url: string, more: { accept?: string; body?: object; key?: string } = {}) {
  return test.app.inject({
    method,
    url,
    headers: {
      authorization: `Token ${test.admin.apiKey}`,
      ...(more.accept && { 'accept-encoding': more.accept }),
      ...(more.key && { 'idempotency-key': more.key }),
    },
    ...(more.body && { payload: more.body }),
  });
}

describe('compressed responses', () => {
  it('are brotli or gzip for clients that accept them, zstd where Node has it, and plain for others', async () => {
    const plain = await send('GET', '/openapi.json');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await send('GET', '/openapi.json', { accept: 'br' });
    expect([brotli.headers['content-encoding'], brotli.headers.vary]).toEqual([
      'br',
      expect.stringContaining('accept-encoding'),
    ]);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    const gzip = await send('GET', '/openapi.json', { accept: 'gzip, deflate' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    const best = await send('GET', '/openapi.json', { accept: 'gzip, br, zstd' });
    expect(best.headers['content-encoding']).toBe('createZstdCompress' in zlib ? 'zstd' : 'br');
  });

  it('come from GraphQL and REST alike, and not for short responses', async () => {
    const messages = [{ role: 'user', content: plainText }];
    await send('POST', '/v3/memories/add/', { body: { messages, user_id: 'rosa', infer: false } });
    const query = '{ memories { edges { node { text } } } }';
    const graphql = await send('POST', '/graphql', { accept: 'gzip', body: { query } });
    const again = await send('POST', '/graphql', { accept: 'gzip', body: { query } });
    const rest = await send('POST', '/v3/memories/', { accept: 'gzip', body: { filters: { user_id: 'rosa' } } });
    for (const answer of [graphql, again, rest]) {
      expect(answer.headers['content-encoding'], answer.payload.slice(0, 200)).toBe('gzip');
      expect(gunzipSync(answer.rawPayload).toString()).toContain(plainText.trim());
    }
    expect((await send('GET', '/v1/ping/', { accept: 'gzip' })).headers['content-encoding']).toBeUndefined();
  });

  it('are kept uncompressed for an idempotency key, so that each repetition gets what it accepts', async () => {
    const body = { messages: Array.from({ length: 30 }, (_, i) => ({ role: 'user', content: `${i} ${plainText}` })) };
    const add = (accept?: string) =>
      send('POST', '/v3/memories/add/', {
        ...(accept && { accept }),
        key: 'compressed-once',
        body: { ...body, user_id: 'ada', infer: false },
      });
    const first = await add('gzip');
    const second = await add();
    expect(first.headers['content-encoding']).toBe('gzip');
    expect([second.headers['content-encoding'], second.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
    expect(second.body).toBe(gunzipSync(first.rawPayload).toString());
  });

  it('are never event streams', async () => {
    const { apiUrl } = await test.app.listen();
    const abort = new AbortController();
    const response = await fetch(new URL('/graphql', apiUrl), {
      method: 'POST',
      signal: abort.signal,
      headers: {
        authorization: `Token ${test.admin.apiKey}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'accept-encoding': 'gzip, br',
      },
      body: JSON.stringify({ query: 'subscription { memoryChanges { __typename } }' }),
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('content-encoding')).not.toMatch(/gzip|br|zstd/);
    abort.abort();
  });
});
