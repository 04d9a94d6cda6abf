import { describe, expect, it } from 'vitest';
import { graphql } from '../self-hosted/flat-client.js';
import {
  expectFlat,
  expectGraphql,
  expectNoKey,
  failuresOf,
  hurried,
  productWith,
  quick,
  slow,
  textOf,
  type Case,
  type Product,
} from './front-door.js';

const makers = [
  ['openai', 'gpt-5-mini'],
  ['anthropic', 'claude-haiku-4-5'],
  ['gemini', 'gemini-2.5-flash'],
] as const;

async function failsEverywhere(
  product: Product,
  { maker, model }: { maker: string; model: string },
  [, trouble, failure]: Case,
): Promise<void> {
  const { call, fake, test, key } = product;
  const named = { failure, model: `${maker}/${model}` };
  product.begin(trouble);
  // A configuration change, which is tested before it is stored.
  expectFlat(
    await call('POST /configure', { llm: { config: { api_key: key, temperature: 0.5 } } }),
    failure,
    named.model,
  );
  expect(fake.requests).toHaveLength(1);
  await expectGraphql(
    call,
    `mutation { updateConfiguration(input: { llm: { apiKey: "${key}", temperature: 0.5 } }) { __typename } }`,
    named,
  );
  expect(await test.app.services.database.query("SELECT 1 FROM settings WHERE key = 'config_overrides'")).toEqual([]);

  // An add, which is retried while that may help.
  fake.requests.length = 0;
  const addition = { messages: [{ role: 'user', content: 'I keep bees.' }], user_id: 'rosa' };
  expectFlat(await hurried(product, call('POST /memories', addition)), failure, named.model);
  if (failure.code === 'provider_auth_failed') expect(fake.requests).toHaveLength(1);
  else if (failure.code !== 'provider_bad_request') expect(fake.requests.length).toBeGreaterThanOrEqual(6);
  const { data } = await graphql<{ events: { edges: unknown[] } }>(
    call,
    '{ events(first: 5) { edges { node { type status error } } } }',
  );
  expect(data.events.edges).toEqual([{ node: { type: 'ADD', status: 'FAILED', error: textOf(failure, named.model) } }]);
  expect(await test.app.services.database.query('SELECT 1 FROM memories')).toEqual([]);

  // A synchronous call.
  expectFlat(await call('POST /generate-instructions', { use_case: 'A hiking diary' }), failure, named.model);
  await expectGraphql(call, 'mutation { generateInstructions(input: { useCase: "Hiking" }) { __typename } }', named);
  await expectNoKey(product);
}

describe.each(makers)('a language model of %s', (maker, model) => {
  const product = productWith({ LLM_PROVIDER: maker, EMBEDDER: 'none' }, 5_000);

  it('extracts, with the key in its own header and nowhere else', async () => {
    const { body } = await product.call<{ results: { memory: string }[] }>('POST /memories', {
      messages: [{ role: 'user', content: 'I keep bees.' }],
      user_id: 'rosa',
    });
    expect(body.results.map(({ memory }) => memory)).toEqual(['Noted: I keep bees.']);
    expect(product.fake.requests).toMatchObject([{ provider: maker, kind: 'chat', model, key: product.key }]);
    expect(JSON.stringify(product.fake.requests[0]?.body)).not.toContain(product.key);
  });

  it('gets its own wrong answer back, whose beginning divides an emoji', async () => {
    const { fake, call } = product;
    const answers = [`${'x'.repeat(7_999)}${'😀'.repeat(50)}`, '{"facts":[{"text":"Keeps bees.","message":1}]}'];
    fake.answer = () => answers.shift() ?? '';
    const { body } = await call('POST /memories', {
      messages: [{ role: 'user', content: 'I keep bees.' }],
      user_id: 'rosa',
    });
    expect(body).toEqual({ results: [expect.objectContaining({ memory: 'Keeps bees.' })] });
  });

  it.each(failuresOf(quick, maker, makers))(
    'that %s: 502 with class, advice and request id on every way in; nothing is stored and no key shown',
    { timeout: 60_000 },
    async (...given) => {
      await failsEverywhere(product, { maker, model }, given);
    },
  );
});

describe.each(makers)('a language model of %s, which is not waited for long,', (maker, model) => {
  const product = productWith({ LLM_PROVIDER: maker, EMBEDDER: 'none' }, 250);

  it.each(slow)(
    'that %s: 502 with class, advice and request id on every way in; nothing is stored and no key shown',
    { timeout: 60_000 },
    async (...given) => {
      await failsEverywhere(product, { maker, model }, given);
    },
  );
});
