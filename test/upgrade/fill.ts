import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a later version must find again, besides the rows. */
export interface Facts {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
  readonly projectId: string;
  /** Memories of the user `ada` as GraphQL returns them, oldest first. */
  readonly memories: readonly { readonly id: string; readonly text: string }[];
  readonly history: readonly string[];
}

type Values = Record<string, unknown>;

/** Uses a running server so that as many of its tables as possible have rows, deleted and revoked ones too. */
export async function fill(url: string, login: Pick<Facts, 'email' | 'password' | 'apiKey'>): Promise<Facts> {
  const receiver = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  try {
    return await use(createClient(url, login.apiKey), { ...login, hookUrl });
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

type Client = ReturnType<typeof createClient>;

function createClient(url: string, apiKey: string) {
  const send = async (method: string, path: string, body?: unknown): Promise<Values> => {
    const headers = {
      authorization: `Token ${apiKey}`,
      'content-type': 'application/json',
      ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
    };
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text || '{}') as Values;
  };
  const graphql = async (query: string, variables: Values = {}): Promise<Values> => {
    const answer = await send('POST', '/graphql', { query, variables });
    if (answer.errors) throw new Error(`${query}: ${JSON.stringify(answer.errors)}`);
    return answer.data as Values;
  };
  /** Runs a mutation with literals of GraphQL as input. @throws Error for an error as data */
  const mutate = async (field: string, input: string, selection = '__typename'): Promise<Values> => {
    const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
    const query = `mutation { ${field}(input: { ${input} }) { __typename ... on ${type}Payload { ${selection} } ... on Error { message } } }`;
    const made = (await graphql(query))[field] as Values;
    if (made['__typename'] !== `${type}Payload`) throw new Error(`${field}: ${JSON.stringify(made)}`);
    return made;
  };
  const add = async (text: string, owner: Values, more: Values = {}): Promise<string> => {
    const body = { messages: [{ role: 'user', content: text }], infer: false, ...owner, ...more };
    const { results } = await send('POST', '/v3/memories/add/', body);
    return String((results as { id: string }[])[0]?.id);
  };
  return { url, send, graphql, mutate, add };
}

async function use(client: Client, known: Pick<Facts, 'email' | 'password' | 'apiKey'> & { hookUrl: string }) {
  const { send, graphql, mutate, add } = client;
  const { projects } = (await graphql('{ projects(first: 1) { nodes { id organization { id } } } }')) as {
    projects: { nodes: { id: string; organization: { id: string } }[] };
  };
  const { id: projectId = '', organization } = projects.nodes[0] ?? {};
  await mutate(
    'createUser',
    'name: "Grace", email: "grace@example.com", password: "correct-horse-battery", role: MEMBER',
  );
  await mutate(
    'addOrganizationMember',
    `organizationId: "${organization?.id}", email: "grace@example.com", role: READER`,
  );
  await mutate('addProjectMember', `projectId: "${projectId}", email: "guest@example.com", role: READER`);
  const second = await mutate(
    'createProject',
    `organizationId: "${organization?.id}", name: "Spare"`,
    'project { id }',
  );
  await mutate('deleteProject', `id: "${(second.project as Values).id as string}"`);
  await send('POST', '/auth/login', { email: 'grace@example.com', password: 'correct-horse-battery' });
  const hook = await mutate(
    'createWebhook',
    `name: "all", url: "${known.hookUrl}", eventTypes: [MEMORY_ADD, MEMORY_UPDATE, MEMORY_DELETE]`,
    'webhook { id }',
  );
  await mutate(
    'createLogStream',
    `name: "logs", url: "${known.hookUrl}", format: NDJSON, source: REQUEST_LOG, projectId: "${projectId}"`,
  );
  const spare = await mutate('createApiKey', 'label: "spare"', 'apiKey { id }');
  await mutate('revokeApiKey', `id: "${(spare.apiKey as Values).id as string}"`);
  await mutate('updateProject', `id: "${projectId}", storesRequestBodies: true, hasDecay: true`);
  await remember(client);
  await send('POST', '/v3/memories/search/', { query: 'What does Ada drink?', filters: { user_id: 'ada' } });
  await mutate('sendWebhookTestEvent', `webhookId: "${(hook.webhook as Values).id as string}"`);
  await mutate(
    'importMemories',
    'format: JSONL, userId: "ida", content: "{\\"id\\":\\"one\\",\\"memory\\":\\"Ida collects maps.\\",\\"user_id\\":\\"ida\\"}"',
  );
  await mutate('updateProfileSettings', 'isEnabled: true');
  await mutate('generateProfiles', 'userId: "ada"').catch(() => undefined);
  await add('Somebody else was here.', { user_id: 'erased' });
  await mutate('eraseSubject', 'type: USER, name: "erased"');
  await send('POST', '/v1/exports/', {
    schema: { type: 'object', properties: { fact: { type: 'string' } } },
    filters: { user_id: 'ada' },
  });
  await registerApp(client);
  await add('Work that waits for nothing.', { agent_id: 'planner', run_id: 'run-1' });
  await settle(client);
  return { ...pick(known), projectId, ...(await readBack(client)) };
}

const pick = ({ email, password, apiKey }: Pick<Facts, 'email' | 'password' | 'apiKey'>) => ({
  email,
  password,
  apiKey,
});

async function remember({ send, mutate, add }: Client): Promise<void> {
  const ada = { user_id: 'ada' };
  const metadata = { room: 'kitchen', floor: 2, tags: ['a', 'b'], nested: { deep: null } };
  const [lamp = '', lisbon = '', tea = '', gone = ''] = [
    await add('The lamp is green.', ada, { metadata }),
    await add('Ada lives in Porto.', ada),
    await add('Ada drinks tea without milk: “Earl Grey”, 紅茶, ☕.', ada, {
      custom_categories: [{ drinks: 'What she drinks' }],
    }),
    await add('This one is deleted.', ada),
  ];
  await send('PUT', `/v1/memories/${lamp}/`, { text: 'The lamp is blue.', metadata: { room: 'hall' } });
  const moved = await add('Ada lives in Lisbon.', ada);
  await mutate(
    'setMemoryLink',
    `newerMemoryId: "${moved}", olderMemoryId: "${lisbon}", relation: SUPERSEDES, reason: "She moved."`,
  );
  await mutate('giveFeedback', `memoryId: "${tea}", rating: NEGATIVE, reason: "She prefers coffee."`);
  await send('DELETE', `/v1/memories/${gone}/`);
  // Long enough for chunks.
  await add(`The long story. ${readFileSync('LICENSE', 'utf8').slice(0, 1_500)}`, ada);
  await add('Leaving soon.', { user_id: 'leaving' });
  await mutate('deleteMemories', 'userId: "leaving", undoSeconds: 86400');
  const infer = { messages: [{ role: 'user', content: 'My name is Grace and I work at the observatory in Lisbon.' }] };
  await send('POST', '/v3/memories/add/', { ...infer, user_id: 'grace', async_mode: false });
  await send('POST', '/v3/memories/search/', { query: 'Where does Ada live?', filters: { user_id: 'ada' } });
  await mutate('createEntity', 'type: AGENT, name: "planner", metadata: { model: "none" }');
}

/** An app registers itself for MCP. Nobody approves it here. */
async function registerApp({ send }: Client): Promise<void> {
  await send('POST', '/oauth/register', { client_name: 'An app', redirect_uris: ['http://127.0.0.1:9/callback'] });
}

/** Waits until background work has ended, so that the fixture has its results. */
async function settle({ graphql }: Client): Promise<void> {
  for (let left = 300; left > 0; left -= 1) {
    const { events } = (await graphql('{ events(first: 50) { nodes { status } } }')) as {
      events: { nodes: { status: string }[] };
    };
    if (events.nodes.every(({ status }) => !['PENDING', 'RUNNING'].includes(status))) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await new Promise((resolve) => setTimeout(resolve, 3_000));
}

/** Reads through the front door what {@link Facts} keeps. */
async function readBack({ graphql }: Pick<Client, 'graphql'>): Promise<Pick<Facts, 'memories' | 'history'>> {
  const { memories } = (await graphql(
    '{ memories(first: 50, filter: { userId: { eq: "ada" } }, orderBy: { field: CREATED_AT, direction: ASC }) { nodes { id text history { event oldMemory: oldText newMemory: newText } } } }',
  )) as { memories: { nodes: { id: string; text: string; history: Values[] }[] } };
  return {
    memories: memories.nodes.map(({ id, text }) => ({ id, text })),
    history: memories.nodes.flatMap(({ history }) => history.map((entry) => JSON.stringify(entry))),
  };
}

/** Reads back from a server with the API key of the facts. */
export const readFrom = (url: string, { apiKey }: Pick<Facts, 'apiKey'>) => readBack(createClient(url, apiKey));
