import { getWebhook } from '../../resolvers/webhook/get-webhook.js';
import { listWebhooks } from '../../resolvers/webhook/list-webhooks.js';
import { webhookEventTypes } from '../../resolvers/webhook/webhook-input.js';
import type { WebhookRow } from '../../stores/webhook/webhook-store.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import { builder } from '../builder.js';
import { inChosenProject, projectOption } from '../project/project-argument.js';
import { connectionType } from '../shared/connection.js';
import { Node } from '../node.js';
import { projectOf } from '../project/project.js';
import { userOrNull } from '../user/user.js';

const descriptions: Readonly<Record<(typeof webhookEventTypes)[number], string>> = {
  memory_add: 'A memory was added.',
  memory_update: 'A memory was updated.',
  memory_delete: 'A memory was deleted.',
  memory_categorize: 'Categories were assigned to a memory.',
  ingest_job_completed: 'An asynchronous add of several messages, or an import, has finished.',
  ingest_job_partially_completed: 'An import has finished, but some records could not be imported.',
  ingest_job_failed: 'An asynchronous add of several messages, or an import, has failed.',
  ingest_job_cancelled: 'An import was cancelled.',
  'audit.logged': 'A change in the project was written to the audit log.',
  'member.invited': 'A user was invited to the project.',
  'member.added': 'A user became a member of the project.',
  'member.role_changed': 'The role of a member of the project was changed.',
  'member.removed': 'A member was removed from the project.',
  'api_key.created': 'An API key that is bound to the project was created.',
  'api_key.revoked': 'An API key that is bound to the project was revoked.',
  'project.updated': 'Settings of the project were changed.',
};

export const webhookEventValues = Object.fromEntries(
  webhookEventTypes.map((value) => [
    value.toUpperCase().replace('.', '_'),
    { value, description: descriptions[value] },
  ]),
);

export const WebhookEventType = builder.enumType('WebhookEventType', {
  description: 'An event that a webhook can receive.',
  values: webhookEventValues,
});

export const Webhook = builder.objectRef<WebhookRow>('Webhook').implement({
  description: 'An endpoint that receives signed events of a project. Signatures follow Standard Webhooks.',
  interfaces: [Node],
  fields: (t) => ({
    projectId: t.exposeID('projectId', { description: 'ID of the project whose events the webhook receives.' }),
    project: t.field(projectOf('The project whose events the webhook receives.')),
    name: t.exposeString('name', { description: 'Display name of the webhook.' }),
    url: t.exposeString('url', { description: 'URL that receives the events.' }),
    eventTypes: t.expose('eventTypes', {
      type: [WebhookEventType],
      description: 'Event types that the webhook receives.',
    }),
    isActive: t.exposeBoolean('isActive', {
      description: 'Whether the server sends deliveries. While inactive, deliveries stay pending.',
    }),
    rateLimit: t.intOrNull('rateLimit', 'Maximum number of deliveries in a second, 1 to 1,000. Null: no limit.'),
    isOrdered: t.exposeBoolean('isOrdered', {
      description:
        'Whether deliveries are sent one at a time, in the order of their events. A failing delivery then delays the following ones.',
    }),
    headerNames: t.expose('headerNames', {
      type: ['String'],
      description: 'Names of the custom headers of each request. The API never returns their values.',
    }),
    createdByUser: t.field(
      userOrNull(
        'ownerId',
        'The user who created the webhook. Null if it was created without a user, or the user was removed.',
      ),
    ),
    previousSecretExpiresAt: t.timeOrNull(
      'previousSecretExpires',
      'Until this time, requests are also signed with the previous secret. Null: one secret only.',
    ),
    failingSince: t.timeOrNull('failingSince', 'When the current series of failures began. Null after a success.'),
    disabledReason: t.stringOrNull(
      'disabledReason',
      'Why the server disabled the webhook: the endpoint answered 410, or failed for five days. Null if the server did not disable it.',
    ),
    createdAt: t.time('createdAt', 'When the webhook was created.'),
    updatedAt: t.time('updatedAt', 'When the settings of the webhook were last changed.'),
  }),
});

const WebhookConnection = connectionType(Webhook, 'webhooks', 'A webhook');

builder.queryField('webhook', (t) =>
  t.field({
    type: Webhook,
    nullable: true,
    description: `Finds a webhook by its ID. Null with the error NOT_FOUND if you cannot see one. ${toRequirement('webhook:read')}`,
    args: { id: t.arg.id({ required: true, description: 'ID of the webhook, `wh_…`.' }) },
    resolve: (_root, { id }, ctx) => getWebhook(ctx, { id }),
  }),
);

builder.queryField('webhooks', (t) =>
  t.page(WebhookConnection, {
    description: `Lists the webhooks of a project, oldest first. ${toRequirement('webhook:read')}`,
    args: { projectId: t.arg.id(projectOption) },
    resolve: async (_root, args, ctx) => listWebhooks(ctx, await inChosenProject(ctx, args)),
  }),
);

builder.prismaObjectField('Project', 'webhooks', (t) =>
  t.page(WebhookConnection, {
    description: `Webhooks of the project, oldest first. ${toRequirement('webhook:read')}`,
    resolve: (project, args, ctx) => listWebhooks(ctx, { ...args, projectId: project.id }),
  }),
);
