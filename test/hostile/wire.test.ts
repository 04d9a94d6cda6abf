import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { requestText, sendRaw } from './raw-http.js';

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

const key = () => `authorization: Token ${app.admin.apiKey}`;
const json = 'content-type: application/json';
const add = (text: string) =>
  JSON.stringify({ messages: [{ role: 'user', content: text }], user_id: 'ada', infer: false });
const count = async () => {
  const [row] = await app.app.services.database.query<{ total: number }>('SELECT count(*) AS total FROM memories');
  return row?.total;
};
const post = (path: string, headers: readonly string[], body: string) =>
  sendRaw(app.url, requestText({ url: app.url, method: 'POST', path }, [key(), json, ...headers], body));

describe('row 3: several credentials', () => {
  it('in two Authorization headers are refused, in either order', async () => {
    const wrong = `authorization: Token m0sk_${'x'.repeat(43)}`;
    for (const headers of [
      [key(), wrong],
      [wrong, key()],
      [key(), key().replace('Token', 'Bearer')],
    ]) {
      const { statuses, text } = await sendRaw(app.url, requestText({ url: app.url, path: '/v1/ping/' }, headers));
      expect(statuses).toEqual([401]);
      expect(text.toLowerCase()).toContain('www-authenticate:');
    }
  });

  it('in two X-API-Key headers are refused', async () => {
    const headers = [`x-api-key: ${app.admin.apiKey}`, 'x-api-key: m0sk_other'];
    const { statuses } = await sendRaw(app.url, requestText({ url: app.url, path: '/v1/ping/' }, headers));
    expect(statuses).toEqual([401]);
  });
});

describe('row 64: a body that is too large', () => {
  it(
    'is answered with 413 before the connection closes in order, with a length and in chunks',
    { timeout: 90_000 },
    async () => {
      const large = 'x'.repeat(10_000_000);
      const chunked = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
      for (const path of ['/v3/memories/add/', '/graphql', '/mcp', '/memories']) {
        const [sized, inChunks] = [
          await post(path, [`content-length: ${large.length}`], large),
          await post(path, ['transfer-encoding: chunked'], chunked),
        ];
        expect([path, sized.statuses, inChunks.statuses]).toEqual([path, [413], [413]]);
      }
    },
  );
});

describe('row 102: the frame of a body', () => {
  const body = add('Never stored.');

  it.each<[string, (body: string) => [readonly string[], string], number]>([
    ['two lengths', (text) => [[`content-length: ${text.length}`, 'content-length: 3'], text], 400],
    [
      'a length and chunks',
      (text) => [
        [`content-length: ${text.length}`, 'transfer-encoding: chunked'],
        `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
      ],
      400,
    ],
    [
      'chunks under another name for them',
      (text) => [[`content-length: ${text.length}`, 'transfer-encoding: xchunked'], text],
      400,
    ],
    ['a length that is no number', (text) => [['content-length: 0x10'], text], 400],
    ['a length below zero', (text) => [['content-length: -1'], text], 400],
    ['a chunk of no size', (text) => [['transfer-encoding: chunked'], `zz\r\n${text}\r\n0\r\n\r\n`], 400],
    ['a header folded over lines', (text) => [[`content-length: ${text.length}`, 'x-note: a\r\n b'], text], 400],
    ['a space before the colon', (text) => [[`content-length : ${text.length}`], text], 400],
    ['a comma at the end', (text) => [[`content-length: ${text.length}`], `${text.slice(0, -1)},}`.slice(1)], 400],
  ])('with %s is refused, and nothing is stored', async (_what, framed, status) => {
    const [headers, bytes] = framed(body);
    const { statuses } = await post('/v3/memories/add/', headers, bytes);
    expect(statuses[0]).toBe(status);
    expect(await count()).toBe(0);
  });

  it('that is shorter than its bytes does not smuggle a second request past the first', async () => {
    const hidden = requestText({ url: app.url, method: 'DELETE', path: '/v1/memories/?user_id=ada' }, [key()]);
    const { statuses } = await post('/v3/memories/search/', ['content-length: 2'], `{}${hidden}`);
    expect(statuses).toEqual([400]);
  });

  it('with one field twice has the last value, as JSON readers do', async () => {
    const twice = `{"user_id":"bob","user_id":"ada","infer":false,"messages":[{"role":"user","content":"Twice."}]}`;
    const { statuses } = await post('/v3/memories/add/', [`content-length: ${twice.length}`], twice);
    expect(statuses).toEqual([200]);
    const rows = await app.app.services.database.query('DELETE FROM memories RETURNING user_id');
    expect(rows).toEqual([{ userId: 'ada' }]);
  });

  it.each([['gzip'], ['br'], ['deflate']])(
    'that is compressed with %s is refused without being unpacked',
    async (encoding) => {
      const payload = gzipSync(Buffer.alloc(5_000_000));
      const headers = {
        authorization: `Token ${app.admin.apiKey}`,
        [json.split(': ')[0] as string]: 'application/json',
      };
      for (const url of ['/graphql', '/v3/memories/add/']) {
        const answer = await app.app.inject({
          method: 'POST',
          url,
          headers: { ...headers, 'content-encoding': encoding },
          payload,
        });
        expect([url, answer.statusCode]).toEqual([url, 415]);
      }
    },
  );
});

describe('row 115: methods', () => {
  const raw = (method: string, path: string, headers: readonly string[] = []) =>
    sendRaw(app.url, requestText({ url: app.url, method, path }, [key(), ...headers]));

  it('TRACE, CONNECT and unknown ones return nothing of the request', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'FOO']) {
      const { statuses, text } = await raw(method, '/v1/ping/', ['x-note: canary-trace']);
      expect([method, statuses[0]]).toEqual([
        method,
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
      ]);
      expect(text).not.toContain('canary-trace');
    }
  });

  it('HEAD is GET without a body', async () => {
    const { statuses, text } = await raw('HEAD', '/v1/ping/');
    expect(statuses).toEqual([200]);
    expect(text.split('\r\n\r\n')[1]).toBe('');
  });

  it('a header or a parameter that names another method is ignored', async () => {
    await post('/v3/memories/add/', [`content-length: ${add('Stays.').length}`], add('Stays.'));
    for (const header of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
      await raw('GET', '/v1/memories/?user_id=ada&_method=DELETE', [`${header}: DELETE`]);
      const search = JSON.stringify({ filters: { user_id: 'ada' } });
      const { statuses } = await post(
        '/v3/memories/',
        [`${header}: DELETE`, `content-length: ${search.length}`],
        search,
      );
      expect(statuses).toEqual([200]);
    }
    expect(await count()).toBe(1);
  });

  it('a path without its slash at the end is the same path, and never a redirect', async () => {
    const { statuses } = await raw('DELETE', '/v1/memories?user_id=bob');
    expect(statuses).toEqual([200]);
    expect((await raw('PATCH', '/v1/ping')).statuses).toEqual([405]);
    expect((await raw('PATCH', '/v1/ping')).text.toLowerCase()).toContain('allow: get');
  });
});
