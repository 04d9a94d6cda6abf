import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { call, connectTo } from './tool-client.js';

let test: TestApp;
let url: URL;
beforeAll(async () => {
  test = await startTestApp();
  url = new URL('/mcp', (await test.app.listen()).apiUrl);
});
afterAll(() => test.close());
beforeEach(() => test.reset());

describe.each(['auto', 'legacy'] as const)('the owner of a memory over MCP, protocol %s', (era) => {
  it('has an ID that is not blank: another call is refused, and no memory of other owners is read or stored instead', async () => {
    const client = await connectTo(url, test.admin.apiKey, era);
    await call(client, 'add_memory', { text: 'Bob plays chess.', user_id: 'bob', infer: false });
    for (const user_id of ['', ' ']) {
      const refusal = 'BAD_USER_INPUT: `user_id` must not be blank: leave it out.';
      expect(await call(client, 'search_memories', { query: 'chess', user_id })).toEqual({ refusal });
      expect(await call(client, 'get_memories', { user_id, run_id: 'monday' })).toEqual({ refusal });
      expect(await call(client, 'delete_all_memories', { user_id, run_id: 'monday' })).toEqual({ refusal });
      expect(await call(client, 'delete_entities', { user_id })).toEqual({ refusal });
      expect(await call(client, 'add_memory', { text: 'I play chess.', user_id, infer: false })).toEqual({
        refusal: expect.stringContaining('At least one of `user_id`, `agent_id`, `app_id` and `run_id` is required.'),
      });
    }
    expect(await call(client, 'get_memories')).toMatchObject({ count: 1 });
    await client.close();
  });

  it('is kept with who said a message', async () => {
    const client = await connectTo(url, test.admin.apiKey, era);
    const messages = [{ role: 'user', content: 'I play chess.', name: 'Ada' }];
    await call(client, 'add_memory', { messages, run_id: 'club', infer: false });
    const query = '{ memories(first: 1) { nodes { text actor } } }';
    const { body } = await test.as(test.admin.apiKey).rest<object>('POST', '/graphql', { query });
    expect(body).toEqual({ data: { memories: { nodes: [{ text: 'I play chess.', actor: 'Ada' }] } } });
    await client.close();
  });
});
