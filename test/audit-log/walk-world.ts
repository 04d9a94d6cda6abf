import { vi } from 'vitest';
import type { TestApp } from '../helpers/app.js';

type Values = Readonly<Record<string, unknown>>;

/** Creates new objects for the changes of the walk. */
export interface WalkWorld {
  readonly test: TestApp;
  readonly orgId: string;
  readonly projectId: string;
  /** Returns an unused name. */
  name(what: string): string;
  memory(userId?: string): Promise<string>;
  webhook(): Promise<string>;
  user(): Promise<{ id: string; email: string; password: string }>;
  /** A user who is a member of the project, and of the organization. */
  member(): Promise<string>;
  session(): Promise<{ accessToken: string; refreshToken: string; email: string; password: string }>;
  project(): Promise<string>;
  organization(): Promise<string>;
  exportId(): Promise<string>;
  apiKeyId(): Promise<string>;
  invitation(): Promise<{ id: string; token: string }>;
  /** An add that failed. */
  failedAdd(): Promise<string>;
  /** A deletion that waits for the end of its grace period. */
  deletion(): Promise<string>;
  delivery(webhookId: string): Promise<string>;
  link(): Promise<string>;
  logStream(): Promise<string>;
  /** Calls the API with the admin's key. @throws on an error response */
  post(path: string, body: Values): Promise<Record<string, unknown>>;
  mutate(field: string, input: string, selection: string): Promise<Record<string, unknown>>;
}

/** Settles the world of a walk. */
export function createWalkWorld(test: TestApp): WalkWorld {
  const { orgId, projectId } = test.admin;
  const client = test.as(test.admin.apiKey);
  let count = 0;
  const name = (what: string) => `${what}-${(count += 1)}`;

  async function post(path: string, body: Values): Promise<Record<string, unknown>> {
    const answer = await client.rest('POST', path, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async function mutate(field: string, input: string, selection: string): Promise<Record<string, unknown>> {
    const body = await post('/graphql', { query: `mutation { ${field}(input: { ${input} }) { ${selection} } }` });
    const data = body.data as Record<string, Record<string, unknown>> | null | undefined;
    if (!data?.[field]) throw new Error(`${field}: ${JSON.stringify(body)}`);
    return data[field];
  }

  const text = (value: unknown): string => String(value);

  const world: WalkWorld = {
    test,
    orgId,
    projectId,
    name,
    post,
    mutate,
    async memory(userId = name('rosa')) {
      const messages = [{ role: 'user', content: `The lamp is ${name('blue')}.` }];
      const { results } = await post('/v3/memories/add/', { messages, user_id: userId, infer: false });
      return text((results as { id: string }[])[0]?.id);
    },
    async webhook() {
      const body = { name: 'hook', url: 'https://hook.invalid/x', event_types: ['memory_update'] };
      return text((await post(`/api/v1/webhooks/projects/${projectId}/`, body)).webhook_id);
    },
    async user() {
      const [email, password] = [`${name('kay')}@example.com`, 'a long password'];
      return { id: text((await post('/users', { name: 'Kay', email, password, role: 'member' })).id), email, password };
    },
    async member() {
      const { email } = await world.user();
      const values = { email, role: 'READER' };
      const { database } = test.app.services;
      for (const [table, column, id] of [
        ['project_members', 'project_id', projectId],
        ['organization_members', 'organization_id', orgId],
      ])
        await database.query(
          `INSERT INTO ${table} (${column}, user_id, role) SELECT $1, id, $3 FROM users WHERE email = $2
           ON CONFLICT DO NOTHING`,
          [id, values.email, values.role],
        );
      return email;
    },
    async session() {
      const { email, password } = await world.user();
      // Sign-ins are limited by address.
      const remoteAddress = `10.0.0.${(count % 250) + 1}`;
      const answer = await test.app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { email, password },
        remoteAddress,
      });
      const tokens = answer.json<{ access_token: string; refresh_token: string }>();
      return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token, email, password };
    },
    async project() {
      const made = await post(`/api/v1/orgs/organizations/${orgId}/projects/`, { name: name('Spare') });
      return text(made.project_id);
    },
    organization: async () => text((await post('/api/v1/orgs/organizations/', { name: name('Spare') })).org_id),
    async exportId() {
      const schema = {
        type: 'object',
        properties: { name: { type: 'string', description: 'Name of the person.' } },
      };
      return text((await post('/v1/exports/', { schema, filters: { user_id: 'rosa' } })).id);
    },
    apiKeyId: async () => text((await post('/api-keys', { label: 'spare' })).id),
    async invitation() {
      const email = `${name('eve')}@example.com`;
      const made = await post('/invitations', { email, project_id: projectId, role: 'READER' });
      return { id: text(made.id), token: text(made.token) };
    },
    async failedAdd() {
      const { event_id: id } = await post('/v3/memories/add/', {
        user_id: 'rosa',
        messages: [{ role: 'user', content: 'I moved to Lisbon last year.' }],
      });
      const { database } = test.app.services;
      await vi.waitFor(async () => {
        const sql = `UPDATE events SET status = 'FAILED' WHERE id = $1 AND completed_at IS NOT NULL RETURNING id`;
        if ((await database.query(sql, [id])).length === 0) throw new Error('The add is not done yet.');
      }, 30_000);
      return text(id);
    },
    async deletion() {
      const userId = name('gone');
      await world.memory(userId);
      const made = await mutate(
        'deleteMemories',
        `userId: "${userId}", undoSeconds: 3600`,
        '... on DeleteMemoriesPayload { deletion { id } }',
      );
      return (made.deletion as { id: string }).id;
    },
    async delivery(webhookId) {
      const made = await mutate(
        'sendWebhookTestEvent',
        `webhookId: "${webhookId}"`,
        '... on SendWebhookTestEventPayload { webhookDelivery { id } }',
      );
      const id = (made.webhookDelivery as { id: string }).id;
      // The receiver does not exist, so the delivery is not sent.
      await test.app.services.database.query(
        `UPDATE webhook_deliveries SET leased_until = NULL, next_attempt_at = now() + interval '1 day' WHERE id = $1`,
        [id],
      );
      return id;
    },
    async logStream() {
      const made = await mutate(
        'createLogStream',
        `projectId: "${projectId}", name: "logs", source: AUDIT_LOG, format: NDJSON, url: "https://hook.invalid/x", isActive: false`,
        '... on CreateLogStreamPayload { logStream { id } }',
      );
      return (made.logStream as { id: string }).id;
    },
    async link() {
      const [newer, older] = [await world.memory(), await world.memory()];
      const made = await mutate(
        'setMemoryLink',
        `newerMemoryId: "${newer}", olderMemoryId: "${older}"`,
        '... on SetMemoryLinkPayload { memoryLink { id } }',
      );
      return (made.memoryLink as { id: string }).id;
    },
  };
  return world;
}
