import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';

const at = configuredApp((fake) => ({
  LLM_PROVIDER: 'openai',
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
}));

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n');
const long = Array.from({ length: 3_000 }, (_, index) => `Line ${index}.`).join('\n');

/** What the file server sends for a path: a status, a body, and where else to go. */
const files: Readonly<Record<string, { status?: number; body?: Buffer | string; location?: string; length?: number }>> =
  {
    '/a.png': { body: png },
    '/a.pdf': { body: pdf },
    '/a.txt': { body: 'Rosa keeps bees. Her password: hunter2-Zx9!' },
    '/a.mdx': { body: '# About Rosa\n\n<Note>She sails.</Note>' },
    '/long.txt': { body: long },
    '/moved.png': { status: 302, location: '/a.png' },
    '/inside.png': { status: 302, location: 'http://10.0.0.1/a.png' },
    '/loop.png': { status: 302, location: '/loop.png' },
    '/gone.png': { status: 404, body: 'gone' },
    '/page.png': { body: '<html>not an image</html>' },
    '/latin.txt': { body: Buffer.from([0x52, 0xe9, 0x20]) },
    '/huge.png': { body: png, length: 11 * 1_048_576 },
    '/endless.txt': { body: 'x'.repeat(200_001) },
  };

let server: Server;
let base: string;
let busy = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/busy.png' && busy-- > 0) return void response.writeHead(503).end();
    const { status = 200, body = '', location, length } = files[request.url ?? ''] ?? files['/a.png'] ?? {};
    response.writeHead(status, { ...(location && { location }), 'content-length': length ?? Buffer.byteLength(body) });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Event {
  readonly status: string;
  readonly error: string | null;
  readonly results: { memory: string }[] | null;
}

interface Answered {
  readonly addMemories?: { readonly event: { readonly id: string } };
}

const part = (type: string, url: string) => ({ type, [type]: { url } });

/** Jobs that wait for their time need wait no longer. */
async function hurry(): Promise<void> {
  await at.test.app.services.database.query(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'extractMemories' AND state IN ('retry', 'created')",
  );
  await at.test.app.services.bus.publish('jobQueued', { name: 'extractMemories' });
}

async function ended(eventId: string): Promise<Event> {
  const read = async () => (await at.call<Event>(`GET /v1/event/${eventId}/`)).body;
  await expect
    .poll(async () => (await hurry(), (await read()).status), { timeout: 20_000, interval: 20 })
    .toMatch(/FAILED|SUCCEEDED/);
  return read();
}

async function add(content: unknown): Promise<Event> {
  const messages = [{ role: 'user', content }];
  const { status, body } = await at.call<{ event_id: string }>('POST /v3/memories/add/', { messages, user_id: 'rosa' });
  expect([status, body]).toMatchObject([200, {}]);
  return ended(body.event_id);
}

/** Content of the user's message in the last request to the model. */
function sent(): { type: string; text?: string; image_url?: { url: string }; file?: { file_data: string } }[] {
  const messages = at.fake.requests.at(-1)?.body.messages as { role: string; content: never }[];
  return messages.find(({ role }) => role === 'user')?.content ?? [];
}

