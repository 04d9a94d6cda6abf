import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

type Body = Record<string, unknown>;

let test: TestApp;
let url: URL;
let client: Client;
beforeAll(async () => {
  test = await startTestApp();
  url = new URL('/mcp', (await test.app.listen()).apiUrl);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${test.admin.apiKey}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return () => client.close();
});

/** Calls a tool. Returns its structured content, or the text of its error. */
async function call(name: string, args: Body): Promise<unknown> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
  return isError === true ? (content as { text: string }[])[0]?.text : structuredContent;
}

const key = { idempotency_key: 'turn-0001' };

describe('a call with an idempotency key', () => {
  it.each([
    ['stored word for word', { text: 'Ada lives in Lisbon.', infer: false }],
    ['extracted', { text: 'I live in Lisbon.' }],
  ])('adds a text that is %s once, also when it is sent twice at the same time', async (_, fact) => {
    const input = { ...fact, user_id: 'ada', ...key };
    const [first, ...others] = await Promise.all([call('add_memory', input), call('add_memory', input)]);
    others.push(await call('add_memory', input));
    expect(first).toMatchObject({ event_id: expect.any(String), results: [expect.objectContaining({ event: 'ADD' })] });
    const { event_id: event } = first as { event_id: string };
    // A call that arrives while the first one waits for its extraction gets the event without results.
    for (const other of others) expect(other).toMatchObject({ event_id: event });
    expect(others.at(-1)).toEqual(first);
    expect(await call('list_events', {})).toMatchObject({ count: 1 });
  });

  it('changes a memory once', async () => {
    const added = await call('add_memory', { text: 'Ada sails.', user_id: 'ada', infer: false });
    const { id } = (added as { results: [{ id: string }] }).results[0];
    const change = { memory_id: id, text: 'Ada rows.', ...key };
    const changed = await call('update_memory', change);
    await call('update_memory', { memory_id: id, text: 'Ada dives.' });
    expect(await call('update_memory', change)).toEqual(changed);
    expect(await call('get_memory', { memory_id: id })).toMatchObject({ memory: { memory: 'Ada dives.' } });
  });

  it.each([
    ['delete_memory', (id: string) => ({ memory_id: id })],
    ['delete_all_memories', () => ({ user_id: 'ada' })],
    ['delete_entities', () => ({ user_id: 'ada' })],
  ])('deletes once with %s, and a preview with the key stays a preview', async (tool, toArguments) => {
    const added = await call('add_memory', { text: 'Ada sails.', user_id: 'ada', infer: false });
    const target = toArguments((added as { results: [{ id: string }] }).results[0].id);
    const preview = (await call(tool, { ...target, ...key })) as { confirmation: string };
    expect(preview).toMatchObject({ deleted: false, confirmation: expect.any(String) });
    expect(await call(tool, { ...target, idempotency_key: 'short' })).toMatch(/^BAD_USER_INPUT: .*8 to 128/);
    const confirmed = { ...target, confirmation: preview.confirmation, ...key };
    const [first, twin] = await Promise.all([call(tool, confirmed), call(tool, confirmed)]);
    expect(first).toMatchObject({ deleted: true });
    expect(twin).toEqual(first);
    await call('add_memory', { text: 'Ada rows.', user_id: 'ada', infer: false });
    expect(await call(tool, confirmed)).toEqual(first);
    expect(await call('get_memories', {})).toMatchObject({ count: 1, results: [{ memory: 'Ada rows.' }] });
    const other = { ...target, confirmation: `${preview.confirmation}x`, ...key };
    expect(await call(tool, other)).toMatch(/^IDEMPOTENCY_KEY_REUSED: /);
  });

  it('is refused with other arguments, and with a malformed key', async () => {
    const fact = { user_id: 'ada', infer: false };
    await call('add_memory', { text: 'Ada sails.', ...fact, ...key });
    expect(await call('add_memory', { text: 'Ada rows.', ...fact, ...key })).toMatch(/^IDEMPOTENCY_KEY_REUSED: /);
    expect(await call('add_memory', { text: 'Ada rows.', ...fact, idempotency_key: 'short' })).toMatch(
      /^BAD_USER_INPUT: .*8 to 128/,
    );
  });
});
