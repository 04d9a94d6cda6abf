import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';
import { graphql, jobsDone } from '../self-hosted/flat-client.js';

const at = configuredApp((fake) => ({
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  ANTHROPIC_API_KEY: fake.key,
  ANTHROPIC_BASE_URL: fake.urls.anthropic,
  GOOGLE_API_KEY: fake.key,
  GOOGLE_BASE_URL: fake.urls.gemini,
}));

const ADD = `mutation Add($input: AddMemoriesInput!) {
  addMemories(input: $input) { __typename ... on Error { message } }
}`;
const MEMORIES =
  '{ memories(first: 10, orderBy: {field: CREATED_AT, direction: ASC}) { nodes { text createdAt eventDate } } }';

interface Listed {
  readonly memories: { readonly nodes: readonly { text: string; createdAt: string; eventDate: string | null }[] };
}

async function add(input: object) {
  const { data } = await graphql<{ addMemories: { __typename: string; message?: string } }>(at.call, ADD, { input });
  await jobsDone(at.test.app);
  return data.addMemories;
}

const list = async () => (await graphql<Listed>(at.call, MEMORIES)).data.memories.nodes;

/** Half past midnight on Friday in Berlin, and still Thursday in UTC. */
const late = { role: 'USER', content: 'I sold my boat yesterday.', timestamp: '2026-03-05T23:30:00Z' };
const early = { role: 'USER', content: 'I bought a kayak yesterday.' };

const wire = {
  user_id: 'rosa',
  timestamp: '2026-02-01T08:00:00Z',
  timezone: 'Europe/Berlin',
  messages: [
    { role: 'user', content: late.content, timestamp: late.timestamp },
    { role: 'user', content: early.content },
  ],
};

describe('times of messages', () => {
  it('reach the language model with the time zone of the speakers', async () => {
    const input = {
      userId: 'rosa',
      timestamp: '2026-02-01T08:00:00Z',
      timezone: 'Europe/Berlin',
      messages: [late, early],
    };
    expect(await add(input)).toEqual({ __typename: 'AddMemoriesPayload' });
    const [request] = at.fake.requests;
    expect(request?.prompt).toContain('Time of the conversation: 2026-02-01T09:00+01:00 (Sunday, Europe/Berlin)');
    expect(request?.prompt).toContain('"time": "2026-03-06T00:30+01:00 (Friday, Europe/Berlin)"');
    expect(request?.prompt.match(/"time":/gu)).toHaveLength(1);
    expect(await list()).toEqual([
      expect.objectContaining({ createdAt: '2026-02-01T08:00:00.000Z', eventDate: '2026-01-31T00:00:00.000Z' }),
      expect.objectContaining({ createdAt: '2026-03-05T23:30:00.000Z', eventDate: '2026-03-05T00:00:00.000Z' }),
    ]);
  });

  it.each(['POST /v3/memories/add/', 'POST /memories'])('have the same effect with %s', async (route) => {
    expect((await at.call(route, wire)).status).toBe(200);
    await jobsDone(at.test.app);
    const [request] = at.fake.requests;
    expect(request?.prompt).toContain('Time of the conversation: 2026-02-01T09:00+01:00 (Sunday, Europe/Berlin)');
    expect(request?.prompt).toContain('"time": "2026-03-06T00:30+01:00 (Friday, Europe/Berlin)"');
    expect((await list()).map(({ createdAt, eventDate }) => [createdAt, eventDate])).toEqual([
      ['2026-02-01T08:00:00.000Z', '2026-01-31T00:00:00.000Z'],
      ['2026-03-05T23:30:00.000Z', '2026-03-05T00:00:00.000Z'],
    ]);
  });

  it.each(['POST /v3/memories/add/', 'POST /memories'])('are checked by %s', async (route) => {
    const messages = [{ role: 'user', content: 'x', timestamp: 'lately' }];
    expect((await at.call(route, { ...wire, messages })).status).toBeGreaterThanOrEqual(400);
    expect((await at.call(route, { ...wire, timestamp: 'lately' })).status).toBeGreaterThanOrEqual(400);
    expect((await at.call(route, { ...wire, timezone: 'Europe/Atlantis' })).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  it('are the creation times of messages that are stored unchanged', async () => {
    await add({ userId: 'rosa', infer: false, timestamp: '2026-02-01T08:00:00Z', messages: [late, early] });
    expect((await list()).map(({ text, createdAt }) => [text, createdAt])).toEqual([
      [early.content, '2026-02-01T08:00:00.000Z'],
      [late.content, '2026-03-05T23:30:00.000Z'],
    ]);
  });

  it('need a time zone that exists', async () => {
    const refused = await add({ userId: 'rosa', timezone: 'Europe/Atlantis', messages: [early] });
    expect(refused.message).toContain('`timezone` must be the name of a time zone');
  });
});
