import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { createWebhook } from '../../src/resolvers/webhook/create-webhook.js';
import type { TestApp } from '../helpers/app.js';
import { as, person, tenant } from '../helpers/context.js';

/** Another tenant, and a caller from the first one: the OWNER of its organization. */
export interface Strangers {
  readonly key: string;
  /** Ids that the caller may know without access to their objects. */
  readonly ids: {
    readonly memories: readonly string[];
    readonly organizationId: string;
    readonly projectId: string;
    readonly webhookId: string;
  };
  /** Returns everything of the other tenant as text. */
  readonly state: () => Promise<string>;
}

/** Creates the other tenant. Calls use the key of the first one. */
export async function settleStrangers({ app: { services }, admin, keyFor }: TestApp): Promise<Strangers> {
  const neighbour = await person(services, 'olga');
  const stranger = await person(services, 'sten');
  await services.database.query(
    "INSERT INTO organization_members (organization_id, user_id, role) VALUES ($1, $2, 'OWNER')",
    [admin.orgId, neighbour.id],
  );
  const { organizationId, projectId } = await tenant(services, [[stranger, 'OWNER']], [[stranger, 'OWNER']]);
  const messages = ['I keep bees', 'I live in Porto'].map((content) => ({ role: 'user', content }));
  const { results } = await addMemories(as(services, stranger), { projectId, messages, userId: 'rosa', infer: false });
  const memories = (results ?? []).map(({ id }) => id);
  const { webhook } = await createWebhook(as(services, stranger), {
    projectId,
    name: 'hook',
    url: 'https://hook.invalid/strangers',
    eventTypes: ['memory_add'],
    isActive: false,
  });
  const read = async () =>
    (await services.database.query<{ state: string }>(stateOf, [projectId, organizationId]))[0]?.state ?? '';
  return {
    key: await keyFor(neighbour),
    ids: { memories, organizationId, projectId, webhookId: webhook.id },
    state: read,
  };
}

const tables = [
  'memories',
  'memory_history',
  'memory_embeddings',
  'entities',
  'events',
  'exports',
  'feedback',
  'webhooks',
  'deletions',
  'profiles',
  'profile_settings',
  'project_members',
  'invitations',
  'api_keys',
];

const rowsOf = (table: string, condition: string): string =>
  `'${table}', (SELECT jsonb_agg(to_jsonb(t) ORDER BY t::text) FROM ${table} t WHERE ${condition})`;

const stateOf = `SELECT jsonb_build_object(${[
  ...tables.map((table) => rowsOf(table, 'project_id = $1')),
  rowsOf('projects', 'id = $1 OR organization_id = $2'),
  rowsOf('organizations', 'id = $2'),
  rowsOf('organization_members', 'organization_id = $2'),
].join(', ')})::text AS state`;
