import { connectApp, signIn, startRequest } from '../mcp/oauth-client.js';
import type { WalkWorld } from './walk-world.js';

/** A mutation, and the exact audit log actions that it must write, one row each. */
export interface MutationCase {
  readonly input: (world: WalkWorld) => unknown;
  readonly actions: readonly string[];
  /** Why a mutation writes no row, or more than one. */
  readonly why?: string;
  /** Authenticates differently than with the admin's key. */
  readonly as?: (world: WalkWorld) => Promise<{ token: string | null; input: unknown }>;
}

const oneRow = (action: string, input: MutationCase['input']): MutationCase => ({ input, actions: [action] });
const message = { role: 'USER', content: 'The lamp is red.' };
const noChange = 'Reads only: the answer comes from a model or from stored memories.';

/** A user who received an invitation to an organization. */
const invited: MutationCase['as'] = async (world) => {
  const { accessToken, email } = await world.session();
  const input = `organizationId: "${await world.organization()}", email: "${email}", role: READER`;
  const selection = '... on AddOrganizationMemberPayload { invitation { id } }';
  const { invitation } = await world.mutate('addOrganizationMember', input, selection);
  return { token: accessToken, input: { id: (invitation as { id: string }).id } };
};

/** The session of an access token. */
function readSessionId(token: string): unknown {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid?: unknown };
  return claims.sid;
}

/** Cases of other inputs, by the mutation. */
export const otherCases: Readonly<Record<string, MutationCase>> = {
  acceptInvitation: { input: () => ({}), actions: ['invitation.accept'], as: invited },
};

