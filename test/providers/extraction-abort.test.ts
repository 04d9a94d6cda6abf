import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';

const at = configuredApp((fake) => ({
  LLM_PROVIDER: 'openai',
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  PROVIDER_TIMEOUT_SECONDS: '300',
}));

describe('an addition whose job is lost to another worker', () => {
  it('ends its call of the model, and is left to that worker', { timeout: 60_000 }, async () => {
    at.fake.trouble = () => ({ silent: true });
    const messages = [
      { role: 'user', content: 'I keep bees.' },
      { role: 'user', content: 'I sail.' },
    ];
    const { body } = await at.call<{ event_id: string }>('POST /v3/memories/add/', { messages, user_id: 'rosa' });
    await expect.poll(() => at.fake.requests.length).toBe(1);
    // The last attempt of another worker.
    const { database } = at.test.app.services;
    await database.query("UPDATE pgboss.job SET retry_count = retry_limit WHERE name = 'extractMemories'");
    await expect.poll(() => at.fake.aborted, { timeout: 15_000 }).toBe(1);
    const event = await at.call(`GET /v1/event/${body.event_id}/`);
    expect(event.body).toMatchObject({ status: 'RUNNING', error: null });
    // Other calls of the model for single messages would follow.
    expect(at.fake.requests).toHaveLength(1);
    at.fake.trouble = null;
    await database.query(
      "UPDATE pgboss.job SET state = 'created', retry_count = 0, started_on = NULL WHERE name = 'extractMemories'",
    );
    await at.test.app.services.bus.publish('jobQueued', { name: 'extractMemories' });
    await expect
      .poll(async () => (await at.call<{ status: string }>(`GET /v1/event/${body.event_id}/`)).body.status)
      .toBe('SUCCEEDED');
  });
});
