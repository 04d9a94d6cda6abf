import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { store } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
/** IDs of an object of each kind that can be changed. */
const ids: Record<string, string | undefined> = {};

beforeAll(async () => {
  test = await startTestApp({ outboundAllow: ['loopback'] });
  ids['project'] = test.admin.projectId;
  ids['organization'] = test.admin.orgId;
  ids['webhook'] = await create('createWebhook', 'webhook', { name: 'a', url, eventTypes: ['MEMORY_ADD'] });
  ids['logStream'] = await create('createLogStream', 'logStream', {
    ...logStream,
    projectId: test.admin.projectId,
    url,
  });
  ids['apiKey'] = await create('createApiKey', 'apiKey', { label: 'a' });
  const memories = [
    { user_id: 'ada', text: 'Ada sails.' },
    { user_id: 'ada', text: 'Ada skis.' },
  ];
  [ids['memory'], ids['older']] = await store(test.app.services, test.admin.projectId, memories);
});
afterAll(() => test.close());

const url = 'http://127.0.0.1:49999/';
const logStream = { name: 'a', source: 'AUDIT_LOG', format: 'NDJSON' };
const rest = <Body>(method: 'POST' | 'GET' | 'PUT' | 'PATCH', path: string, body?: object) =>
  test.as(test.admin.apiKey).rest<Body>(method, path, body);

interface Outcome {
  readonly data: Record<string, { readonly fields?: { readonly field: string }[] } | null> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: object }[];
}

const mutate = async (
  name: string,
  input: object,
  selection = '__typename ... on Error { message code } ... on ValidationError { fields { field messages } }',
) => {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
  return (await rest<Outcome>('POST', '/graphql', { query, variables: { input } })).body;
};

async function create(name: string, noun: string, input: object): Promise<string> {
  const selection = `... on ${name[0]!.toUpperCase()}${name.slice(1)}Payload { ${noun} { id } }`;
  const { data, errors } = await mutate(name, input, selection);
  const made = data?.[name] as Record<string, { id: string }> | undefined;
  if (!made?.[noun]) throw new Error(JSON.stringify(errors ?? data));
  return made[noun].id;
}

const texts = [
  ['NUL', 'a\u0000b'],
  ['half of a surrogate pair', 'a\ud800b'],
] as const;

