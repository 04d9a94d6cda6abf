import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';

const at = configuredApp((fake) => ({
  LLM_PROVIDER: 'anthropic',
  ANTHROPIC_API_KEY: fake.key,
  ANTHROPIC_BASE_URL: fake.urls.anthropic,
}));

interface Event {
  readonly status: string;
  readonly error: string | null;
  readonly modelCallCount: number;
  readonly modelTokenCount: number;
  readonly promptVersion: string | null;
}
interface Answer {
  readonly data: {
    readonly event: Event;
    readonly retryEvent: { readonly __typename: string; readonly message?: string; readonly event?: Event };
  };
}

const graphql = async (query: string, id: string) =>
  (await at.call<Answer>('POST /graphql', { query, variables: { id } })).body.data;
const read = async (id: string) =>
  (
    await graphql(
      'query ($id: ID!) { event(id: $id) { status error modelCallCount modelTokenCount promptVersion } }',
      id,
    )
  ).event;
const retry = async (id: string) =>
  (
    await graphql(
      'mutation ($id: ID!) { retryEvent(input: { id: $id }) { __typename ... on RetryEventPayload { event { status error } } ... on Error { message } } }',
      id,
    )
  ).retryEvent;

async function add(): Promise<string> {
  const messages = [{ role: 'user', content: 'I keep bees.' }];
  return (await at.call<{ event_id: string }>('POST /v3/memories/add/', { messages, user_id: 'rosa' })).body.event_id;
}
const ended = (id: string, status: string) =>
  expect.poll(async () => (await read(id)).status, { timeout: 20_000, interval: 20 }).toBe(status);

describe('a failed add', () => {
  it('stores its memories when it is retried after the cause is gone, and counts every call of the model', async () => {
    at.fake.trouble = () => ({ status: 401 });
    const id = await add();
    await ended(id, 'FAILED');
    expect(await read(id)).toMatchObject({ modelCallCount: 1, modelTokenCount: 0 });
    at.fake.trouble = null;
    expect(await retry(id)).toEqual({ __typename: 'RetryEventPayload', event: { status: 'PENDING', error: null } });
    await ended(id, 'SUCCEEDED');
    const found = await read(id);
    expect(found).toMatchObject({ error: null, modelCallCount: 2, promptVersion: 'extract-memories.v8' });
    expect(found.modelTokenCount).toBeGreaterThan(0);
    const rows = await at.test.app.services.database.query<{ text: string }>('SELECT text FROM memories');
    expect(rows).toEqual([{ text: 'Noted: I keep bees.' }]);
    expect(await retry(id)).toEqual({
      __typename: 'ConflictError',
      message: 'Only a failed add whose messages are still stored can be retried.',
    });
    const audit = await at.test.app.services.database.query("SELECT 1 FROM audit_logs WHERE action = 'event.retry'");
    expect(audit).toHaveLength(1);
  });

  it('cannot be retried once its messages are erased', async () => {
    at.fake.trouble = () => ({ status: 401 });
    const id = await add();
    await ended(id, 'FAILED');
    await at.test.app.services.database.query("UPDATE events SET payload = payload - 'messages' WHERE id = $1", [id]);
    expect(await retry(id)).toMatchObject({ __typename: 'ConflictError' });
  });
});
