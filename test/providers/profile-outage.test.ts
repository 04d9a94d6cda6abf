import { describe, expect, it } from 'vitest';
import { productWith } from './front-door.js';

describe('a job of profiles', () => {
  const product = productWith({ LLM_PROVIDER: 'openai', EMBEDDER: 'none' }, 5_000);

  it(
    'goes on where it was when its model is unavailable or limits the rate of calls',
    { timeout: 90_000 },
    async () => {
      const { call, fake } = product;
      const owners = ['li', 'rosa'];
      for (const user_id of owners)
        await call('POST /memories', { messages: [{ role: 'user', content: 'I keep bees.' }], user_id, infer: false });
      const statuses = [503, 429, null, 500];
      const asked: string[] = [];
      fake.answer = ({ prompt }) => (asked.push(prompt), JSON.stringify({ summary: 'Keeps bees.' }));
      fake.trouble = () => {
        const status = statuses.shift() ?? null;
        return status === null ? null : { status };
      };
      const { body } = await call<{ job_id: string }>(
        'POST /v2/profiles/jobs/',
        { operation: 'sample', entity_type: 'user', limit: 2 },
        { 'idempotency-key': 'profiles-of-two-users' },
      );
      const read = async () =>
        (await call<{ job: { status: string } }>(`GET /v2/profiles/jobs/${body.job_id}/`)).body.job;
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('SUCCEEDED');
      expect(await read()).toMatchObject({ succeeded: 2, failed: 0 });
      // Each profile was generated once.
      expect(asked).toHaveLength(2);
      for (const name of owners)
        expect((await call(`GET /v2/entities/user/${name}/profile/`)).body).toMatchObject({
          status: 'succeeded',
          error: null,
        });
    },
  );
});
