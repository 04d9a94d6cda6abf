import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function configure(idempotencyKey: string, text: string): Promise<string> {
  const headers = {
    authorization: `Token ${test.admin.apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
  };
  const answer = await test.app.inject({
    method: 'POST',
    url: '/configure',
    headers,
    payload: { custom_instructions: text },
  });
  return `${answer.statusCode} ${answer.body}`;
}

it('a configuration is changed with an idempotency key, once, and is in force soon after', async () => {
  const done = '200 {"message":"Configuration set successfully"}';
  expect(await configure('the-first-key', 'Be brief')).toBe(done);
  await expect.poll(() => test.app.services.providers.customInstructions()).toBe('Be brief');
  expect(await configure('the-second-key', 'Be kind')).toBe(done);
  expect(await configure('the-first-key', 'Be brief')).toBe(done);
  await expect.poll(() => test.app.services.providers.customInstructions()).toBe('Be kind');
});
