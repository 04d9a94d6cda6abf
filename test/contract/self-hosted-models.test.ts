import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';
import { graphql } from '../self-hosted/flat-client.js';

const at = configuredApp((fake) => ({
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  LLM_MODEL: 'gpt-of-the-environment',
}));

const add = (more: object = {}) =>
  at.call('POST /memories', { messages: [{ role: 'user', content: 'I sail on Sundays.' }], user_id: 'rosa', ...more });
const count = async () => (await at.call<{ results: unknown[] }>('GET /memories?user_id=rosa')).body.results.length;

/** Starts an add whose model waits to be released, and waits for its event. */
async function waiting(): Promise<{ answer: ReturnType<typeof add>; eventId: string; letGo: () => void }> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  at.fake.gate = () => held;
  const answer = add();
  await expect.poll(() => at.fake.requests.length).toBeGreaterThan(0);
  const [event] = await at.test.app.services.database.query<{ id: string }>("SELECT id FROM events WHERE type = 'ADD'");
  return { answer, eventId: event?.id ?? '', letGo };
}

describe('1.9 POST /memories with a model', () => {
  it('answers when the memories are there, with what the model found', async () => {
    const { status, body } = await add();
    expect([status, body]).toEqual([
      200,
      { results: [{ id: expect.any(String), memory: 'Noted: I sail on Sundays.', event: 'ADD' }] },
    ]);
    expect(await count()).toBe(1);
  });

  it('takes prompt in place of the instructions of the installation', async () => {
    await at.call('POST /configure', { custom_instructions: 'Keep boats.' });
    await add({ prompt: 'Keep weekdays.' });
    const { system } = at.fake.requests.at(-1) ?? {};
    expect(system).toContain('Keep weekdays.');
    expect(system).not.toContain('Keep boats.');
  });

  it('is 200 with nothing when the model finds nothing', async () => {
    at.fake.answer = () => JSON.stringify({ facts: [] });
    expect(await add()).toMatchObject({ status: 200, body: { results: [] } });
  });

  it('is 409 when it is cancelled meanwhile, and nothing is stored', async () => {
    const { answer, eventId, letGo } = await waiting();
    const { data } = await graphql<{ cancelEvent: { event: { status: string } } }>(
      at.call,
      'mutation ($id: ID!) { cancelEvent(input: { id: $id }) { ... on CancelEventPayload { event { status } } } }',
      { id: eventId },
    );
    expect(data.cancelEvent.event.status).toBe('CANCELLED');
    expect(await answer).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/cancelled/i) } });
    letGo();
    expect(await count()).toBe(0);
  });

  it('is 502 with the class unknown when it failed for no reason that has a class', async () => {
    const { answer, eventId, letGo } = await waiting();
    await at.test.app.services.database.query(
      "UPDATE events SET status = 'FAILED', error = 'It failed.' WHERE id = $1",
      [eventId],
    );
    const { status, body, headers } = await answer;
    expect([status, body]).toEqual([
      502,
      { detail: 'It failed.', code: 'unknown', request_id: headers['x-request-id'] },
    ]);
    letGo();
  });

  it.each([
    [401, 'provider_auth_failed'],
    [400, 'provider_bad_request'],
  ])(
    'is 502 with a class when the model answers %i, with the id of the request, and stores nothing',
    async (trouble, code) => {
      at.fake.trouble = () => ({ status: trouble });
      const { status, body, headers } = await add();
      expect([status, body]).toEqual([502, { detail: expect.any(String), code, request_id: headers['x-request-id'] }]);
      expect(JSON.stringify(body)).not.toContain(at.fake.key);
      expect(await count()).toBe(0);
    },
  );
});

describe('1.8 /configure', () => {
  it('shows a missing key as null, a key that is set as a mark, and the mark for models that need no key', async () => {
    const shown = async () =>
      (await at.call<{ llm: { config: Record<string, unknown> } }>('GET /configure')).body.llm.config;
    expect((await shown()).api_key).toBe('[redacted]');
    // A server that takes requests without a key.
    const { key } = at.fake;
    at.fake.key = 'none';
    const base_url = at.fake.urls.openai.replace('127.0.0.1', 'localhost');
    expect((await at.call('POST /configure', { llm: { config: { base_url } } })).status).toBe(200);
    at.fake.key = key;
    expect(await shown()).toMatchObject({ api_key: null });
    await at.call('POST /configure', { llm: { provider: 'local' } });
    expect((await shown()).api_key).toBe('[redacted]');
  });

  it('takes any object, merges it into what is there, and refuses what is no object with 422', async () => {
    await at.call('POST /configure', { custom_instructions: 'Keep boats.' });
    expect(
      await at.call('POST /configure', { version: 'v1.1', llm: { provider: 'openai', config: { temperature: 0.2 } } }),
    ).toMatchObject({ status: 200, body: { message: 'Configuration set successfully' } });
    expect(await at.call('POST /configure', {})).toMatchObject({ status: 200 });
    expect((await at.call('GET /configure')).body).toMatchObject({
      custom_instructions: 'Keep boats.',
      llm: { config: { temperature: 0.2, model: 'gpt-of-the-environment' } },
    });
    for (const body of [[], 'text', 7])
      expect(await at.call('POST /configure', body)).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'dict_type', loc: ['body'] }] },
      });
  });
});
