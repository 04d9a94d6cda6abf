import type { MemoryClient } from './client.js';
import { nowhere } from './client-app.js';

type Call = (client: MemoryClient) => Promise<unknown>;

const message = [{ role: 'user' as const, content: 'I collect stamps' }];
const filters = { user_id: 'rosa' };
const schema = { type: 'object', properties: { name: { type: 'string', description: 'Name.' } } };
const hook = { name: 'hook', url: 'https://hook.invalid/x', eventTypes: ['memory_add' as never] };

/** One call of each read-only method. */
export const readingMethods: Readonly<Record<string, Call>> = {
  ping: (client) => client.ping(),
  get: (client) => client.get(nowhere),
  getAll: (client) => client.getAll({ filters }),
  search: (client) => client.search('stamps', { filters }),
  history: (client) => client.history(nowhere),
  users: (client) => client.users(),
  getProject: (client) => client.getProject({}),
  getWebhooks: (client) => client.getWebhooks(),
  getProfile: (client) => client.getProfile({ entityId: 'rosa' }),
  getProfileSettings: (client) => client.getProfileSettings(),
  getProfileJob: (client) => client.getProfileJob(nowhere),
  getMemoryExport: (client) => client.getMemoryExport({ filters }),
};

/** One call of each writing method, valid except for the ids. */
export const writingMethods: Readonly<Record<string, Call>> = {
  add: (client) => client.add(message, { userId: 'rosa', infer: false }),
  update: (client) => client.update(nowhere, { text: 'I collect coins' }),
  delete: (client) => client.delete(nowhere),
  deleteAll: (client) => client.deleteAll({ userId: 'rosa' }),
  deleteUser: (client) => client.deleteUser({ entity_id: 1, entity_type: 'user' }),
  deleteUsers: (client) => client.deleteUsers({ userId: 'rosa' }),
  batchUpdate: (client) => client.batchUpdate([{ memoryId: nowhere, text: 'I collect coins' }]),
  batchDelete: (client) => client.batchDelete([nowhere]),
  updateProject: (client) => client.updateProject({ decay: true }),
  createWebhook: (client) => client.createWebhook(hook),
  updateWebhook: (client) => client.updateWebhook({ webhookId: nowhere, name: 'other' }),
  deleteWebhook: (client) => client.deleteWebhook({ webhookId: nowhere }),
  feedback: (client) => client.feedback({ memoryId: nowhere, feedback: 'POSITIVE' as never }),
  generateProfile: (client) => client.generateProfile({ entityId: 'rosa' }),
  sampleProfiles: (client) => client.sampleProfiles({ limit: 1 }),
  updateProfileSettings: (client) => client.updateProfileSettings({ enabled: true }),
  createMemoryExport: (client) => client.createMemoryExport({ schema, filters }),
};
