import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { connectApp, oauthClient, signIn } from './oauth-client.js';

type Target = 'own' | 'foreign' | 'absent';
type Scope = 'read' | 'write' | 'delete';

/** A memory, its event and its owner. */
interface Place {
  readonly memory: string;
  readonly event: string;
  readonly owner: string;
}

interface ToolCase {
  readonly name: string;
  readonly needs: readonly Scope[];
  /** Whether the call names one object, which must exist. */
  readonly isLookup?: boolean;
  readonly arguments: (place: Place) => object;
}

const tools: readonly ToolCase[] = [
  {
    name: 'add_memory',
    needs: ['write'],
    // Another owner: the profiles of the places are read below.
    arguments: ({ owner }) => ({ text: 'Hi.', user_id: `new-${owner}`, infer: false }),
  },
  { name: 'search_memories', needs: ['read'], arguments: ({ owner }) => ({ query: 'secret', user_id: owner }) },
  { name: 'get_memories', needs: ['read'], arguments: ({ owner }) => ({ user_id: owner }) },
  { name: 'get_memory', needs: ['read'], isLookup: true, arguments: ({ memory }) => ({ memory_id: memory }) },
  {
    name: 'update_memory',
    needs: ['write'],
    isLookup: true,
    arguments: ({ memory }) => ({ memory_id: memory, metadata: { seen: true } }),
  },
  {
    name: 'delete_memory',
    needs: ['read', 'delete'],
    isLookup: true,
    arguments: ({ memory }) => ({ memory_id: memory }),
  },
  { name: 'delete_all_memories', needs: ['read', 'delete'], arguments: ({ owner }) => ({ user_id: owner }) },
  { name: 'delete_entities', needs: ['read', 'delete'], arguments: ({ owner }) => ({ user_id: owner }) },
  { name: 'list_entities', needs: ['read'], arguments: () => ({}) },
  { name: 'list_events', needs: ['read'], arguments: () => ({}) },
  { name: 'get_event_status', needs: ['read'], isLookup: true, arguments: ({ event }) => ({ event_id: event }) },
];

interface ResourceCase {
  readonly name: string;
  /** Whether the URI names one object, which must exist. */
  readonly isLookup?: boolean;
  readonly uri: (place: Place) => string;
}

const resources: readonly ResourceCase[] = [
  { name: 'memory', isLookup: true, uri: ({ memory }) => `memory-gateway://memories/${memory}` },
  { name: 'profile', isLookup: true, uri: ({ owner }) => `memory-gateway://users/${owner}/profile` },
  { name: 'project-instructions', uri: () => 'memory-gateway://project/instructions' },
];

interface TokenCase {
  readonly name: string;
  /** Null: every call is refused with 401. */
  readonly scopes: readonly Scope[] | null;
  readonly isReader?: boolean;
  /** Target in the token's project. */
  readonly home?: Target;
  create(): Promise<string | null>;
}

const all: readonly Scope[] = ['read', 'write', 'delete'];

let test: TestApp;
let client: ReturnType<typeof oauthClient>;
let otherProject: string;
let places: Record<Target, Place>;

