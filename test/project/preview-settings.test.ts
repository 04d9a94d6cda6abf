import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';
import { person } from '../helpers/context.js';

const where = configuredApp(({ urls, key }) => ({
  LLM_PROVIDER: 'openai',
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: urls.openai,
}));

interface Payload {
  readonly search: { readonly stored: Found[]; readonly edited: Found[] } | null;
  readonly extraction: { readonly stored: Extracted[]; readonly edited: Extracted[] } | null;
}
interface Found {
  readonly score: number;
  readonly memory: { readonly text: string };
}
interface Extracted {
  readonly text: string;
  readonly categories: readonly string[];
}

const document = `query ($input: PreviewProjectSettingsInput!) {
  previewProjectSettings(input: $input) {
    search { stored { score memory { text } } edited { score memory { text } } }
    extraction { stored { text categories } edited { text categories } }
  }
}`;

async function graphql<Data>(query: string, variables: object = {}, key = where.test.admin.apiKey): Promise<Data> {
  const answer = await where.test.as(key).rest<{ data: Data }>('POST', '/graphql', { query, variables });
  return answer.body.data;
}

const preview = async (input: object, key?: string) =>
  (
    await graphql<{ previewProjectSettings: Payload }>(
      document,
      { input: { id: where.test.admin.projectId, ...input } },
      key,
    )
  ).previewProjectSettings;

/** Returns the error of a preview that must be refused: its code, and the fields that are wrong. */
async function refusal(input: object, key = where.test.admin.apiKey): Promise<unknown[]> {
  const variables = { input: { id: where.test.admin.projectId, ...input } };
  const { body } = await where.test
    .as(key)
    .rest<{ errors: { extensions: { code: string; fields?: object } }[] }>('POST', '/graphql', {
      query: document,
      variables,
    });
  return body.errors.flatMap(({ extensions: { code, fields = {} } }) => [code, ...Object.keys(fields)]);
}

async function add(content: string): Promise<string> {
  const input = { userId: 'ada', infer: false, messages: [{ role: 'USER', content }] };
  const { addMemories } = await graphql<{ addMemories: { results: [{ memoryId: string }] } }>(
    'mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { ... on AddMemoriesPayload { results { memoryId } } } }',
    { input },
  );
  return addMemories.results[0].memoryId;
}

/** Number of rows of every table that a preview could write. */
async function rows(): Promise<unknown> {
  await where.test.app.services.searchHits?.flush();
  const tables = ['memories', 'events', 'audit_logs', 'search_hits', 'memory_access', 'memory_history', 'projects'];
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
  return where.test.app.services.database.query(`SELECT ${counts.join(', ')}`);
}

