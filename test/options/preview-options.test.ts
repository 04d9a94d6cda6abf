import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';
import { newId } from '../../src/ids.js';
import { graphql as graphqlOf } from './callers.js';

const where = configuredApp(({ urls, key }) => ({
  LLM_PROVIDER: 'openai',
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: urls.openai,
}));

const graphql = <Data>(query: string, variables: object = {}) => graphqlOf<Data>(where.test, query, variables);

interface Sides<Result> {
  readonly stored: readonly Result[];
  readonly edited: readonly Result[];
}
interface Preview {
  readonly search: Sides<{ memory: { text: string } }> | null;
  readonly extraction: Sides<{ text: string }> | null;
}

const conversation = { userId: 'ada', messages: [{ role: 'USER', content: 'I live by the sea and eat fish.' }] };

async function previewSettings(input: object): Promise<Preview> {
  const query = `query ($input: PreviewProjectSettingsInput!) { previewProjectSettings(input: $input) {
    search { stored { memory { text } } edited { memory { text } } }
    extraction { stored { text } edited { text } } } }`;
  const variables = { input: { id: where.test.admin.projectId, ...input } };
  return (await graphql<{ previewProjectSettings: Preview }>(query, variables)).previewProjectSettings;
}

/** The model answers one fact: which of these words its prompt has. */
function answerWith(words: readonly string[]): void {
  where.fake.answer = ({ system, prompt }) => {
    const found = words.filter((word) => `${system}${prompt}`.includes(word));
    return JSON.stringify({ facts: [{ text: `Read ${found.join(' and ') || 'nothing'}.`, message: 1 }] });
  };
}

describe('a setting of previewProjectSettings', () => {
  it('ranks by recent use, or does not: hasDecay', async () => {
    const id = where.test.admin.projectId;
    await graphql('mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }', {
      input: { id, hasDecay: true },
    });
    const add = `mutation ($input: AddMemoriesInput!) {
      addMemories(input: $input) { ... on AddMemoriesPayload { results { memoryId } } } }`;
    for (const [content, age] of [
      ['The boat is red.', 60],
      ['The boat is quite red.', 0],
    ] as const) {
      const input = { userId: 'ada', infer: false, messages: [{ role: 'USER', content }] };
      const { addMemories } = await graphql<{ addMemories: { results: [{ memoryId: string }] } }>(add, { input });
      // An id begins with the time of its memory.
      const hex = (Date.now() - age * 86_400_000).toString(16).padStart(12, '0');
      await where.test.app.services.database.query('UPDATE memories SET id = $2 WHERE id = $1', [
        addMemories.results[0].memoryId,
        `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`,
      ]);
    }
    const { search } = await previewSettings({ query: 'red boat', hasDecay: false });
    const textsOf = (found: Sides<{ memory: { text: string } }>['stored'] = []) =>
      found.map(({ memory }) => memory.text);
    expect(textsOf(search?.stored)).toEqual(['The boat is quite red.', 'The boat is red.']);
    expect(textsOf(search?.edited)).toEqual(['The boat is red.', 'The boat is quite red.']);
  });

  it('instructs the extraction of an agent, and of an agent alone: agentCustomInstructions, agentId', async () => {
    answerWith(['Keep deeds.']);
    const edited = { ...conversation, agentCustomInstructions: 'Keep deeds.' };
    const ofUser = await previewSettings(edited);
    expect(ofUser.extraction?.edited).toEqual([{ text: 'Read nothing.' }]);
    const ofAgent = await previewSettings({ ...edited, agentId: 'guide' });
    expect(ofAgent.extraction).toEqual({
      stored: [{ text: 'Read nothing.' }],
      edited: [{ text: 'Read Keep deeds..' }],
    });
  });

  it('reaches the edited language model alone: temperature, topP, maxTokens', async () => {
    const names = ['temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'max_output_tokens'];
    await previewSettings({
      ...conversation,
      llm: { model: 'gpt-4o-mini', temperature: 0.3, topP: 0.4, maxTokens: 777 },
    });
    const sent = where.fake.requests
      .filter(({ kind }) => kind === 'chat')
      .map(({ body }) => Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name))));
    expect(sent.map((body) => Object.values(body).sort())).toEqual([[], [0.3, 0.4, 777]]);
  });

  it('chooses another provider, with its address and key: provider, baseUrl, apiKey', async () => {
    const { urls, key } = where.fake;
    const llm = { provider: 'gemini', model: 'gemini-test', baseUrl: urls.gemini, apiKey: key };
    await previewSettings({ ...conversation, llm });
    const chats = where.fake.requests.filter(({ kind }) => kind === 'chat');
    expect(chats.map(({ provider }) => provider)).toEqual(['openai', 'gemini']);
    expect(chats[1]).toMatchObject({ model: 'gemini-test', key });
  });
});

