import fc from 'fast-check';
import { filter, restFilter } from '../differential/values.js';
import { loadConfig, type Config } from '../../src/config.js';
import type { TestApp } from '../helpers/app.js';
import type { Known } from './from-schema.js';
import { settleStrangers } from './strangers.js';

const absent = '0192f1c0-0000-7000-8000-000000000000';
const names = ['rosa', 'kay', 'a/b', 'ünï'];
const schema = {
  type: 'object',
  properties: {
    full_name: { type: 'string', description: 'Name.' },
    hobbies: { type: 'array', items: { type: 'string' }, description: 'What they play.' },
  },
};

/** Filters of every form, fixed so that a seed is enough to repeat a run. */
const filters = fc.sample(filter, { numRuns: 60, seed: 7 });

/** Limits providers to servers of this machine, which reject every request. */
export function hereOnly(): Partial<Config> {
  const here = {
    OPENAI_BASE_URL: 'http://127.0.0.1:9',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    GOOGLE_BASE_URL: 'http://127.0.0.1:9',
    PROVIDER_RETRIES: '0',
    EXTRACTION_RETRY_HOURS: '0',
  };
  return { providers: loadConfig(here).providers };
}

/** An installation with objects of every kind. */
export interface World {
  /** Callers with the values of their calls by wire name. */
  readonly callers: readonly { readonly key: string; readonly known: Known }[];
  /** Returns everything of a tenant that the admin has no access to; the other caller knows its ids. */
  readonly strangers: () => Promise<string>;
}

/** Fills an empty installation with objects of every kind. `more` adds known values. */
export async function settle(test: TestApp, more: Known = {}): Promise<World> {
  const own = await settleOwn(test);
  const { key, ids, state } = await settleStrangers(test);
  const foreign = {
    id: ids.memories,
    memory_id: ids.memories,
    ids: [ids.memories],
    org_id: [ids.organizationId],
    organization_id: [ids.organizationId],
    project_id: [ids.projectId],
    webhook_id: [ids.webhookId],
  };
  const heard = Object.fromEntries(
    Object.entries(foreign).map(([name, values]) => [
      name,
      [...(own[name] ?? []), ...values, ...(name === 'id' ? [ids.organizationId, ids.projectId, ids.webhookId] : [])],
    ]),
  );
  const callers = [
    { key: test.admin.apiKey, known: { ...own, ...more } },
    { key, known: { ...own, ...heard, ...more } },
  ];
  return { callers, strangers: state };
}