/** A mutation, the field, and the input with a text there. */
type Row = readonly [mutation: string, field: string, input: (text: string) => object];
type RestRow = readonly [
  method: 'POST' | 'PUT' | 'PATCH',
  route: string,
  field: string,
  body: (text: string) => object,
];
const messages = [{ role: 'USER', content: 'Ada sails.' }];
const rows: readonly Row[] = [
  ['createOrganization', 'name', (name) => ({ name })],
  ['updateOrganization', 'name', (name) => ({ id: ids['organization'], name })],
  ['createProject', 'name', (name) => ({ organizationId: ids['organization'], name })],
  ['createProject', 'description', (description) => ({ organizationId: ids['organization'], name: 'a', description })],
  ['updateProject', 'name', (name) => ({ id: ids['project'], name })],
  ['updateProject', 'description', (description) => ({ id: ids['project'], description })],
  ['updateProject', 'customInstructions', (customInstructions) => ({ id: ids['project'], customInstructions })],
  ['updateProject', 'agentCustomInstructions', (text) => ({ id: ids['project'], agentCustomInstructions: text })],
  ['updateProject', 'customCategories', (name) => ({ id: ids['project'], customCategories: [{ name }] })],
  [
    'updateProject',
    'customCategories',
    (text) => ({ id: ids['project'], customCategories: [{ name: 'a', description: text }] }),
  ],
  ['createApiKey', 'label', (label) => ({ label })],
  ['updateApiKey', 'label', (label) => ({ id: ids['apiKey'], label })],
  ['createUser', 'name', (name) => ({ name, email: 'a@example.com' })],
  ['createUser', 'email', (email) => ({ name: 'a', email: `${email}@example.com` })],
  ['createUser', 'password', (text) => ({ name: 'a', email: 'a@example.com', password: `${text} long enough` })],
  ['updateViewer', 'name', (name) => ({ name })],
  ['updateViewer', 'email', (email) => ({ email: `${email}@example.com` })],
  ['createInvitation', 'email', (email) => ({ email: `${email}@example.com` })],
  [
    'addProjectMember',
    'email',
    (email) => ({ projectId: ids['project'], email: `${email}@example.com`, role: 'READER' }),
  ],
  [
    'addOrganizationMember',
    'email',
    (email) => ({ organizationId: ids['organization'], email: `${email}@example.com`, role: 'READER' }),
  ],
  ['createWebhook', 'name', (name) => ({ name, url, eventTypes: ['MEMORY_ADD'] })],
  ['createWebhook', 'url', (text) => ({ name: 'a', url: url + text, eventTypes: ['MEMORY_ADD'] })],
  [
    'createWebhook',
    'headers',
    (name) => ({ name: 'a', url, eventTypes: ['MEMORY_ADD'], headers: [{ name, value: 'a' }] }),
  ],
  [
    'createWebhook',
    'headers',
    (value) => ({ name: 'a', url, eventTypes: ['MEMORY_ADD'], headers: [{ name: 'x-a', value }] }),
  ],
  ['updateWebhook', 'name', (name) => ({ id: ids['webhook'], name })],
  ['updateWebhook', 'url', (text) => ({ id: ids['webhook'], url: url + text })],
  ['createLogStream', 'name', (name) => ({ ...logStream, projectId: ids['project'], url, name })],
  ['createLogStream', 'url', (text) => ({ ...logStream, projectId: ids['project'], url: url + text })],
  ['createLogStream', 'token', (token) => ({ ...logStream, projectId: ids['project'], url, token })],
  ['updateLogStream', 'name', (name) => ({ id: ids['logStream'], name })],
  ['updateLogStream', 'url', (text) => ({ id: ids['logStream'], url: url + text })],
  ['updateLogStream', 'token', (token) => ({ id: ids['logStream'], token })],
  ['createExport', 'instructions', (instructions) => ({ instructions })],
  [
    'createExport',
    'schema',
    (text) => ({ schema: { type: 'object', properties: { [text]: { type: 'string', description: 'a' } } } }),
  ],
  [
    'createExport',
    'schema',
    (text) => ({ schema: { type: 'object', properties: { a: { type: 'string', description: text } } } }),
  ],
  ['createExport', 'filter', (text) => ({ filter: { userId: { eq: text } } })],
  ['createEntity', 'name', (name) => ({ type: 'USER', name })],
  ['createEntity', 'metadata', (text) => ({ type: 'USER', name: 'a', metadata: { [text]: 1 } })],
  ['createEntity', 'metadata', (text) => ({ type: 'USER', name: 'a', metadata: { a: { b: [text] } } })],
  ['addMemories', 'messages', (content) => ({ userId: 'ada', messages: [{ role: 'USER', content }] })],
  ['addMemories', 'messages', (name) => ({ userId: 'ada', messages: [{ role: 'USER', content: 'a', name }] })],
  ['addMemories', 'userId', (userId) => ({ userId, messages })],
  ['addMemories', 'agentId', (agentId) => ({ agentId, messages })],
  ['addMemories', 'appId', (appId) => ({ appId, messages })],
  ['addMemories', 'runId', (runId) => ({ runId, messages })],
  ['addMemories', 'metadata', (text) => ({ userId: 'ada', messages, metadata: { [text]: 1 } })],
  ['addMemories', 'metadata', (text) => ({ userId: 'ada', messages, metadata: { a: [text] } })],
  ['addMemories', 'customInstructions', (text) => ({ userId: 'ada', messages, customInstructions: text })],
  ['addMemories', 'agentCustomInstructions', (text) => ({ userId: 'ada', messages, agentCustomInstructions: text })],
  ['addMemories', 'includes', (includes) => ({ userId: 'ada', messages, includes })],
  ['addMemories', 'excludes', (excludes) => ({ userId: 'ada', messages, excludes })],
  ['addMemories', 'timezone', (timezone) => ({ userId: 'ada', messages, timezone })],
  ['addMemories', 'customCategories', (name) => ({ userId: 'ada', messages, customCategories: [{ name }] })],
  [
    'addMemories',
    'messages',
    (text) => ({
      userId: 'ada',
      messages: [{ role: 'USER', content: 'a', attachments: [{ kind: 'IMAGE', url: url + text }] }],
    }),
  ],
  ['updateMemory', 'text', (text) => ({ id: ids['memory'], text })],
  ['updateMemory', 'metadata', (text) => ({ id: ids['memory'], metadata: { [text]: text } })],
  ['updateMemory', 'categories', (text) => ({ id: ids['memory'], categories: [text] })],
  ['updateMemories', 'memories', (text) => ({ memories: [{ id: ids['memory'], text }] })],
  ['updateMemories', 'memories', (text) => ({ memories: [{ id: ids['memory'], metadata: { a: text } }] })],
  ['giveFeedback', 'reason', (reason) => ({ memoryId: ids['memory'], rating: 'POSITIVE', reason })],
  ['setMemoryLink', 'reason', (reason) => ({ newerMemoryId: ids['memory'], olderMemoryId: ids['older'], reason })],
  ['importMemories', 'fileName', (fileName) => ({ format: 'JSON', content: '[{"text":"a","user_id":"b"}]', fileName })],
  ['importMemories', 'userId', (userId) => ({ format: 'JSON', content: '[{"text":"a"}]', userId })],
  [
    'importMemories',
    'upload.key',
    (key) => ({
      format: 'JSON',
      content: '[{"text":"a","user_id":"b"}]',
      upload: { key, partNumber: 1, partCount: 1 },
    }),
  ],
  [
    'importMemories',
    'upload.fileName',
    (fileName) => ({
      format: 'JSON',
      content: '[{"text":"a","user_id":"b"}]',
      upload: { key: 'k', partNumber: 1, partCount: 1, fileName },
    }),
  ],
  ['updateProfileSettings', 'customInstructions', (customInstructions) => ({ customInstructions })],
  [
    'updateProfileSettings',
    'schema',
    (text) => ({ schema: { type: 'object', properties: { a: { type: 'string', description: text } } } }),
  ],
  ['updateConfiguration', 'customInstructions', (customInstructions) => ({ customInstructions })],
  ['updateConfiguration', 'llm.model', (model) => ({ llm: { provider: 'openai', model, apiKey: 'a' } })],
  ['updateConfiguration', 'llm.apiKey', (apiKey) => ({ llm: { provider: 'openai', model: 'a', apiKey } })],
  [
    'updateConfiguration',
    'llm.baseUrl',
    (text) => ({ llm: { provider: 'openai', model: 'a', apiKey: 'a', baseUrl: url + text } }),
  ],
  ['updateConfiguration', 'llm.provider', (provider) => ({ llm: { provider, model: 'a', apiKey: 'a' } })],
  ['generateInstructions', 'useCase', (useCase) => ({ useCase })],
  ['deleteMemories', 'userId', (userId) => ({ userId })],
  ['deleteMemories', 'metadata', (text) => ({ metadata: { [text]: 'a' } })],
  ['eraseSubject', 'name', (name) => ({ type: 'USER', name })],
  ['exportSubject', 'name', (name) => ({ type: 'USER', name })],
  ['deleteEntity', 'name', (name) => ({ type: 'USER', name })],
  ['replayLogStream', 'cursor', (cursor) => ({ id: ids['logStream'], cursor })],
  ['generateProfiles', 'userId', (userId) => ({ userId })],
];

