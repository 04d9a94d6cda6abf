import { describe, expect, it } from 'vitest';
import { person } from '../helpers/context.js';
import { configuredApp } from './helpers.js';

const where = configuredApp(({ urls, key }) => ({
  EMBEDDER: 'openai',
  EMBEDDER_MODEL: 'text-embedding-3-small',
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: urls.openai,
}));

interface Trial {
  readonly model: string;
  readonly dimensions: number;
  readonly latencyMs: number;
  readonly similarities: readonly { readonly first: number; readonly second: number; readonly similarity: number }[];
}
interface Payload {
  readonly stored: Trial | null;
  readonly edited: Trial;
}

const trial = 'model dimensions latencyMs similarities { first second similarity }';
const document = `query ($input: PreviewEmbeddingsInput!) {
  previewEmbeddings(input: $input) { stored { ${trial} } edited { ${trial} } }
}`;
const texts = ['the red boat', 'the red boat sails', 'a violin'];

interface Extensions {
  readonly code: string;
  readonly reason?: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

interface Answer {
  readonly data: { readonly previewEmbeddings: Payload } | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Extensions }[];
}

async function preview(embedder: object, given: object = { texts }, key = where.test.admin.apiKey): Promise<Answer> {
  const variables = { input: { embedder, ...given } };
  return (await where.test.as(key).rest<Answer>('POST', '/graphql', { query: document, variables })).body;
}
const payload = async (...input: Parameters<typeof preview>) => (await preview(...input)).data?.previewEmbeddings;
/** Returns the errors by field of a preview that must be refused. */
const faults = async (...input: Parameters<typeof preview>) => (await preview(...input)).errors?.[0]?.extensions.fields;
const rows = () =>
  where.test.app.services.database.query(
    'SELECT (SELECT count(*) FROM audit_logs) AS audited, (SELECT count(*) FROM settings) AS settings',
  );

describe('a preview of embeddings', () => {
  it('embeds texts with the stored and with the edited model in one call each, and stores nothing', async () => {
    const before = await rows();
    where.fake.requests.length = 0;
    const found = await payload({ model: 'words-384', dimensions: 384 });
    expect(found?.edited).toMatchObject({ model: 'openai/words-384@384', dimensions: 384 });
    expect(found?.stored).toMatchObject({ model: 'openai/text-embedding-3-small@1536', dimensions: 1536 });
    expect(found?.edited.latencyMs).toBeGreaterThanOrEqual(0);
    const pairs = found?.edited.similarities ?? [];
    expect(pairs.map(({ first, second }) => [first, second])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(pairs[0]?.similarity).toBeGreaterThan(pairs[1]?.similarity ?? 1);
    expect(where.fake.requests.length).toBe(2);
    expect(await rows()).toEqual(before);
  });

  it('compares with nothing if the settings are those in force', async () => {
    const found = await payload({});
    expect(found?.stored).toBeNull();
    expect(found?.edited.model).toBe('openai/text-embedding-3-small@1536');
  });

  it('tries the built-in model', { timeout: 60_000 }, async () => {
    const found = await payload({ provider: 'local' });
    expect(found?.edited).toMatchObject({ model: 'local/all-minilm-l6-v2', dimensions: 384 });
  });

  it('reports the failure of the provider', async () => {
    const { errors, data } = await preview({ apiKey: 'sk-wrong-key' });
    expect(data).toBeNull();
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UPSTREAM_FAILED', reason: 'provider_auth_failed' });
    expect(JSON.stringify(errors)).not.toContain('sk-wrong-key');
  });

  it('refuses what saving refuses, at its field', async () => {
    expect(await faults({ model: 'words-384', dimensions: 7 })).toEqual({
      'input.embedder.dimensions': ['The model answers vectors of 384 numbers, not of 7.'],
    });
    where.fake.requests.length = 0;
    const outside = await faults({ baseUrl: 'http://169.254.169.254/v1', apiKey: 'sk-any' });
    expect(Object.keys(outside ?? {})).toEqual(['input.embedder.baseUrl']);
    // A key is never sent to another server than the one it was entered for.
    expect(Object.keys((await faults({ provider: 'gemini' })) ?? {})).toEqual(['input.embedder.apiKey']);
    expect(Object.keys((await faults({}, { texts: ['one'] })) ?? {})).toEqual(['input.texts']);
    expect(Object.keys((await faults({}, { texts: ['one', ' '] })) ?? {})).toEqual(['input.texts.1']);
    expect(where.fake.requests).toEqual([]);
  });

  it('is for admins', async () => {
    const bob = await person(where.test.app.services, 'bob');
    const { errors } = await preview({}, { texts }, await where.test.keyFor(bob));
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});
