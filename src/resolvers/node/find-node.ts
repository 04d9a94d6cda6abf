import type { AppContext } from '../../context.js';
import { DomainError } from '../../errors.js';
import { isUuid } from '../../ids.js';
import { findApiKey } from '../api-key/get-api-key.js';
import { findEvent } from '../event/get-event.js';
import { findMemory } from '../memory/find-memory.js';
import { getOrganization } from '../organization/get-organization.js';
import { getProject } from '../project/get-project.js';
import { getWebhook } from '../webhook/get-webhook.js';

/** A row and the name of its type. */
export interface FoundNode {
  readonly type: 'Organization' | 'Project' | 'Memory' | 'Event' | 'ApiKey' | 'Webhook';
  readonly row: { id: string };
}

/** Finds anything by its id. Null for what does not exist or the caller may not see. */
export async function findNode(ctx: AppContext, input: { id: string }): Promise<FoundNode | null> {
  const { id } = input;
  if (id.startsWith('org_')) return asNode('Organization', getOrganization(ctx, id));
  if (id.startsWith('proj_')) return asNode('Project', getProject(ctx, id));
  if (id.startsWith('wh_')) return asNode('Webhook', getWebhook(ctx, { id }));
  if (!isUuid(id)) return null;
  return (
    (await asNode('Memory', findMemory(ctx, { id }))) ??
    (await asNode('Event', findEvent(ctx, { id }))) ??
    (await asNode('ApiKey', findApiKey(ctx, { id })))
  );
}

async function asNode(type: FoundNode['type'], found: Promise<{ id: string }>): Promise<FoundNode | null> {
  try {
    return { type, row: await found };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