interface Previewed {
  readonly text: string;
  readonly categories: readonly string[];
  readonly userId: string | null;
  readonly agentId: string | null;
  readonly appId: string | null;
  readonly runId: string | null;
}

async function previewMemories(input: object): Promise<readonly Previewed[]> {
  const query = `query ($input: AddMemoriesInput!) { previewMemories(input: $input) {
    memories { text categories userId agentId appId runId } } }`;
  const { previewMemories: found } = await graphql<{ previewMemories: { memories: Previewed[] } }>(query, { input });
  return found.memories;
}

describe('an option of previewMemories', () => {
  it('is the owner of the memories: userId, agentId, appId, runId', async () => {
    const { messages } = conversation;
    for (const owner of [{ userId: 'ada' }, { agentId: 'guide' }, { appId: 'web' }, { runId: 'r1' }]) {
      const [memory] = await previewMemories({ messages, infer: false, ...owner });
      expect(memory).toMatchObject({
        text: messages[0]?.content,
        userId: null,
        agentId: null,
        appId: null,
        runId: null,
        ...owner,
      });
    }
  });

  it('instructs the extraction: customInstructions, agentCustomInstructions, includes, excludes', async () => {
    const hints = {
      customInstructions: 'Keep food.',
      agentCustomInstructions: 'Keep deeds.',
      includes: 'harbours',
      excludes: 'drizzle',
    };
    answerWith(Object.values(hints));
    expect((await previewMemories(conversation)).map(({ text }) => text)).toEqual(['Read nothing.']);
    for (const [name, hint] of Object.entries(hints)) {
      const [memory] = await previewMemories({ ...conversation, agentId: 'guide', [name]: hint });
      expect([name, memory?.text]).toEqual([name, `Read ${hint}.`]);
    }
  });

  it('dates the conversation: timestamp, timezone', async () => {
    answerWith(['2021-03-04', '2021-03-05']);
    const dated = { ...conversation, timestamp: '2021-03-04T23:00:00Z' };
    expect((await previewMemories(dated)).map(({ text }) => text)).toEqual(['Read 2021-03-04.']);
    const there = { ...dated, timezone: 'Asia/Tokyo' };
    expect((await previewMemories(there)).map(({ text }) => text)).toEqual(['Read 2021-03-05.']);
  });

  it('sorts the memories: customCategories', async () => {
    const customCategories = [{ name: 'fish', description: 'Fish that people eat' }];
    const [memory] = await previewMemories({ ...conversation, infer: false, customCategories });
    expect(memory?.categories).toEqual(['fish']);
  });
});

describe('an option of previewDeletion', () => {
  it('selects what would be deleted: userId, agentId, appId, runId, metadata, filter, projectId', async () => {
    const owners = { userId: 'ada', agentId: 'guide', appId: 'web', runId: 'r1' };
    const add = 'mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { __typename } }';
    for (const [name, value] of Object.entries(owners)) {
      const messages = [{ role: 'USER', content: `I am of ${name}` }];
      await graphql(add, { input: { messages, infer: false, [name]: value, metadata: { of: name } } });
    }
    const find = async (input: object) => {
      const query = `query ($input: DeleteMemoriesInput!) { previewDeletion(input: $input) { memoryCount sample { text } } }`;
      const found = await graphql<{ previewDeletion: { memoryCount: number; sample: { text: string }[] } }>(query, {
        input,
      });
      expect(found.previewDeletion.memoryCount).toBe(found.previewDeletion.sample.length);
      return found.previewDeletion.sample.map(({ text }) => text);
    };
    for (const [name, value] of Object.entries(owners))
      expect(await find({ [name]: value })).toEqual([`I am of ${name}`]);
    const all = { userId: '*', agentId: '*', appId: '*', runId: '*' };
    expect(await find(all)).toHaveLength(4);
    expect(await find({ appId: '*', metadata: { of: 'appId' } })).toEqual(['I am of appId']);
    expect(await find({ appId: '*', metadata: { of: 'runId' } })).toEqual([]);
    expect(await find({ runId: '*', filter: { runId: { eq: 'r1' } } })).toEqual(['I am of runId']);
    expect(await find({ runId: '*', filter: { runId: { eq: 'r2' } } })).toEqual([]);
    const create = `mutation ($input: CreateProjectInput!) {
      createProject(input: $input) { ... on CreateProjectPayload { project { id } } } }`;
    const input = { name: 'Empty', organizationId: where.test.admin.orgId };
    const { createProject } = await graphql<{ createProject: { project: { id: string } } }>(create, { input });
    expect(await find({ ...all, projectId: createProject.project.id })).toEqual([]);
  });
});
