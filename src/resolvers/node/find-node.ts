import type { AppContext } from '../../context.js';
import { requireCaller } from '../../auth/authorize.js';
import { ForbiddenError, NotFoundError, nullFor } from '../../errors.js';
import { fromTypedId, isUuid, toUuid, typedIdPrefix, type TypedIdPrefix } from '../../ids.js';
import { getAuditLog } from '../audit-log/list-audit-logs.js';
import { findApiKey } from '../api-key/get-api-key.js';
import { getConnectedApp } from '../connected-app/list-connected-apps.js';
import { getMemoryLink } from '../correction/memory-links.js';
import { getDeletion } from '../deletion/list-deletions.js';
import { findEntity } from '../entity/get-entity.js';
import { findEvent } from '../event/get-event.js';
import { getExport } from '../export/get-export.js';
import { getFeedback } from '../feedback/list-feedback.js';
import { getInvitation } from '../invitation/list-invitations.js';
import { getReceivedInvitation } from '../invitation/list-received-invitations.js';
import { getLogStream } from '../log-stream/get-log-stream.js';
import { findMemory } from '../memory/find-memory.js';
import { getMemoryChange } from '../memory/memory-history.js';
import { getOrganization } from '../organization/get-organization.js';
import { getProfileJob } from '../profile/get-profile-job.js';
import { getProject } from '../project/get-project.js';
import { getRequestLog } from '../request-log/get-request-log.js';
import { getSession } from '../session/list-sessions.js';
import { findVisibleUser } from '../user/find-users.js';
import { getAttempt, getDelivery } from '../webhook/get-delivery.js';
import { getWebhook } from '../webhook/get-webhook.js';

export interface FoundNode {
  readonly type: NodeType;
  readonly row: { id: string | number };
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
  | 'ProfileJob'
  | 'Entity'
  | 'MemoryLink'
  | 'Feedback'
  | 'Invitation'
  | 'LogStream'
  | 'RequestLog'
  | 'AuditLog'
  | 'ActiveSession'
  | 'ConnectedApp'
  | 'MemoryHistoryEntry'
  | 'ReceivedInvitation'
  | 'WebhookAttempt';

type Finder = (ctx: AppContext, id: string) => Promise<FoundNode | null>;

/** Finds an object by its id. Null if it does not exist or the caller may not see it. */
export async function findNode(ctx: AppContext, input: { id: string }): Promise<FoundNode | null> {
  const { id } = input;
  if (id.startsWith('org_')) return asNode('Organization', getOrganization(ctx, id));
  if (id.startsWith('proj_')) return asNode('Project', getProject(ctx, id));
  if (id.startsWith('wh_')) return asNode('Webhook', getWebhook(ctx, { id }));
  if (id.startsWith('ls_')) return asNode('LogStream', getLogStream(ctx, { id }));
  const prefix = typedIdPrefix(id);
  if (prefix) return typedNodes[prefix](ctx, fromTypedId(prefix, id));
  if (!isUuid(id)) return null;
  for (const find of uuidNodes) {
    const found = await find(ctx, id);
    if (found) return found;
  }
  return null;
}

/**
 * Finds an object by its type and id, for references of other servers. Null if it does not exist, the caller may not
 * see it, or the id is malformed or of another type. @throws UnauthenticatedError without a credential, whatever the id
 */
export async function findNodeOfType(
  ctx: AppContext,
  { type, id }: { type: string; id: string },
): Promise<FoundNode['row'] | null> {
  requireCaller(ctx);
  const found = await findNode(ctx, { id });
  return found?.type === type ? found.row : null;
}

// An admin key without a user has no such objects.
const ofUser =
  (find: Finder): Finder =>
  (ctx, id) =>
    ctx.caller.user ? find(ctx, id) : Promise.resolve(null);

const typedNodes: Record<TypedIdPrefix, Finder> = {
  del: (ctx, id) => asNode('Deletion', getDeletion(ctx, { id: toUuid(id) })),
  exp: (ctx, id) => asNode('Export', getExport(ctx, { id: toUuid(id) })),
  pjob: (ctx, id) => asNode('ProfileJob', getProfileJob(ctx, { id: toUuid(id) })),
  ent: (ctx, id) => asNode('Entity', findEntity(ctx, { id })),
  req: (ctx, id) => asNode('RequestLog', getRequestLog(ctx, id)),
  rinv: ofUser((ctx, id) => asNode('ReceivedInvitation', getReceivedInvitation(ctx, { id }))),
};

// Most frequent types first, because each attempt costs a statement.
const uuidNodes: readonly Finder[] = [
  (ctx, id) => asNode('Memory', findMemory(ctx, { id })),
  (ctx, id) => asNode('Event', findEvent(ctx, { id })),
  (ctx, id) => asNode('ApiKey', findApiKey(ctx, { id })),
  (ctx, id) => asNode('User', findVisibleUser(ctx, { id })),
  (ctx, id) => asNode('WebhookDelivery', getDelivery(ctx, { id })),
  (ctx, id) => asNode('MemoryLink', getMemoryLink(ctx, { id })),
  (ctx, id) => asNode('Feedback', getFeedback(ctx, { id })),
  (ctx, id) => asNode('AuditLog', getAuditLog(ctx, { id })),
  (ctx, id) => asNode('Invitation', getInvitation(ctx, { id })),
  (ctx, id) => asNode('MemoryHistoryEntry', getMemoryChange(ctx, { id })),
  (ctx, id) => asNode('WebhookAttempt', getAttempt(ctx, { id })),
  ofUser((ctx, id) => asNode('ActiveSession', getSession(ctx, { id }))),
  ofUser((ctx, id) => asNode('ConnectedApp', getConnectedApp(ctx, { id }))),
];

async function asNode(type: NodeType, found: Promise<FoundNode['row'] | null>): Promise<FoundNode | null> {
  // `node` must reveal to a member without the role only what it reveals to an outsider.
  const row = await found.catch(nullFor(NotFoundError, ForbiddenError));
  return row && { type, row };
}