describe('an attachment', () => {
  it('of an image or a PDF goes to the model as bytes, before the messages, and its address into the history', async () => {
    at.fake.answer = () => JSON.stringify({ facts: [{ text: 'Rosa has a red boat.', message: 1 }] });
    const { status, results } = await add([
      { type: 'text', text: 'My boat' },
      part('image_url', `${base}/moved.png`),
      part('image_url', `data:image/png;base64,${png.toString('base64')}`),
      part('pdf_url', `${base}/a.pdf`),
    ]);
    expect([status, results?.map(({ memory }) => memory)]).toEqual(['SUCCEEDED', ['Rosa has a red boat.']]);
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } };
    const file = { filename: 'file-3.pdf', file_data: `data:application/pdf;base64,${pdf.toString('base64')}` };
    const title = { type: 'text', text: 'File of message 1:' };
    expect(sent().slice(0, 6)).toEqual([title, image, title, image, title, { type: 'file', file }]);
    expect(sent()[6]?.text).toContain('"content": "My boat"');
    const [history] = await at.test.app.services.database.query<{ input: unknown }>('SELECT input FROM memory_history');
    const content = `My boat\n[image_url ${base}/moved.png]\n[image_url]\n[pdf_url ${base}/a.pdf]`;
    expect(history?.input).toEqual([{ role: 'user', content }]);
  });

  it('of a text or MDX file is read as text, without secrets, from a URL or as base64', async () => {
    await add([part('txt_url', `${base}/a.txt`), part('mdx_url', `${base}/a.mdx`)]);
    const prompt = at.fake.requests.at(-1)?.prompt ?? '';
    expect(prompt).toContain('Rosa keeps bees.');
    expect(prompt).toContain('<Note>She sails.</Note>');
    expect(prompt).not.toContain('hunter2');
    await add(part('txt_url', Buffer.from('Rosa rows.').toString('base64')));
    expect(at.fake.requests.at(-1)?.prompt).toContain('Rosa rows.');
  });

  it('of a long text is read in pieces that overlap, and nothing is cut', async () => {
    at.fake.answer = () => '{"facts": []}';
    await add(part('txt_url', `${base}/long.txt`));
    const pieces = at.fake.requests.flatMap(({ prompt }) => [...prompt.matchAll(/Text file, part (\d) of (\d)/gu)]);
    expect(pieces.map(([, number]) => number)).toEqual(expect.arrayContaining(['1', '2']));
    const all = at.fake.requests.map(({ prompt }) => prompt).join('\n');
    const missing = long.split('\n').filter((line) => !all.includes(line));
    expect(missing).toEqual([]);
  });

  it.each([
    ['a text', 'x'],
    ['an object', {}],
    ['a list with null', [null]],
    ['an unknown kind', [{ kind: 'exe_url', url: 'https://example.com/a' }]],
    ['no URL', [{ kind: 'pdf_url' }]],
  ])('is refused in a list that is none of attachments: %s', async (_what, attachments) => {
    const messages = [{ role: 'user', content: 'My boat', attachments }];
    const { status, body } = await at.call('POST /v3/memories/add/', { messages, user_id: 'rosa' });
    const problem =
      'Message 1: The attachments must be a list of objects with url and with kind, one of image_url, pdf_url, txt_url, mdx_url.';
    expect([status, body]).toEqual([400, { error: '400 Bad Request', details: { message: problem }, detail: problem }]);
  });

  it('is retried while its host is busy', async () => {
    busy = 2;
    expect(await add(part('image_url', `${base}/busy.png`))).toMatchObject({ status: 'SUCCEEDED', error: null });
  });

  it.each([
    ['image_url', '/gone.png', 'The attachment image_url cannot be read. Its host answered 404.'],
    [
      'image_url',
      '/page.png',
      'The attachment image_url cannot be read. The file is not a PNG, JPEG, GIF or WebP image.',
    ],
    ['image_url', '/a.pdf', 'The attachment image_url cannot be read. The file is not a PNG, JPEG, GIF or WebP image.'],
    ['pdf_url', '/a.png', 'The attachment pdf_url cannot be read. The file is not a PDF.'],
    ['image_url', '/huge.png', 'The attachment image_url cannot be read. The file is larger than 10 MiB.'],
    ['image_url', '/inside.png', 'The attachment image_url cannot be read. Its address is refused.'],
    ['image_url', '/loop.png', 'The attachment image_url cannot be read. The URL redirects more than 3 times.'],
    ['txt_url', '/latin.txt', 'The attachment txt_url cannot be read. The file is not text in UTF-8.'],
    ['mdx_url', '/endless.txt', 'The attachment mdx_url cannot be read. The text has more than 200000 characters.'],
  ])('%s of %s makes the event FAILED at once, and no model is asked', async (kind, path, error) => {
    expect(await add(part(kind, `${base}${path}`))).toMatchObject({ status: 'FAILED', error });
    expect(at.fake.requests).toEqual([]);
  });

  it('that the model refuses makes the event FAILED with advice', async () => {
    at.fake.trouble = () => ({ status: 400 });
    const { status, error } = await add(part('image_url', `${base}/a.png`));
    expect([status, error]).toEqual(['FAILED', expect.stringContaining('use a model that reads images and PDFs')]);
  });

  it('at an address that this server may not call, or of an unknown type, is refused before anything is queued', async () => {
    const post = async (content: unknown) => {
      const messages = [
        { role: 'user', content: 'Hello' },
        { role: 'user', content },
      ];
      const { status, body } = await at.call('POST /v3/memories/add/', { messages, user_id: 'rosa' });
      return [status, JSON.stringify(body)];
    };
    const inside = await post(part('image_url', 'http://10.0.0.1/a.png'));
    expect(inside).toEqual([400, expect.stringMatching(/Message 2: The URL of the attachment image_url is refused/u)]);
    const audio = await post([{ type: 'input_audio', input_audio: { data: 'AAAA' } }]);
    expect(audio).toEqual([400, expect.stringContaining('cannot be read. Use text, image_url, pdf_url')]);
    expect(await post([{ type: 'image_url', image_url: {} }])).toEqual([
      400,
      expect.stringContaining('must have a URL'),
    ]);
    const many = await post(Array.from({ length: 11 }, () => part('image_url', `${base}/a.png`)));
    expect(many).toEqual([400, expect.stringContaining('10 attachments at most')]);
    expect(await at.test.app.services.database.query('SELECT 1 FROM events')).toEqual([]);
  });

  it('works over GraphQL, in a dry run too', async () => {
    at.fake.answer = () => JSON.stringify({ facts: [{ text: 'Rosa has a red boat.', message: 1 }] });
    const attachments = [{ kind: 'IMAGE', url: `${base}/a.png` }];
    const input = { userId: 'rosa', messages: [{ role: 'USER', content: '', attachments }] };
    const run = async (query: string) =>
      (await at.call<{ data: Answered }>('POST /graphql', { query, variables: { input } })).body.data;
    const preview = await run(
      'query ($input: AddMemoriesInput!) { previewMemories(input: $input) { memories { text } unusedMessages } }',
    );
    expect(preview).toEqual({ previewMemories: { memories: [{ text: 'Rosa has a red boat.' }], unusedMessages: [] } });
    expect(sent()[1]).toMatchObject({ type: 'image_url' });
    const { addMemories } = await run(
      'mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { ... on AddMemoriesPayload { event { id } } } }',
    );
    expect(await ended(addMemories?.event.id ?? '')).toMatchObject({ status: 'SUCCEEDED' });
  });
});
