import { afterEach, describe, expect, it } from 'vitest';
import { settleConfiguration } from '../../src/resolvers/configuration/update-configuration.js';
import { dropOtherIndexes } from '../configuration/helpers.js';
import { jobsDone } from '../self-hosted/flat-client.js';
import {
  expectFlat,
  expectGraphql,
  expectHosted,
  expectNoKey,
  failuresOf,
  productWith,
  quick,
  slow,
  type Case,
  type Product,
} from './front-door.js';

const makers = [
  ['openai', 'text-embedding-3-small'],
  ['gemini', 'gemini-embedding-001'],
] as const;
const said = (content: string) => ({ messages: [{ role: 'user', content }], user_id: 'rosa', infer: false });

/** Stores a memory with a vector, so that there is something to search. */
async function remember({ call, test }: Product): Promise<void> {
  await settleConfiguration(test.app.services);
  // On a busy machine the first responses may exceed short timeouts.
  await expect
    .poll(async () => (await call('POST /memories', said('I keep bees.'))).status, { timeout: 20_000 })
    .toBe(200);
  await jobsDone(test.app);
}

async function failsEverywhere(
  product: Product,
  { maker, model }: { maker: string; model: string },
  [, trouble, failure]: Case,
): Promise<void> {
  const { call, test, key } = product;
  const named = { failure, model: `${maker}/${model}` };
  await remember(product);
  product.begin(trouble);
  const other = { failure, model: `${maker}/words-12` };
  expectFlat(
    await call('POST /configure', { embedder: { config: { model: 'words-12', api_key: key } } }),
    failure,
    other.model,
  );
  expect(product.fake.requests).toHaveLength(1);
  await expectGraphql(
    call,
    `mutation { updateConfiguration(input: { embedder: { model: "words-12", apiKey: "${key}" } }) { __typename } }`,
    other,
  );
  expect(await test.app.services.database.query("SELECT 1 FROM settings WHERE key = 'config_overrides'")).toEqual([]);

  expectFlat(await call('POST /memories', said('I sail.')), failure, named.model);
  expectHosted(await call('POST /v3/memories/add/', said('I sail.')), failure, named.model);
  await expectGraphql(
    call,
    'mutation { addMemories(input: { userId: "rosa", infer: false, messages: [{ role: USER, content: "I sail." }] }) { __typename } }',
    named,
  );
  expectFlat(await call('POST /search', { query: 'bees', filters: { user_id: 'rosa' } }), failure, named.model);
  expectHosted(
    await call('POST /v3/memories/search/', { query: 'bees', filters: { user_id: 'rosa' } }),
    failure,
    named.model,
  );
  await expectGraphql(call, '{ searchMemories(query: "bees") { results { score } } }', named);
  expect(await test.app.services.database.query('SELECT text FROM memories')).toEqual([{ text: 'I keep bees.' }]);
  await expectNoKey(product);
}

describe.each(makers)('an embedding model of %s', (maker, model) => {
  const product = productWith({ LLM_PROVIDER: 'local', EMBEDDER: maker }, 5_000);
  afterEach(() => dropOtherIndexes(product.test));

  it('embeds what is added and what is looked for', async () => {
    await remember(product);
    const { body } = await product.call<{ results: { memory: string }[] }>('POST /search', {
      query: 'bees',
      filters: { user_id: 'rosa' },
    });
    expect(body.results.map(({ memory }) => memory)).toEqual(['I keep bees.']);
    expect(product.fake.requests).toMatchObject([
      { provider: maker, kind: 'embed', model, texts: ['I keep bees.'], key: product.key },
      { kind: 'embed', texts: ['bees'] },
    ]);
  });

  it('embeds a long answer whose pieces divide an emoji', async () => {
    await remember(product);
    const content = `${'x'.repeat(999)}${'😀'.repeat(600)}`;
    const message = { messages: [{ role: 'assistant', content }], user_id: 'rosa', infer: false };
    expect((await product.call('POST /memories', message)).body).toMatchObject({ results: [{ memory: content }] });
  });

  it.each(failuresOf(quick, maker, makers))(
    'that %s: 502 with class, advice and request id on every way in; nothing is stored and no key shown',
    { timeout: 60_000 },
    async (...given) => {
      await failsEverywhere(product, { maker, model }, given);
    },
  );
});

describe.each(makers)('an embedding model of %s, which is not waited for long,', (maker, model) => {
  const product = productWith({ LLM_PROVIDER: 'local', EMBEDDER: maker }, 250);
  afterEach(() => dropOtherIndexes(product.test));

  it.each(slow)(
    'that %s: 502 with class, advice and request id on every way in; nothing is stored and no key shown',
    { timeout: 60_000 },
    async (...given) => {
      await failsEverywhere(product, { maker, model }, given);
    },
  );
});
