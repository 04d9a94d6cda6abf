import { describe, expect, it } from 'vitest';
import { configuredApp, ended } from '../configuration/helpers.js';
import { graphql } from '../self-hosted/flat-client.js';

const at = configuredApp((fake) => ({ GOOGLE_API_KEY: fake.key, GOOGLE_BASE_URL: fake.urls.gemini }));

async function remember(...texts: string[]): Promise<void> {
  for (const content of texts)
    await at.call('POST /memories', { messages: [{ role: 'user', content }], user_id: 'rosa', infer: false });
}

async function profile(): Promise<Record<string, unknown>> {
  const { body } = await at.call<{ event_id: string }>(
    'POST /v2/profiles/jobs/',
    { operation: 'trigger', entity_type: 'user', entity_id: 'rosa' },
    { 'idempotency-key': 'a-profile-of-rosa' },
  );
  await ended(at, body.event_id);
  return (await at.call('GET /v2/entities/user/rosa/profile/')).body;
}

const summary = () =>
  at.call<{ summary: string }[] & { code?: string }>('POST /v1/summary/', { filters: { user_id: 'rosa' } });

describe('a profile by a language model', () => {
  it('is filled by the model, out of the newest memories first, and brought into the form of the schema', async () => {
    await remember('I keep bees', 'I moved to Lisbon');
    at.fake.answer = () =>
      '```json\n{"summary": "A beekeeper in Lisbon\\u0000", "facts": ["keeps bees"], "shoe size": 38}\n```';
    expect(await profile()).toMatchObject({
      status: 'succeeded',
      profile: { summary: 'A beekeeper in Lisbon', facts: ['keeps bees'], preferences: [] },
    });
    expect(at.fake.requests).toHaveLength(1);
    expect(at.fake.requests[0]?.prompt).toMatch(/JSON Schema:[\s\S]+I moved to Lisbon[\s\S]+I keep bees/);
  });

  it.each([
    ['prose', () => 'I would rather not.', /cannot be used/],
    ['a refused key', null, /rejected the credentials/],
  ])('fails with %s, and says why', async (_name, answer, error) => {
    await remember('I keep bees');
    if (answer) at.fake.answer = answer;
    else at.fake.trouble = () => ({ status: 401 });
    expect(await profile()).toMatchObject({ status: 'failed', error: expect.stringMatching(error) as string });
  });
});

describe('a summary by a language model', () => {
  it('is what the model says of the memories, in REST and GraphQL', async () => {
    await remember('I keep bees');
    at.fake.answer = () => ' Rosa keeps bees. ';
    expect(await summary()).toMatchObject({ status: 200, body: [{ summary: 'Rosa keeps bees.' }] });
    const { data } = await graphql<{ summary: unknown }>(at.call, '{ summary { text usedMemoryCount } }');
    expect(data.summary).toEqual({ text: 'Rosa keeps bees.', usedMemoryCount: 1 });
    expect(at.fake.requests).toHaveLength(2);
  });

  it('asks no model where there is nothing to sum up', async () => {
    expect(await summary()).toMatchObject({ status: 200, body: [] });
    expect(at.fake.requests).toEqual([]);
  });

  it('is 502 with a class when the model fails', async () => {
    await remember('I keep bees');
    at.fake.trouble = () => ({ status: 503 });
    expect(await summary()).toMatchObject({ status: 502, body: { code: 'provider_unavailable' } });
  });
});
