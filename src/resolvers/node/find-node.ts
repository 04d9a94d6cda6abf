import type { AppContext } from '../../context.js';
import { DomainError } from '../../errors.js';
import { fromTypedId, isUuid, typedIdPrefix, type TypedIdPrefix } from '../../ids.js';
import { findApiKey } from '../api-key/get-api-key.js';
import { getDeletion } from '../deletion/list-deletions.js';
import { findEvent } from '../event/get-event.js';
import { getExport } from '../export/get-export.js';
import { findMemory } from '../memory/find-memory.js';
import { getOrganization } from '../organization/get-organization.js';
import { getProfileJob } from '../profile/get-profile-job.js';
import { getProject } from '../project/get-project.js';
import { findVisibleUser } from '../user/find-users.js';
import { getDelivery } from '../webhook/get-delivery.js';
import { getWebhook } from '../webhook/get-webhook.js';

export interface FoundNode {
  readonly type: NodeType;
  readonly row: { id: string };
}

type NodeType =
  | 'Organization'
  | 'Project'
  | 'Memory'
  | 'Event'
  | 'ApiKey'
  | 'User'
  | 'Webhook'
  | 'WebhookDelivery'
  | 'Deletion'
  | 'Export'
  | 'ProfileJob';

type Finder = (ctx: AppContext, id: string) => Promise<FoundNode | null>;

/** Finds an object by its id. Null if it does not exist or the caller may not see it. */
export async function findNode(ctx: AppContext, input: { id: string }): Promise<FoundNode | null> {
  const { id } = input;
  if (id.startsWith('org_')) return asNode('Organization', getOrganization(ctx, id));
  if (id.startsWith('proj_')) return asNode('Project', getProject(ctx, id));
  if (id.startsWith('wh_')) return asNode('Webhook', getWebhook(ctx, { id }));
  const prefix = typedIdPrefix(id);
  if (prefix) return (await typedNodes[prefix]?.(ctx, fromTypedId(prefix, id))) ?? null;
  if (!isUuid(id)) return null;
  for (const find of uuidNodes) {
    const found = await find(ctx, id);
    if (found) return found;
  }
  return null;
}

const typedNodes: Partial<Record<TypedIdPrefix, Finder>> = {
  del: (ctx, id) => asNode('Deletion', getDeletion(ctx, { id })),
  exp: (ctx, id) => asNode('Export', getExport(ctx, { id })),
  pjob: (ctx, id) => asNode('ProfileJob', getProfileJob(ctx, { id })),
};

// Most frequent types first, because each attempt costs a statement.
const uuidNodes: readonly Finder[] = [
  (ctx, id) => asNode('Memory', findMemory(ctx, { id })),
  (ctx, id) => asNode('Event', findEvent(ctx, { id })),
  (ctx, id) => asNode('ApiKey', findApiKey(ctx, { id })),
  (ctx, id) => asNode('User', findVisibleUser(ctx, { id })),
  (ctx, id) => asNode('WebhookDelivery', getDelivery(ctx, { id })),
];

async function asNode(type: NodeType, found: Promise<{ id: string }>): Promise<FoundNode | null> {
  try {
    return { type, row: await found };
  } catch (error) {
    // `node` must reveal to a member without the role only what it reveals to an outsider.
    if (error instanceof DomainError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) return null;
    throw error;
  }
}