async function settleOwn(test: TestApp): Promise<Known> {
  const { rest } = test.as(test.admin.apiKey);
  const { orgId, projectId } = test.admin;
  const make = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const answer = await rest('POST', path, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const added: string[] = [];
  for (const [index, text] of ['I like tea', 'I moved to Lisbon', 'My sister plays the violin'].entries()) {
    const { results } = await make('/v3/memories/add/', {
      messages: [{ role: 'user', content: text }],
      user_id: names[index % 2],
      run_id: names[2],
      infer: false,
      metadata: { colour: 'red' },
    });
    added.push(...(results as { id: string }[]).map(({ id }) => id));
  }
  const hook = await make(`/api/v1/webhooks/projects/${projectId}/`, {
    name: 'hook',
    url: 'https://hook.invalid/x',
    event_types: ['memory_add'],
    is_active: false,
  });
  const exported = await make('/v1/exports/', { schema, filters: { user_id: 'rosa' } });
  const user = await make('/users', {
    name: 'Kay',
    email: 'kay@example.com',
    password: 'a long password',
    role: 'member',
  });
  const invitation = await make('/invitations', { email: 'eve@example.com', project_id: projectId, role: 'READER' });
  const key = await make('/api-keys', { label: 'spare' });
  const organization = await make('/api/v1/orgs/organizations/', { name: 'Spare' });
  const project = await make(`/api/v1/orgs/organizations/${orgId}/projects/`, { name: 'Spare' });
  const ids = [...added, hook.webhook_id, exported.id, user.id, invitation.id, key.id, absent];
  return {
    ...fixed,
    ...known({
      ids,
      memories: added,
      exports: [exported.id],
      organizations: [orgId, organization.org_id],
      projects: [projectId, project.project_id],
    }),
    job_id: [exported.event_id, absent],
    token: [invitation.token, 'wrong'],
  };
}

interface Ids {
  readonly ids: readonly unknown[];
  readonly memories: readonly unknown[];
  readonly exports: readonly unknown[];
  readonly organizations: readonly unknown[];
  readonly projects: readonly unknown[];
}

function known({ ids, memories, exports, organizations, projects }: Ids): Known {
  return {
    id: [...ids, ...projects, ...organizations],
    ids: [memories],
    memory_id: [...memories, absent],
    export_id: [...exports, absent],
    memory_export_id: [...exports, absent],
    event_id: [...exports, absent],
    org_id: organizations,
    organization_id: organizations,
    project_id: projects,
    webhook_id: ids,
  };
}

const days = ['2024-05-01', '2099-12-31', '2024-05-01T10:00:00Z', '2001-01-01T00:00:00', 1_700_000_000];
const instants = ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00+02:00'];
const flags = [true, false, 'true', 'false', '1', '0'];

const fixed: Known = {
  user_id: names,
  agent_id: names,
  app_id: names,
  run_id: names,
  entity_id: [...names, '1', '2'],
  entity_ids: [names],
  entity_type: ['user', 'agent', 'app', 'run', 'USER'],
  type: ['user', 'USER', 'agent'],
  filters: filters.map(restFilter),
  filter: filters,
  metadata: [{ colour: 'red' }, { a: { b: [1] } }, '{"colour":"red"}'],
  query: ['tea', 'who plays the violin?', 'Lisbon -tea "sister"'],
  page: [1, 2, 3, '1', '2'],
  page_size: [1, 2, 100, 200, '2'],
  limit: [1, 5, 10, '5'],
  first: [1, 2, 100],
  last: [1, 2],
  top_k: [1, 5, 10],
  threshold: [0, 0.1, 0.5, 1],
  timestamp: days,
  start_date: days,
  end_date: days,
  reference_date: instants,
  as_of: instants,
  valid_at: instants,
  timezone: ['Europe/Rome', 'Asia/Tokyo', 'UTC'],
  from: days,
  to: days,
  expiration_date: ['2099-01-01', '2020-01-01', null],
  expires_at: ['2099-01-01T00:00:00Z'],
  infer: [false, false, true],
  immutable: flags,
  show_expired: flags,
  is_active: [false],
  multilingual: flags,
  decay: flags,
  delete_linked: flags,
  fields: [['id', 'memory'], 'id,memory', ['nothing']],
  categories: [['food'], ['misc', 'travel'], 'food'],
  custom_categories: [[{ food: 'What they eat' }], { sport: 'What they play' }, null],
  schema: [schema, JSON.stringify(schema), { type: 'object' }, null],
  format: ['json', 'jsonl', 'csv', 'JSON', 'CSV'],
  operation: ['trigger', 'sample'],
  entities: [{ user: { schema, custom_instructions: 'Be kind' } }, { agent: {} }],
  feedback: ['POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE', null],
  role: ['READER', 'OWNER', 'user', 'assistant', 'system', 'admin', 'member'],
  event_types: [['memory_add'], ['memory_add', 'memory_delete'], []],
  output_format: ['v1.1', 'v1.0'],
  version: ['v1', 'v2'],
  name: [...names, 'hook'],
  label: ['spare'],
  use_case: ['support'],
  url: ['https://hook.invalid/x', 'https://hook.invalid/y'],
  email: ['kay@example.com', 'new@example.com', 'admin@example.com'],
  password: ['a long password', 'wrong'],
  new_password: ['another long password'],
  current_password: ['wrong'],
  custom_instructions: ['Be brief', ['Be', 'brief'], null],
  content: [
    'I like tea',
    'Lisbon is warm',
    [{ type: 'text', text: 'I like tea' }],
    { type: 'image_url', image_url: { url: 'https://hook.invalid/a.png' } },
  ],
  llm: [
    { provider: 'local' },
    { provider: 'openai', config: { api_key: 'sk-none', base_url: 'http://127.0.0.1:9' } },
    { config: { temperature: 0.5 } },
    null,
  ],
  embedder: [null, { provider: 'none' }, { config: {} }],
  cursor: ['bm90aGluZw'],
  after: ['bm90aGluZw'],
  before: ['bm90aGluZw'],
};