const inProject = '/api/v1/orgs/organizations/{organization}/projects/{project}/';
const message = { role: 'user', content: 'Ada sails.' };
const add = { user_id: 'ada', messages: [message] };
const emailOf = (text: string) => ({ email: `${text}@example.com`, role: 'READER' });
const restRows: readonly RestRow[] = [
  ['POST', '/api/v1/orgs/organizations/', 'name', (name) => ({ name })],
  ['POST', '/api/v1/orgs/organizations/{organization}/members/', 'email', emailOf],
  ['POST', '/api/v1/orgs/organizations/{organization}/projects/', 'name', (name) => ({ name })],
  [
    'POST',
    '/api/v1/orgs/organizations/{organization}/projects/',
    'description',
    (text) => ({ name: 'a', description: text }),
  ],
  ['PATCH', inProject, 'name', (name) => ({ name })],
  ['PATCH', inProject, 'description', (description) => ({ description })],
  ['PATCH', inProject, 'custom_instructions', (text) => ({ custom_instructions: text })],
  ['PATCH', inProject, 'agent_custom_instructions', (text) => ({ agent_custom_instructions: text })],
  ['PATCH', inProject, 'custom_categories', (text) => ({ custom_categories: [{ [text]: 'a' }] })],
  ['PATCH', inProject, 'custom_categories', (text) => ({ custom_categories: [{ a: text }] })],
  ['PATCH', inProject, 'usecase', (usecase) => ({ usecase })],
  ['PATCH', inProject, 'version', (version) => ({ version })],
  ['POST', `${inProject}members/`, 'email', emailOf],
  ['POST', '/api/v1/webhooks/projects/{project}/', 'name', (name) => ({ name, url, event_types: ['memory_add'] })],
  [
    'POST',
    '/api/v1/webhooks/projects/{project}/',
    'url',
    (text) => ({ name: 'a', url: url + text, event_types: ['memory_add'] }),
  ],
  ['PUT', '/api/v1/webhooks/{webhook}/', 'name', (name) => ({ name })],
  ['PUT', '/api/v1/webhooks/{webhook}/', 'url', (text) => ({ url: url + text })],
  ['POST', '/v1/users/', 'user_id', (text) => ({ user_id: text })],
  ['POST', '/v1/users/', 'metadata', (text) => ({ user_id: 'a', metadata: { [text]: 1 } })],
  ['POST', '/v1/users/', 'metadata', (text) => ({ user_id: 'a', metadata: { a: text } })],
  ['POST', '/v1/agents/', 'agent_id', (text) => ({ agent_id: text, name: 'a' })],
  ['POST', '/v1/apps/', 'app_id', (text) => ({ app_id: text, name: 'a' })],
  ['POST', '/v1/runs/', 'run_id', (text) => ({ run_id: text, name: 'a' })],
  ['POST', '/v1/runs/', 'name', (name) => ({ run_id: 'a', name })],
  ['PUT', '/v1/batch/', 'text of number 1', (text) => ({ memories: [{ memory_id: ids['memory'], text }] })],
  [
    'POST',
    '/v1/exports/',
    'schema',
    (text) => ({ user_id: 'ada', schema: { type: 'object', properties: { [text]: { type: 'string' } } } }),
  ],
  [
    'POST',
    '/v1/exports/',
    'export_instructions',
    (text) => ({ user_id: 'ada', schema: {}, export_instructions: text }),
  ],
  ['POST', '/v1/exports/', 'user_id', (text) => ({ user_id: text, schema: {} })],
  [
    'POST',
    '/v1/feedback/',
    'feedback_reason',
    (text) => ({ memory_id: ids['memory'], feedback: 'POSITIVE', feedback_reason: text }),
  ],
  ['POST', '/v3/memories/add/', 'messages', (content) => ({ ...add, messages: [{ ...message, content }] })],
  ['POST', '/v3/memories/add/', 'messages', (name) => ({ ...add, messages: [{ ...message, name }] })],
  ['POST', '/v3/memories/add/', 'user_id', (text) => ({ ...add, user_id: text })],
  ['POST', '/v3/memories/add/', 'metadata', (text) => ({ ...add, metadata: { [text]: 1 } })],
  ['POST', '/v3/memories/add/', 'metadata', (text) => ({ ...add, metadata: { a: { b: [text] } } })],
  ['POST', '/v3/memories/add/', 'custom_instructions', (text) => ({ ...add, custom_instructions: text })],
  ['POST', '/v3/memories/add/', 'agent_custom_instructions', (text) => ({ ...add, agent_custom_instructions: text })],
  ['POST', '/v3/memories/add/', 'custom_categories', (text) => ({ ...add, custom_categories: [{ [text]: 'a' }] })],
  ['POST', '/v3/memories/add/', 'includes', (text) => ({ ...add, includes: text })],
  ['POST', '/v3/memories/add/', 'excludes', (text) => ({ ...add, excludes: text })],
  ['PUT', '/v1/memories/{memory}/', 'text', (text) => ({ text })],
  ['PUT', '/v1/memories/{memory}/', 'metadata', (text) => ({ metadata: { a: text } })],
  ['POST', '/api-keys', 'label', (label) => ({ label })],
  ['PATCH', '/auth/me', 'name', (name) => ({ name })],
  ['PATCH', '/auth/me', 'email', emailOf],
  ['POST', '/users', 'name', (name) => ({ name, email: 'a@example.com' })],
  ['POST', '/users', 'email', (text) => ({ ...emailOf(text), name: 'a', role: 'member' })],
  ['POST', '/users', 'password', (text) => ({ name: 'a', email: 'a@example.com', password: `${text} long enough` })],
  ['POST', '/invitations', 'email', emailOf],
  ['POST', '/memories', 'messages', (content) => ({ ...add, messages: [{ ...message, content }] })],
  ['POST', '/memories', 'user_id', (text) => ({ ...add, user_id: text })],
  ['POST', '/memories', 'metadata', (text) => ({ ...add, metadata: { [text]: text } })],
  ['POST', '/memories', 'prompt', (prompt) => ({ ...add, prompt })],
  ['PUT', '/memories/{memory}', 'text', (text) => ({ text })],
  ['PUT', '/memories/{memory}', 'metadata', (text) => ({ metadata: { [text]: 1 } })],
  ['POST', '/configure', 'custom_instructions', (text) => ({ custom_instructions: text })],
  ['POST', '/generate-instructions', 'use_case', (text) => ({ use_case: text })],
];

