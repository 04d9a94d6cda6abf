import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';
import type { FakeProvider, Trouble } from '../helpers/fake-provider/index.js';

// One second is the minimum.
const at = configuredApp((fake) => ({
  LLM_PROVIDER: 'anthropic',
  ANTHROPIC_API_KEY: fake.key,
  ANTHROPIC_BASE_URL: fake.urls.anthropic,
  PROVIDER_TIMEOUT_SECONDS: '1',
}));

/** Makes waiting retries due. */
async function hurry(): Promise<void> {
  await at.test.app.services.database.query(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'extractMemories' AND state = 'retry' AND start_after > now()",
  );
  await at.test.app.services.bus.publish('jobQueued', { name: 'extractMemories' });
}

interface Outcome {
  readonly status: string;
  readonly error: string | null;
  readonly metadata: { readonly reason?: string } | null;
}

/** Adds messages and speeds up retries until the event has ended. */
async function outcome(contents = ['I keep bees.', 'I sail.']): Promise<Outcome> {
  const messages = contents.map((content) => ({ role: 'user', content }));
  const { body } = await at.call<{ event_id: string }>('POST /v3/memories/add/', { messages, user_id: 'rosa' });
  const read = async () => (await at.call<Outcome>(`GET /v1/event/${body.event_id}/`)).body;
  await expect
    .poll(async () => (await hurry(), (await read()).status), { timeout: 30_000, interval: 50 })
    .toMatch(/FAILED|SUCCEEDED/);
  return read();
}

const text = (content: string): string =>
  JSON.stringify({
    type: 'message',
    id: '1',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: content }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  });

describe('an addition whose model fails every time', () => {
  const classes: readonly [string, Trouble, readonly [string, number]][] = [
    ['answers 401', { status: 401 }, ['provider_auth_failed', 1]],
    ['answers 400', { status: 400 }, ['provider_bad_request', 2]],
    ['answers 429', { status: 429 }, ['provider_rate_limited', 6]],
    ['answers 500', { status: 500 }, ['provider_unavailable', 6]],
    ['breaks the connection', { broken: true }, ['provider_unavailable', 6]],
    ['answers half a JSON', { body: '{"content": [{"te' }, ['provider_bad_answer', 6]],
    ['answers another shape', { body: text('{"facts": [{"text": 7}]}') }, ['provider_bad_answer', 6]],
    ['says nothing', { silent: true }, ['provider_timeout', 6]],
  ];
  it.each(classes)(
    'because it %s ends FAILED with the class, after as many tries as are worth it, and stores nothing',
    { timeout: 60_000 },
    async (name, trouble, [reason, least]) => {
      at.fake.trouble = () => trouble;
      const { status, error, metadata } = await outcome();
      expect([status, metadata?.reason]).toEqual(['FAILED', reason]);
      expect(error).toMatch(/^anthropic\/claude-haiku-4-5: The provider /);
      expect(error).not.toContain(at.fake.key);
      expect(at.fake.requests.length).toBeGreaterThanOrEqual(least);
      // Two answers for both messages, then two for each.
      const exact = new Map([
        ['answers 401', 1],
        ['answers another shape', 6],
      ]).get(name);
      if (exact !== undefined) expect(at.fake.requests).toHaveLength(exact);
      for (const table of ['memories', 'memory_history'])
        expect(await at.test.app.services.database.query(`SELECT 1 FROM ${table}`)).toEqual([]);
    },
  );
});

describe('an addition of one message', () => {
  it('ends after two answers that cannot be used', async () => {
    at.fake.trouble = () => ({ body: text('{"facts": [{"text": 7}]}') });
    const { status, metadata } = await outcome(['I keep bees.']);
    expect([status, metadata?.reason]).toEqual(['FAILED', 'provider_bad_answer']);
    expect(at.fake.requests).toHaveLength(2);
  });
});

describe('an addition that is too long for its model', () => {
  const refusal = {
    status: 400,
    body: '{"type": "error", "error": {"message": "prompt is too long: 9 tokens > 8 maximum"}}',
  };
  it('is halved until it fits', async () => {
    at.fake.trouble = ({ prompt }) => (prompt.includes('bees') && prompt.includes('"I sail') ? refusal : null);
    const { status, error } = await outcome();
    expect([status, error]).toEqual(['SUCCEEDED', null]);
    const rows = await at.test.app.services.database.query<{ text: string }>(
      'SELECT text FROM memories ORDER BY sequence',
    );
    expect(rows.map((row) => row.text)).toEqual(['Noted: I keep bees.', 'Noted: I sail.']);
  });

  it('fails with the class of a refused request if even its shortest part does not fit', async () => {
    at.fake.trouble = () => refusal;
    const { status, metadata } = await outcome();
    expect([status, metadata?.reason]).toEqual(['FAILED', 'provider_bad_request']);
  });
});

describe('an addition whose model fails for a while', () => {
  it('stores everything once, at the try that succeeds', async () => {
    const failing = (fake: FakeProvider, times: number) => () =>
      fake.requests.length <= times ? { status: 503 } : null;
    at.fake.trouble = failing(at.fake, 3);
    expect(await outcome()).toMatchObject({ status: 'SUCCEEDED', error: null });
    expect(at.fake.requests).toHaveLength(4);
    const rows = await at.test.app.services.database.query<{ text: string }>(
      'SELECT text FROM memories ORDER BY sequence',
    );
    expect(rows.map((row) => row.text)).toEqual(['Noted: I keep bees.', 'Noted: I sail.']);
  });
});

describe('an addition that waits for its model', () => {
  it('keeps no transaction open and no other caller waiting', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    at.fake.gate = () => gate;
    const added = at.call<{ results: unknown[] }>('POST /memories', {
      messages: [{ role: 'user', content: 'I keep bees.' }],
      user_id: 'rosa',
    });
    await expect.poll(() => at.fake.requests.length).toBe(1);
    const held =
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'";
    expect(await at.test.app.services.database.query(held)).toEqual([]);
    expect(
      (
        await at.call('POST /memories', {
          messages: [{ role: 'user', content: 'I sail.' }],
          user_id: 'li',
          infer: false,
        })
      ).status,
    ).toBe(200);
    expect((await at.call('POST /search', { query: 'sail', user_id: 'li' })).status).toBe(200);
    open();
    expect((await added).body.results).toHaveLength(1);
  });
});

describe('an addition over GraphQL that waits', () => {
  const query = `mutation Add($input: AddMemoriesInput!, $key: String) {
    addMemories(input: $input, idempotencyKey: $key) { ... on AddMemoriesPayload { results { memoryId } } }
  }`;

  it('has the failure of the extraction as its answer, for a repeated key too', { timeout: 60_000 }, async () => {
    at.fake.trouble = () => ({ status: 401 });
    const input = { userId: 'rosa', wait: true, messages: [{ role: 'USER', content: 'I keep bees.' }] };
    const ask = async () => {
      const { body } = await at.call<{ data: unknown; errors: { extensions: object }[] }>('POST /graphql', {
        query,
        variables: { input, key: 'fails-while-it-waits' },
      });
      return [body.data, body.errors.map(({ extensions }) => extensions)];
    };
    const failed = [null, [expect.objectContaining({ code: 'UPSTREAM_FAILED', reason: 'provider_auth_failed' })]];
    expect(await ask()).toEqual(failed);
    expect(await ask()).toEqual(failed);
    const { body } = await at.call<{ data: { events: { totalCount: number } } }>('POST /graphql', {
      query: '{ events(type: ADD) { totalCount } }',
    });
    expect(body).toMatchObject({ data: { events: { totalCount: 1 } } });
  });
});
