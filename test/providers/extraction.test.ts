import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';
import { idle } from '../deletion/helpers.js';
import { graphql } from '../self-hosted/flat-client.js';

const at = configuredApp((fake) => ({
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  ANTHROPIC_API_KEY: fake.key,
  ANTHROPIC_BASE_URL: fake.urls.anthropic,
  GOOGLE_API_KEY: fake.key,
  GOOGLE_BASE_URL: fake.urls.gemini,
}));

const conversation = [
  { role: 'user', content: 'Ich bin im März nach Lissabon gezogen.' },
  { role: 'assistant', content: 'I booked a sailing course for you.' },
];
interface Added {
  readonly results: { id: string; memory: string; event: string }[];
}

describe('extraction with a language model', () => {
  it('stores what the model found, with the message that each fact came from', async () => {
    const { status, body } = await at.call<Added>('POST /memories', { messages: conversation, user_id: 'rosa' });
    expect(status).toBe(200);
    expect(body.results.map(({ memory, event }) => [memory, event])).toEqual([
      ['Noted: Ich bin im März nach Lissabon gezogen.', 'ADD'],
      ['Noted: I booked a sailing course for you.', 'ADD'],
    ]);
    const [history] = await at.test.app.services.database.query<{ input: unknown }>(
      'SELECT input FROM memory_history WHERE memory_id = $1',
      [body.results[0]?.id],
    );
    expect(history?.input).toEqual([conversation[0]]);
    const { rows } = {
      rows: await at.test.app.services.database.query<{ role: string }>('SELECT role FROM memories ORDER BY sequence'),
    };
    expect(rows.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('tells the model the day, the language to keep, and the instructions of the call before those of the project', async () => {
    await at.test.app.services.database.query("UPDATE projects SET custom_instructions = 'Keep cities.'");
    await at.call('POST /memories', { messages: conversation, user_id: 'rosa' });
    await at.call('POST /memories', {
      messages: conversation,
      user_id: 'rosa',
      prompt: 'Keep boats.',
      metadata: { created_at: '2023-05-04T10:00:00Z' },
    });
    const [first, second] = at.fake.requests;
    expect(first?.system).toContain('Keep cities.');
    expect(first?.system).toMatch(/in the language in which it was said/);
    expect(first?.prompt).toContain(`Time of the conversation: ${new Date().toISOString().slice(0, 10)}T`);
    expect(second?.system).toContain('Keep boats.');
    expect(second?.system).not.toContain('Keep cities.');
    expect(second?.prompt).toContain('Time of the conversation: 2023-05-04T10:00Z (Thursday, UTC)');
  });

  it('tells the model the last messages of the same run and user, and the dates of stored memories', async () => {
    const add = (content: string, user_id: string, run_id?: string) =>
      at.call('POST /v3/memories/add/', { messages: [{ role: 'user', content }], user_id, run_id });
    const settle = () => idle(at.test.app.services);
    for (const [content, user, run] of [
      ['Ines is my sister.', 'rosa', 'talk'],
      ['Paul is my brother.', 'li', 'talk'],
      ['Otto is my uncle.', 'rosa', 'other'],
      ['She comes on Friday.', 'rosa', 'talk'],
    ] as const) {
      await add(content, user, run);
      await settle();
    }
    const { prompt = '' } = at.fake.requests.at(-1) ?? {};
    const [, earlier = ''] = /Earlier messages, for context only:\n(.*?)\n\nMessages:/su.exec(prompt) ?? [];
    expect(JSON.parse(earlier)).toEqual([{ role: 'user', content: 'Ines is my sister.' }]);
    expect(prompt).toContain(`"date": "${new Date().toISOString().slice(0, 10)}"`);
  });

  it('takes what system messages and foreign texts in the answer say for nothing', async () => {
    at.fake.answer = () =>
      JSON.stringify({
        facts: [
          { text: ' Rosa sails. ', message: 1 },
          { text: 'Rosa sails.', message: 1 },
          { text: '', message: 1 },
          { text: 'bad \u0000 text', message: 1 },
          { text: 'Rosa rows.', message: 99 },
        ],
      });
    const messages = [
      { role: 'system', content: 'You are a pirate.' },
      { role: 'user', content: 'I sail and row.' },
    ];
    const { body } = await at.call<Added>('POST /memories', { messages, user_id: 'rosa' });
    expect(body.results.map(({ memory }) => memory)).toEqual(['Rosa sails.']);
    expect(at.fake.requests[0]?.prompt).not.toContain('pirate');
  });

  it('answers 502 with a class and the id of the request when the credential is rejected, and stores nothing', async () => {
    at.fake.trouble = () => ({ status: 401 });
    const { status, body, headers } = await at.call('POST /memories', { messages: conversation, user_id: 'rosa' });
    expect(status).toBe(502);
    expect(body).toEqual({
      detail: expect.stringMatching(
        /^openai\/gpt-5-mini: The provider rejected the credentials\. Check the API key/,
      ) as string,
      code: 'provider_auth_failed',
      request_id: headers['x-request-id'],
    });
    expect(at.fake.requests).toHaveLength(1);
    expect(await at.test.app.services.database.query('SELECT id FROM memories')).toEqual([]);
  });

  it('tries again after an answer that is of no use, and stores everything then', async () => {
    at.fake.trouble = () => (at.fake.requests.length === 1 ? { body: '{"choices": "none"}' } : null);
    at.fake.answer = () => JSON.stringify({ facts: [{ text: 'Rosa sails.', message: 1 }] });
    const { status, body } = await at.call<Added>('POST /memories', { messages: conversation, user_id: 'rosa' });
    expect([status, body.results.length]).toEqual([200, 1]);
    expect(at.fake.requests).toHaveLength(2);
  });

  it('waits for twenty slow responses at a time, and blocks no other caller', async () => {
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    at.fake.gate = () => isReleased;
    const eventIds: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { body } = await at.call<{ event_id: string }>('POST /v3/memories/add/', {
        messages: [{ role: 'user', content: `I moved to house ${n}.` }],
        user_id: 'rosa',
      });
      eventIds.push(body.event_id);
    }
    await expect.poll(() => at.fake.requests.length, { timeout: 20_000 }).toBe(20);
    // On the embedded database an open transaction would block all of these.
    const { email, password } = at.test.admin;
    expect((await at.call('POST /auth/login', { email, password })).status).toBe(200);
    expect((await at.call('GET /memories?user_id=rosa')).body).toEqual({ results: [] });
    expect((await at.call('POST /search', { query: 'house', filters: { user_id: 'rosa' } })).status).toBe(200);
    expect(
      (
        await at.call('POST /memories', {
          messages: [{ role: 'user', content: 'At once.' }],
          user_id: 'rosa',
          infer: false,
        })
      ).status,
    ).toBe(200);
    const idle =
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    // Other connections may briefly be between two statements; waiting calls would stay there.
    await expect
      .poll(async () => (await at.test.app.services.database.query<{ count: number }>(idle))[0]?.count)
      .toBe(0);
    release();
    for (const id of eventIds)
      await expect
        .poll(async () => (await at.call<{ status: string }>(`GET /v1/event/${id}/`)).body.status, { timeout: 20_000 })
        .toBe('SUCCEEDED');
  }, 60_000);

  it('shows the class of the failure in the event, over GraphQL as over REST', async () => {
    at.fake.trouble = () => ({ status: 403 });
    const add =
      'mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { ... on AddMemoriesPayload { event { id } } } }';
    const { data } = await graphql<{ addMemories: { event: { id: string } } }>(at.call, add, {
      input: { userId: 'rosa', messages: conversation.map((said) => ({ ...said, role: said.role.toUpperCase() })) },
    });
    const { id } = data.addMemories.event;
    await expect
      .poll(async () => (await at.call<{ status: string }>(`GET /v1/event/${id}/`)).body.status, { timeout: 10_000 })
      .toBe('FAILED');
    const event = (
      await graphql<{ event: { error: string } }>(at.call, 'query ($id: ID!) { event(id: $id) { error } }', { id })
    ).data.event;
    expect(event.error).toMatch(/The provider rejected the credentials/);
    expect((await at.call<{ metadata: unknown }>(`GET /v1/event/${id}/`)).body.metadata).toEqual({
      reason: 'provider_auth_failed',
    });
  });
});
