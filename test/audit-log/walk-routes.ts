import { idle } from '../deletion/helpers.js';
import type { WalkWorld } from './walk-world.js';

/** A request, and the exact audit log actions that it must write, one row each. */
export interface RouteCase {
  readonly call: (world: WalkWorld) => RouteCall | Promise<RouteCall>;
  readonly actions: readonly string[];
  /** Why a route writes no row, or more than one. */
  readonly why?: string;
}

/** Values of the path parameters, and the body. */
interface RouteCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Credential instead of the key of the admin; null: none. */
  readonly token?: string | null;
}

const oneRow = (action: string, call: RouteCase['call']): RouteCase => ({ call, actions: [action] });
const reads = (body: unknown): RouteCase => ({ call: () => ({ body }), actions: [], why: 'Reads only.' });
const messages = [{ role: 'user', content: 'The lamp is red.' }];
const add = () => ({ body: { messages, user_id: 'rosa', infer: false } });
const filters = { user_id: 'rosa' };
const schema = { type: 'object', properties: { name: { type: 'string', description: 'Name of the person.' } } };

const addWebhook = (field: string): RouteCase['call'] => {
  return ({ projectId }) => ({
    params: { [field]: projectId },
    body: { name: 'hook', url: 'https://hook.invalid/x', event_types: ['memory_update'] },
  });
};
const changeWebhook: RouteCase['call'] = async ({ webhook, name }) => ({
  params: { id: await webhook() },
  body: { name: name('hook') },
});
const deleteWebhook: RouteCase['call'] = async ({ webhook }) => ({ params: { id: await webhook() } });
const deleteEntity: RouteCase['call'] = async ({ memory, name }) => {
  const userId = name('gone');
  await memory(userId);
  return { params: { entity_type: 'user', entity_id: userId } };
};
const entity = (field: string): RouteCase =>
  oneRow('entity.create', ({ name }) => ({ body: { [field]: name('x'), name: name('x') } }));
const memoryCall =
  (body?: unknown): RouteCase['call'] =>
  async ({ memory }) => ({ params: { memory_id: await memory() }, body });
const orgMember: RouteCase['call'] = async ({ orgId, member }) => ({
  params: { org_id: orgId },
  body: { email: await member(), role: 'OWNER' },
});
const projectMember: RouteCase['call'] = async ({ orgId, projectId, member }) => ({
  params: { org_id: orgId, project_id: projectId },
  body: { email: await member(), role: 'OWNER' },
});
const asQuery =
  (call: RouteCase['call']): RouteCase['call'] =>
  async (world) => {
    const { params, body } = await call(world);
    return { params, body, query: `?email=${(body as { email: string }).email}` };
  };

const org = '/api/v1/orgs/organizations/';