const tokens: readonly TokenCase[] = [
  { name: 'no token', scopes: null, create: async () => null },
  { name: 'read', scopes: ['read'], create: async () => (await connectApp(test, { scopes: ['READ'] })).access },
  { name: 'write', scopes: ['write'], create: async () => (await connectApp(test, { scopes: ['WRITE'] })).access },
  { name: 'delete', scopes: ['delete'], create: async () => (await connectApp(test, { scopes: ['DELETE'] })).access },
  {
    name: 'read and delete',
    scopes: ['read', 'delete'],
    create: async () => (await connectApp(test, { scopes: ['READ', 'DELETE'] })).access,
  },
  { name: 'every scope', scopes: all, create: async () => (await connectApp(test)).access },
  { name: 'revoked', scopes: null, create: createRevoked },
  {
    name: 'expired',
    scopes: null,
    create: () => createChanged('connected_app_tokens', 'expires_at = now()', 'app_id'),
  },
  {
    name: 'foreign audience',
    scopes: null,
    create: () => createChanged('connected_apps', `resource = 'https://other.example/mcp'`, 'id'),
  },
  {
    name: 'other project',
    scopes: all,
    home: 'foreign',
    create: async () => (await connectApp(test, { projectId: otherProject })).access,
  },
  {
    name: 'API key of another project',
    scopes: all,
    home: 'foreign',
    create: async () => test.keyFor(await findAdmin(), { projectId: otherProject }),
  },
  {
    name: 'read-only API key of another project',
    scopes: all,
    isReader: true,
    home: 'foreign',
    create: async () => test.keyFor(await findAdmin(), { projectId: otherProject, readOnly: true }),
  },
  { name: 'API key of a reader', scopes: all, isReader: true, create: createReaderKey },
  { name: 'API key of an owner', scopes: all, create: async () => test.keyFor(await findAdmin(), bound()) },
  {
    name: 'read-only API key',
    scopes: all,
    isReader: true,
    create: async () => test.keyFor(await findAdmin(), { ...bound(), readOnly: true }),
  },
  { name: 'session of the dashboard', scopes: null, create: () => signIn(test) },
];

const bound = () => ({ projectId: test.admin.projectId });

beforeAll(async () => {
  test = await startTestApp();
  client = oauthClient(test);
  const { body } = await test
    .as(test.admin.apiKey)
    .rest('POST', `/api/v1/orgs/organizations/${test.admin.orgId}/projects/`, { name: 'Other' });
  otherProject = String(body.project_id);
  const key = async (projectId: string) => test.keyFor(await findAdmin(), { projectId });
  places = {
    own: await plant(await key(test.admin.projectId), 'ada'),
    foreign: await plant(await key(otherProject), 'eve'),
    absent: {
      memory: '018f0000-0000-7000-8000-000000000000',
      event: '018f0000-0000-7000-8000-000000000001',
      owner: 'unknown',
    },
  };
});
afterAll(() => test.close());

describe.each(tokens)('with a credential of the kind "$name"', (token) => {
  let credential: string | null;
  beforeAll(async () => {
    credential = await token.create();
  });

  it('tools/list offers the tools that it may call', async () => {
    const { scopes, isReader = false } = token;
    const { status, text } = await client.mcp(credential, 'tools/list');
    if (scopes === null) return expect(status).toBe(401);
    const { result } = readMessage(text) as { result: { tools: { name: string }[] } };
    const expected = tools.filter(
      ({ needs }) =>
        needs.every((scope) => scopes.includes(scope)) && (!isReader || needs.every((scope) => scope === 'read')),
    );
    // A tool without a case above fails here. An app that may call none sees all, so that its client can ask for more.
    const offered = expected.length > 0 ? expected : tools;
    expect(result.tools.map(({ name }) => name)).toEqual(offered.map(({ name }) => name));
  });

  it.each(tools)('$name reaches its own project only', async (tool) => {
    const outcomes: Record<string, string> = {};
    for (const target of ['own', 'foreign', 'absent'] as const) {
      const { status, text } = await client.mcp(credential, 'tools/call', {
        name: tool.name,
        arguments: tool.arguments(places[target]),
      });
      outcomes[target] = toOutcome(status, text);
      // No response may contain the text of the other project.
      expect(text).not.toContain(token.home === 'foreign' ? 'secret of ada' : 'secret of eve');
    }
    expect(outcomes).toEqual({
      own: expectOutcome(token, tool, 'own'),
      foreign: expectOutcome(token, tool, 'foreign'),
      absent: expectOutcome(token, tool, 'absent'),
    });
  });

  it('the lists of resources have no other ones', async () => {
    const list = async (kind: 'resources' | 'resourceTemplates', method: string) => {
      const { status, text } = await client.mcp(credential, method);
      if (status !== 200) return [];
      const { result } = readMessage(text) as { result: Record<typeof kind, { name: string }[]> };
      return result[kind].map(({ name }) => name);
    };
    const names = [
      ...(await list('resourceTemplates', 'resources/templates/list')),
      ...(await list('resources', 'resources/list')),
    ];
    // A resource without a case above fails here.
    expect(names).toEqual(token.scopes === null ? [] : resources.map(({ name }) => name));
  });

  it.each(resources)('the resource $name is read from its own project only', async ({ isLookup, uri }) => {
    const { scopes, home = 'own' } = token;
    for (const target of ['own', 'foreign', 'absent'] as const) {
      const { status, text } = await client.mcp(credential, 'resources/read', { uri: uri(places[target]) });
      const isHidden = isLookup && target !== home;
      const readable = isHidden ? 'NOT_FOUND' : 'OK';
      const expected = scopes === null ? '401' : scopes.includes('read') ? readable : '403 insufficient_scope';
      const outcome = /"code":-32602,"message":"[^"]*not found/.test(text) ? 'NOT_FOUND' : toOutcome(status, text);
      expect([target, outcome]).toEqual([target, expected]);
      expect(text).not.toContain(home === 'foreign' ? 'secret of ada' : 'secret of eve');
    }
  });
});