/** How errors name these fields where a response has no key for them. */
const wireNames: Readonly<Record<string, string>> = { messages: 'Message 1: ', password: 'A password' };

describe('a text that cannot be stored is refused by its field', () => {
  for (const [mutation, field, input] of rows)
    it.each(texts)(`${mutation} ${field} with %s`, async (_what, text) => {
      expect(await mutate(mutation, input(text))).toEqual({
        data: {
          [mutation]: {
            __typename: 'ValidationError',
            code: 'BAD_USER_INPUT',
            message: expect.any(String),
            fields: [{ field: `input.${field}`, messages: [expect.any(String)] }],
          },
        },
      });
    });

  for (const [method, route, field, body] of restRows)
    it.each(texts)(`${method} ${route} ${field} with %s`, async (_what, text) => {
      const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
      const { status, body: refusal } = await rest(method, path, body(text));
      expect([400, 422]).toContain(status);
      expect(JSON.stringify(refusal)).toContain(wireNames[field] ?? field);
    });

  it.each([
    ['fieldUsage', 'field', '{ field }'],
    ['memoryLinks', 'userId', '{ totalCount }'],
  ])('%s %s', async (name, field, selection) => {
    for (const [, text] of texts) {
      const query = `query ($text: String) { ${name}(${field}: $text) ${selection} }`;
      const { body } = await rest<Outcome>('POST', '/graphql', { query, variables: { text } });
      expect(body.errors).toMatchObject([
        { path: [name], extensions: { code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } } },
      ]);
    }
  });

  it('without a change of the memories before it in a batch', async () => {
    const memories = [
      { id: ids['memory'], text: 'Ada rows.' },
      { id: ids['older'], text: 'a\u0000b' },
    ];
    const { data } = await mutate('updateMemories', { memories });
    expect(data?.['updateMemories']).toMatchObject({ __typename: 'ValidationError' });
    expect((await rest<{ memory: string }>('GET', `/v1/memories/${ids['memory']}/`)).body.memory).toBe('Ada sails.');
  });

  it('but a file name of an import is cut between characters', async () => {
    const input = { format: 'JSON', content: '[{"text":"a","user_id":"b"}]', fileName: `${'a'.repeat(199)}👩` };
    const { data } = await mutate(
      'importMemories',
      input,
      '... on ImportMemoriesPayload { event { import { source } } }',
    );
    expect(data).toEqual({ importMemories: { event: { import: { source: 'a'.repeat(199) } } } });
  });
});