describe('a preview of project settings', () => {
  it('searches with the stored and with the edited settings, and stores nothing', async () => {
    const unhelpful = await add('The boat is red.');
    await add('The boat is quite red.');
    const feedback = { memoryId: unhelpful, rating: 'VERY_NEGATIVE' };
    await graphql('mutation ($input: GiveFeedbackInput!) { giveFeedback(input: $input) { __typename } }', {
      input: feedback,
    });
    const before = await rows();
    const { search, extraction } = await preview({ query: 'red boat', hasFeedbackRanking: false });
    expect(extraction).toBeNull();
    const textsOf = (found: readonly Found[] = []) => found.map(({ memory }) => memory.text);
    // Feedback moves a result and leaves its score, which says how relevant it is.
    expect(textsOf(search?.stored)).toEqual(['The boat is quite red.', 'The boat is red.']);
    expect(textsOf(search?.edited)).toEqual(['The boat is red.', 'The boat is quite red.']);
    expect(search?.stored.map(({ score }) => score).sort()).toEqual(search?.edited.map(({ score }) => score).sort());
    expect(await rows()).toEqual(before);
  });

  it('extracts with the stored and with the edited instructions and categories', async () => {
    where.fake.answer = ({ system, prompt }) => {
      const text = `${system}${prompt}`.includes('Keep food only.') ? 'Ada eats fish.' : 'Ada lives in Lisbon.';
      return JSON.stringify({ facts: [{ text, message: 1 }] });
    };
    const before = await rows();
    const { search, extraction } = await preview({
      userId: 'ada',
      messages: [{ role: 'USER', content: 'I live in Lisbon and eat fish.' }],
      customInstructions: 'Keep food only.',
      customCategories: [{ name: 'fish', description: 'Fish that people eat' }],
    });
    expect(search).toBeNull();
    expect(extraction?.stored.map(({ text }) => text)).toEqual(['Ada lives in Lisbon.']);
    expect(extraction?.edited).toEqual([{ text: 'Ada eats fish.', categories: ['fish'] }]);
    expect(await rows()).toEqual(before);
  });

  it('extracts with the stored and with an edited language model and instructions of the installation', async () => {
    where.fake.answer = ({ model, system, prompt }) => {
      const place = model === 'another-model' ? 'Porto' : 'Lisbon';
      const food = `${system}${prompt}`.includes('Keep food too.') ? ' and eats fish' : '';
      return JSON.stringify({ facts: [{ text: `Ada lives in ${place}${food}.`, message: 1 }] });
    };
    const before = await rows();
    const { body: settings } = await where.test.as(where.test.admin.apiKey).rest('GET', '/configure');
    const conversation = { userId: 'ada', messages: [{ role: 'USER', content: 'I live by the sea and eat fish.' }] };
    const edited = { llm: { model: 'another-model' }, installationInstructions: 'Keep food too.' };
    const { extraction } = await preview({ ...conversation, ...edited });
    expect(extraction?.stored.map(({ text }) => text)).toEqual(['Ada lives in Lisbon.']);
    expect(extraction?.edited.map(({ text }) => text)).toEqual(['Ada lives in Porto and eats fish.']);
    expect(await rows()).toEqual(before);
    expect((await where.test.as(where.test.admin.apiKey).rest('GET', '/configure')).body).toEqual(settings);
  });

  it('sends the stored key of a model to no other server, and lets admins alone edit models', async () => {
    const conversation = { userId: 'ada', messages: [{ role: 'USER', content: 'I live by the sea.' }] };
    const { services } = where.test.app;
    const owner = await person(services, 'owner');
    await services.database.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'OWNER')`, [
      where.test.admin.projectId,
      owner.id,
    ]);
    const key = await where.test.keyFor(owner);
    const requests = where.fake.requests.length;
    for (const edited of [{ llm: { model: 'x' } }, { installationInstructions: 'Keep food.' }])
      expect(await refusal({ ...conversation, ...edited }, key)).toEqual(['FORBIDDEN']);
    expect(await refusal({ ...conversation, llm: { temperature: 7 } })).toEqual([
      'BAD_USER_INPUT',
      'input.llm.temperature',
    ]);
    const tooLong = { installationInstructions: 'x'.repeat(20_001) };
    expect(await refusal({ ...conversation, ...tooLong })).toEqual([
      'BAD_USER_INPUT',
      'input.installationInstructions',
    ]);
    expect(where.fake.requests.length).toBe(requests);
    const elsewhere = { llm: { baseUrl: where.fake.urls.openai.replace('127.0.0.1', 'localhost') } };
    const input = { id: where.test.admin.projectId, ...conversation, ...elsewhere };
    // The edited model rejects the request, which has no key.
    expect(await graphql(document, { input })).toBeNull();
    expect(where.fake.requests.slice(requests).map(({ key: sent }) => sent)).toEqual([where.fake.key, 'none']);
  });

  it('refuses READERs, outsiders, bad settings, and an input without anything to try', async () => {
    const { services } = where.test.app;
    const [reader, outsider] = [await person(services, 'reader'), await person(services, 'outsider')];
    await services.database.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'READER')`, [
      where.test.admin.projectId,
      reader.id,
    ]);
    const query = { query: 'boat' };
    expect(await refusal(query, await where.test.keyFor(reader))).toEqual(['FORBIDDEN']);
    expect(await refusal(query, await where.test.keyFor(outsider))).toEqual(['NOT_FOUND']);
    expect(await refusal({})).toEqual(['BAD_USER_INPUT', 'input.query']);
    const categories = { ...query, customCategories: [{ name: ' ' }] };
    expect(await refusal(categories)).toEqual(['BAD_USER_INPUT', 'input.customCategories']);
    expect(await refusal({ messages: [] })).toEqual(['BAD_USER_INPUT', 'input.userId', 'input.messages']);
  });
});
