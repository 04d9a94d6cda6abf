import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const requests = [
  ['POST', '/v3/memories/add/', { messages: [{ role: 'user', content: 'Hi' }] }],
  ['POST', '/v3/memories/search/', { query: 'lamp', filters: { user_id: 'ann' }, top_k: 0 }],
  ['PUT', '/v1/memories/01900000-0000-7000-8000-000000000001/', { text: 'x', expiration_date: 'soon' }],
  ['POST', '/memories', { messages: [{ role: 'user', content: 'Hi' }] }],
  ['POST', '/search', { query: ' ', user_id: 'ann' }],
] as const;

describe('the row of a refused REST request', () => {
  it.each(requests)('%s %s has the words of the response', async (method, path, body) => {
    const { status, body: answer, headers } = await test.as(test.admin.apiKey).rest(method, path, body);
    expect(status).toBeGreaterThanOrEqual(400);
    await test.app.services.requestLogs.flush();
    const [row] = await test.app.services.database.query<{ errors: { code: string; path: null; message: string }[] }>(
      'SELECT errors FROM request_logs WHERE request_id = $1',
      [headers['x-request-id']],
    );
    expect(row?.errors).toHaveLength(1);
    const [error] = row?.errors ?? [];
    expect(error?.message).not.toMatch(/[a-z][A-Z]|^It /);
    // Each part of the message stands in the response.
    const texts = JSON.stringify(answer);
    expect(texts).toContain(JSON.stringify(error?.message).slice(1, -1));
  });
});