function expectOutcome({ scopes, isReader = false, home = 'own' }: TokenCase, tool: ToolCase, target: Target): string {
  if (scopes === null) return '401';
  if (tool.needs.some((scope) => !scopes.includes(scope))) return '403 insufficient_scope';
  if (tool.isLookup && target !== home) return 'NOT_FOUND';
  return isReader && !tool.needs.every((scope) => scope === 'read') ? 'FORBIDDEN' : 'OK';
}

function toOutcome(status: number, text: string): string {
  if (status === 403) return '403 insufficient_scope';
  if (status !== 200) return String(status);
  return /"text":"(NOT_FOUND|FORBIDDEN|BAD_USER_INPUT|INTERNAL)/.exec(text)?.[1] ?? 'OK';
}

/** Parses a JSON-RPC message, sent as JSON or as an event. */
const readMessage = (text: string): unknown => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);

async function plant(key: string, owner: string): Promise<Place> {
  const { text } = await client.mcp(key, 'tools/call', {
    name: 'add_memory',
    arguments: { text: `The secret of ${owner}.`, user_id: owner, infer: false },
  });
  const { result } = readMessage(text) as {
    result: { structuredContent: { event_id: string; results: [{ id: string }] } };
  };
  const { event_id: event, results } = result.structuredContent;
  return { memory: results[0].id, event, owner };
}

async function findAdmin() {
  const admin = await test.app.services.stores.users.oldestAdmin();
  if (!admin) throw new Error('There is no admin.');
  return admin;
}

async function createReaderKey(): Promise<string> {
  const { database } = test.app.services;
  const id = '018f0000-0000-7000-8000-00000000beef';
  const user = { id, name: 'Rita', email: 'rita@example.com', role: 'member' as const };
  await database.query(`INSERT INTO users (id, name, email, password_hash) VALUES ($1, $2, $3, '!')`, [
    id,
    user.name,
    user.email,
  ]);
  await database.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'READER')`, [
    test.admin.projectId,
    id,
  ]);
  return test.keyFor(user, bound());
}

async function createRevoked(): Promise<string> {
  const { access, clientId } = await connectApp(test);
  await client.post('/oauth/revoke', { token: access, client_id: clientId });
  return access;
}

async function createChanged(table: string, change: string, column: string): Promise<string> {
  const { access } = await connectApp(test);
  await test.app.services.database.query(
    `UPDATE ${table} SET ${change} WHERE ${column} = (SELECT id FROM connected_apps WHERE token_prefix = $1)`,
    [access.slice(0, 12)],
  );
  return access;
}