/** A case for every route except GET. The walk fails for a route without a case. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  [`POST ${org}`]: oneRow('organization.create', () => ({ body: { name: 'Spare' } })),
  [`DELETE ${org}{org_id}/`]: oneRow('organization.delete', async ({ organization }) => ({
    params: { org_id: await organization() },
  })),
  [`POST ${org}{org_id}/members/`]: oneRow('member.add', async ({ orgId, user }) => ({
    params: { org_id: orgId },
    body: { email: (await user()).email, role: 'READER' },
  })),
  [`PUT ${org}{org_id}/members/`]: oneRow('member.set_role', orgMember),
  [`DELETE ${org}{org_id}/members/`]: oneRow('member.remove', asQuery(orgMember)),
  [`POST ${org}{org_id}/projects/`]: oneRow('project.create', ({ orgId }) => ({
    params: { org_id: orgId },
    body: { name: 'Spare' },
  })),
  [`PATCH ${org}{org_id}/projects/{project_id}/`]: oneRow('project.update', ({ orgId, projectId, name }) => ({
    params: { org_id: orgId, project_id: projectId },
    body: { custom_instructions: name('Be brief') },
  })),
  [`DELETE ${org}{org_id}/projects/{project_id}/`]: oneRow('project.delete', async ({ orgId, project }) => ({
    params: { org_id: orgId, project_id: await project() },
  })),
  [`POST ${org}{org_id}/projects/{project_id}/members/`]: oneRow('member.add', async ({ orgId, project, user }) => ({
    params: { org_id: orgId, project_id: await project() },
    body: { email: (await user()).email, role: 'READER' },
  })),
  [`PUT ${org}{org_id}/projects/{project_id}/members/`]: oneRow('member.set_role', projectMember),
  [`DELETE ${org}{org_id}/projects/{project_id}/members/`]: oneRow('member.remove', asQuery(projectMember)),
  'POST /api/v1/webhooks/projects/{id}/': oneRow('webhook.create', addWebhook('id')),
  'POST /api/v1/webhooks/{id}/webhook/': oneRow('webhook.create', addWebhook('id')),
  'PUT /api/v1/webhooks/{id}/': oneRow('webhook.update', changeWebhook),
  'PUT /api/v1/webhooks/{id}/webhook/': oneRow('webhook.update', changeWebhook),
  'DELETE /api/v1/webhooks/{id}/': oneRow('webhook.delete', deleteWebhook),
  'DELETE /api/v1/webhooks/{id}/webhook/': oneRow('webhook.delete', deleteWebhook),
  'POST /v1/users/': entity('user_id'),
  'POST /v1/agents/': entity('agent_id'),
  'POST /v1/apps/': entity('app_id'),
  'POST /v1/runs/': entity('run_id'),
  'DELETE /v1/entities/{entity_type}/{entity_id}/': oneRow('deletion.accept', async ({ test, name }) => {
    const client = test.as(test.admin.apiKey);
    await client.rest('POST', '/v1/users/', { user_id: name('gone') });
    const { body } = await client.rest<{ results: { id: number }[] }>('GET', '/v1/entities/');
    return { params: { entity_type: 'user', entity_id: String(body.results[0]?.id) } };
  }),
  'DELETE /v2/entities/{entity_type}/{entity_id}/': oneRow('deletion.accept', deleteEntity),
  'DELETE /entities/{entity_type}/{entity_id}': oneRow('deletion.accept', deleteEntity),
  'PUT /v1/batch/': oneRow('memory.update', async ({ memory, name }) => ({
    body: { memories: [{ memory_id: await memory(), text: name('The lamp') }] },
  })),
  'DELETE /v1/batch/': oneRow('memory.delete_many', async ({ memory }) => ({
    body: { memories: [{ memory_id: await memory() }] },
  })),
  'POST /v1/exports/': oneRow('export.create', () => ({ body: { schema, filters } })),
  'POST /v1/exports/get/': {
    call: async ({ test, exportId }) => {
      const id = await exportId();
      await idle(test.app.services);
      return { body: { memory_export_id: id } };
    },
    actions: [],
    why: 'Reads only.',
  },
  'DELETE /v1/exports/{export_id}/': oneRow('export.delete', async ({ exportId }) => ({
    params: { export_id: await exportId() },
  })),
  'POST /v1/feedback/': oneRow('feedback.give', async ({ memory }) => ({
    body: { memory_id: await memory(), feedback: 'POSITIVE' },
  })),
  'POST /v1/memories/': oneRow('memory.add', add),
  'POST /v3/memories/add/': oneRow('memory.add', add),
  'POST /memories': oneRow('memory.add', add),
  'DELETE /v1/memories/': oneRow('deletion.accept', () => ({ query: '?user_id=rosa' })),
  'DELETE /memories': oneRow('deletion.accept', () => ({ query: '?user_id=rosa' })),
  'PUT /v1/memories/{memory_id}/': oneRow('memory.update', memoryCall({ text: 'The lamp is green.' })),
  'PUT /memories/{memory_id}': oneRow('memory.update', memoryCall({ text: 'The lamp is gold.' })),
  'DELETE /v1/memories/{memory_id}/': oneRow('memory.delete', memoryCall()),
  'DELETE /memories/{memory_id}': oneRow('memory.delete', memoryCall()),
  'POST /v2/memories/': reads({ filters }),
  'POST /v3/memories/': reads({ filters }),
  'POST /v1/memories/search/': reads({ query: 'lamp', user_id: 'rosa' }),
  'POST /v2/memories/search/': reads({ query: 'lamp', filters }),
  'POST /v3/memories/search/': reads({ query: 'lamp', filters }),
  'POST /search': reads({ query: 'lamp', user_id: 'rosa' }),
  'POST /v1/summary/': reads({ filters }),
  'POST /v2/profiles/jobs/': oneRow('profile_job.create', async ({ memory, name, mutate }) => {
    const userId = name('rosa');
    await memory(userId);
    await mutate('updateProfileSettings', 'isEnabled: true', '__typename');
    const body = { operation: 'trigger', entity_type: 'user', entity_id: userId };
    return { body, headers: { 'idempotency-key': userId.padEnd(8, '-') } };
  }),
  'POST /v2/profiles/settings/': oneRow('profile_settings.update', ({ name }) => ({
    body: { entities: { user: { custom_instructions: name('Be brief') } } },
  })),
  'POST /api-keys': oneRow('api_key.create', () => ({ body: { label: 'spare' } })),
  'DELETE /api-keys/{id}': oneRow('api_key.revoke', async ({ apiKeyId }) => ({ params: { id: await apiKeyId() } })),
  'POST /auth/accept-invitation': {
    call: async ({ invitation }) => ({
      body: { token: (await invitation()).token, name: 'Eve', password: 'a long password' },
      token: null,
    }),
    actions: ['invitation.accept', 'session.begin'],
    why: 'The new user is signed in, too.',
  },
  'POST /auth/change-password': oneRow('user.set_password', async ({ session }) => {
    const { accessToken, password } = await session();
    return { body: { current_password: password, new_password: 'another long password' }, token: accessToken };
  }),
  'POST /auth/login': oneRow('session.begin', async ({ user }) => {
    const { email, password } = await user();
    return { body: { email, password }, token: null };
  }),
  'POST /auth/logout': oneRow('session.end', async ({ session }) => {
    const { accessToken, refreshToken } = await session();
    return { body: { refresh_token: refreshToken }, token: accessToken };
  }),
  'PATCH /auth/me': oneRow('user.update', ({ name }) => ({ body: { name: name('Ada') } })),
  'POST /auth/onboarding-complete': {
    call: () => ({ body: { use_case: 'lamps' } }),
    actions: [],
    why: 'Stores nothing.',
  },
  'POST /auth/refresh': {
    call: async ({ session }) => ({ body: { refresh_token: (await session()).refreshToken }, token: null }),
    actions: [],
    why: 'The session goes on as it is. A refresh token that is used twice ends it, and that writes a row.',
  },
  'POST /auth/register': {
    call: async ({ test }) => {
      await test.app.services.database.query('DELETE FROM users');
      return { body: { name: 'Ada', email: 'first@example.com', password: 'a long password' }, token: null };
    },
    actions: ['user.create', 'session.begin'],
    why: 'The new admin is signed in, too.',
  },
  'POST /configure': oneRow('configuration.update', ({ name }) => ({
    body: { custom_instructions: name('Be brief') },
  })),
  'POST /generate-instructions': reads({ use_case: 'A shop for lamps' }),
  'POST /invitations': oneRow('invitation.create', ({ name, projectId }) => ({
    body: { email: `${name('eve')}@example.com`, project_id: projectId, role: 'READER' },
  })),
  'DELETE /invitations/{id}': oneRow('invitation.revoke', async ({ invitation }) => ({
    params: { id: (await invitation()).id },
  })),
  'POST /reset': oneRow('deletion.accept', () => ({ body: {} })),
  'POST /users': {
    call: ({ name }) => ({
      body: { name: 'Kay', email: `${name('kay')}@example.com`, password: 'a long password', role: 'member' },
    }),
    actions: ['user.create', 'member.add'],
    why: 'The new user joins the default project.',
  },
  'PATCH /users/{id}': oneRow('user.set_role', async ({ user }) => ({
    params: { id: (await user()).id },
    body: { role: 'admin' },
  })),
  'DELETE /users/{id}': {
    call: async ({ user }) => ({ params: { id: (await user()).id } }),
    actions: ['member.remove', 'user.remove'],
    why: 'The user is a member of a project.',
  },
};