/** A case for every mutation of the schema. The walk fails for a mutation without a case. */
export const mutationCases: Readonly<Record<string, MutationCase>> = {
  acceptInvitation: {
    input: async (world) => ({
      link: { token: (await world.invitation()).token, name: 'Eve', password: 'a long password' },
    }),
    actions: ['invitation.accept', 'session.begin'],
    why: 'The new user is signed in, too.',
    as: async (world) => ({ token: null, input: await mutationCases.acceptInvitation?.input(world) }),
  },
  addMemories: oneRow('memory.add', () => ({ userId: 'rosa', messages: [message], infer: false })),
  addOrganizationMember: oneRow('member.add', async ({ orgId, user }) => ({
    organizationId: orgId,
    email: (await user()).email,
    role: 'READER',
  })),
  addProjectMember: oneRow('member.add', async (world) => {
    const projectId = await world.project();
    return { projectId, email: (await world.user()).email, role: 'READER' };
  }),
  approveAuthorization: {
    input: () => ({}),
    actions: ['connected_app.create'],
    as: async ({ test, projectId }) => {
      const { request } = await startRequest(test);
      return { token: await signIn(test), input: { request, projectId, scopes: ['READ'] } };
    },
  },
  cancelDeletion: oneRow('deletion.cancel', async ({ deletion }) => ({ id: await deletion() })),
  cancelEvent: oneRow('deletion.cancel', async ({ deletion }) => ({ id: (await deletion()).replace('del_', '') })),
  changePassword: {
    input: () => ({}),
    actions: ['user.set_password'],
    as: async (world) => {
      const { accessToken, password } = await world.session();
      return { token: accessToken, input: { currentPassword: password, newPassword: 'another long password' } };
    },
  },
  createApiKey: oneRow('api_key.create', () => ({ label: 'spare' })),
  createEntity: oneRow('entity.create', ({ name }) => ({ type: 'USER', name: name('rosa') })),
  createExport: oneRow('export.create', () => ({ format: 'JSONL' })),
  createInvitation: oneRow('invitation.create', ({ name }) => ({ email: `${name('eve')}@example.com` })),
  createLogStream: oneRow('log_stream.create', ({ projectId }) => ({
    projectId,
    name: 'logs',
    source: 'REQUEST_LOG',
    format: 'NDJSON',
    url: 'https://hook.invalid/x',
    token: 'a-token',
    isActive: false,
  })),
  createOrganization: oneRow('organization.create', () => ({ name: 'Spare' })),
  createProject: oneRow('project.create', ({ orgId }) => ({ organizationId: orgId, name: 'Spare' })),
  createUser: {
    input: ({ name }) => ({ name: 'Kay', email: `${name('kay')}@example.com` }),
    actions: ['user.create', 'member.add'],
    why: 'The new user joins the default project.',
  },
  createWebhook: oneRow('webhook.create', () => ({
    name: 'hook',
    url: 'https://hook.invalid/x',
    eventTypes: ['MEMORY_UPDATE'],
  })),
  decideMemoryLink: oneRow('memory_link.decide', async ({ link }) => ({ id: await link(), status: 'REJECTED' })),
  declineInvitation: { input: () => ({}), actions: ['invitation.decline'], as: invited },
  deleteEntity: oneRow('deletion.accept', async ({ memory, name }) => {
    const userId = name('gone');
    await memory(userId);
    return { type: 'USER', name: userId };
  }),
  deleteExport: oneRow('export.delete', async ({ exportId }) => ({ id: await exportId() })),
  deleteLogStream: oneRow('log_stream.delete', async ({ logStream }) => ({ id: await logStream() })),
  deleteMemories: oneRow('deletion.accept', () => ({ userId: 'rosa' })),
  deleteMemoriesById: oneRow('memory.delete_many', async ({ memory }) => ({ ids: [await memory(), await memory()] })),
  deleteMemory: oneRow('memory.delete', async ({ memory }) => ({ id: await memory() })),
  deleteOrganization: oneRow('organization.delete', async ({ organization }) => ({
    id: await organization(),
  })),
  deleteProject: oneRow('project.delete', async ({ project }) => ({ id: await project() })),
  deleteWebhook: oneRow('webhook.delete', async ({ webhook }) => ({ id: await webhook() })),
  denyAuthorization: {
    input: () => ({}),
    actions: [],
    why: 'Nothing is stored before a user approves.',
    as: async ({ test }) => ({
      token: await signIn(test),
      input: { request: (await startRequest(test)).request },
    }),
  },
  endSession: {
    input: () => ({}),
    actions: ['session.end'],
    as: async (world) => {
      const { accessToken } = await world.session();
      return { token: accessToken, input: { id: readSessionId(accessToken) } };
    },
  },
  exportSubject: oneRow('subject.export', ({ name }) => ({ type: 'USER', name: name('exported') })),
  eraseSubject: oneRow('subject.erase', ({ name }) => ({ type: 'USER', name: name('erased') })),
  generateInstructions: { input: () => ({ useCase: 'A shop for lamps' }), actions: [], why: noChange },
  generateProfiles: oneRow('profile_job.create', async (world) => {
    const userId = world.name('rosa');
    await world.memory(userId);
    await world.mutate('updateProfileSettings', 'isEnabled: true', '__typename');
    return { userId };
  }),
  giveFeedback: oneRow('feedback.give', async ({ memory }) => ({ memoryId: await memory(), rating: 'POSITIVE' })),
  importMemories: oneRow('import.accept', ({ name }) => ({
    format: 'JSONL',
    content: JSON.stringify({ text: name('A fact'), user_id: 'rosa' }),
  })),
  login: {
    input: async ({ user }) => {
      const { email, password } = await user();
      return { email, password };
    },
    actions: ['session.begin'],
  },
  logout: oneRow('session.end', async ({ session }) => ({ refreshToken: (await session()).refreshToken })),
  refreshSession: {
    input: async ({ session }) => ({ refreshToken: (await session()).refreshToken }),
    actions: [],
    why: 'The session goes on as it is. A refresh token that is used twice ends it, and that writes a row.',
  },
  registerFirstAdmin: {
    input: async ({ test }) => {
      await test.app.services.database.query('DELETE FROM users');
      return { name: 'Ada', email: 'first@example.com', password: 'a long password' };
    },
    actions: ['user.create', 'session.begin'],
    why: 'The new admin is signed in, too.',
    as: async (world) => ({ token: null, input: await mutationCases.registerFirstAdmin?.input(world) }),
  },
  removeOrganizationMember: oneRow('member.remove', async ({ orgId, member }) => ({
    organizationId: orgId,
    email: await member(),
  })),
  removeProjectMember: oneRow('member.remove', async ({ projectId, member }) => ({ projectId, email: await member() })),
  removeUser: {
    input: async ({ user }) => ({ id: (await user()).id }),
    actions: ['member.remove', 'user.remove'],
    why: 'The user is a member of a project.',
  },
  replayLogStream: oneRow('log_stream.replay', async ({ logStream }) => ({ id: await logStream(), cursor: '0' })),
  replayWebhookDeliveries: oneRow('webhook.replay_deliveries', async ({ webhook }) => ({
    webhookId: await webhook(),
    since: '2026-01-01T00:00:00Z',
  })),
  replayWebhookDelivery: oneRow('webhook_delivery.replay', async ({ webhook, delivery }) => ({
    id: await delivery(await webhook()),
  })),
  resetConfiguration: oneRow('configuration.update', async ({ mutate }) => {
    await mutate('updateConfiguration', 'customInstructions: "Be brief."', '__typename');
    return { sections: ['CUSTOM_INSTRUCTIONS'] };
  }),
  retryEvent: oneRow('event.retry', async ({ failedAdd }) => ({ id: await failedAdd() })),
  revokeApiKey: oneRow('api_key.revoke', async ({ apiKeyId }) => ({ id: await apiKeyId() })),
  rotateApiKey: {
    input: async ({ apiKeyId }) => ({ id: await apiKeyId() }),
    actions: ['api_key.rotate', 'api_key.create'],
    why: 'The new key has a row of its own, which webhooks receive as a new key.',
  },
  updateApiKey: oneRow('api_key.update', async ({ apiKeyId }) => ({ id: await apiKeyId(), label: 'Renamed' })),
  revokeConnectedApp: {
    input: () => ({}),
    actions: ['connected_app.revoke'],
    as: async ({ test }) => ({ token: await signIn(test), input: { id: (await connectApp(test)).id } }),
  },
  revokeInvitation: oneRow('invitation.revoke', async ({ invitation }) => ({ id: (await invitation()).id })),
  rotateWebhookSecret: oneRow('webhook.rotate_secret', async ({ webhook }) => ({ id: await webhook() })),
  sendWebhookTestEvent: oneRow('webhook.send_test', async ({ webhook }) => ({ webhookId: await webhook() })),
  setMemoryLink: oneRow('memory_link.create', async ({ memory }) => ({
    newerMemoryId: await memory(),
    olderMemoryId: await memory(),
  })),
  setUserRole: oneRow('user.set_role', async ({ user }) => ({ id: (await user()).id, role: 'ADMIN' })),
  undoDeletion: oneRow('deletion.cancel', async ({ deletion }) => ({ id: await deletion() })),
  updateConfiguration: oneRow('configuration.update', ({ name }) => ({ customInstructions: name('Be brief') })),
  updateLogStream: oneRow('log_stream.update', async ({ logStream, name }) => ({
    id: await logStream(),
    name: name('logs'),
  })),
  updateMemories: {
    input: async ({ memory }) => ({
      memories: [
        { id: await memory(), text: 'The lamp is green.' },
        { id: await memory(), text: 'The lamp is gold.' },
      ],
    }),
    actions: ['memory.update', 'memory.update'],
    why: 'Each memory is changed in a transaction of its own.',
  },
  updateMemory: oneRow('memory.update', async ({ memory, name }) => ({ id: await memory(), text: name('The lamp') })),
  updateOrganization: oneRow('organization.update', async ({ organization }) => ({
    id: await organization(),
    name: 'Lamps and Sons',
  })),
  updateOrganizationMember: oneRow('member.set_role', async ({ orgId, member }) => ({
    organizationId: orgId,
    email: await member(),
    role: 'OWNER',
  })),
  updateViewer: oneRow('user.update', ({ name }) => ({ name: name('Ada') })),
  updateProfileSettings: oneRow('profile_settings.update', ({ name }) => ({ customInstructions: name('Be brief') })),
  updateProject: oneRow('project.update', ({ projectId, name }) => ({ id: projectId, description: name('Lamps') })),
  updateProjectMember: oneRow('member.set_role', async ({ projectId, member }) => ({
    projectId,
    email: await member(),
    role: 'OWNER',
  })),
  updateWebhook: oneRow('webhook.update', async ({ webhook, name }) => ({ id: await webhook(), name: name('hook') })),
};
