import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ embedder: 'local' });
});
afterAll(() => test.close());

it('search finds by meaning what shares no word with the query', async () => {
  const admin = test.as(test.admin.apiKey);
  const texts = ['My dog is called Bello', 'The train to Basel leaves at nine', 'I bake bread on Sundays'];
  await admin.rest('POST', '/v3/memories/add/', {
    messages: texts.map((content) => ({ role: 'user', content })),
    user_id: 'rosa',
    infer: false,
  });
  const { status, body } = await admin.rest('POST', '/v3/memories/search/', {
    query: 'name of the pet',
    filters: { user_id: 'rosa' },
    top_k: 1,
  });
  expect(status).toBe(200);
  expect(body.results).toEqual([expect.objectContaining({ memory: texts[0], score: expect.any(Number) })]);
});
