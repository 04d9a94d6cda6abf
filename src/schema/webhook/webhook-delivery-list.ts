import { listDeliveries, type DeliveryFilter } from '../../resolvers/webhook/list-deliveries.js';
import { watchDeliveries } from '../../resolvers/webhook/watch-deliveries.js';
import { getChosenProject } from '../../resolvers/project/current-project.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import type { ChangedFrame } from '../../resolvers/shared/watch-changes.js';
import type { WebhookDeliveryRow } from '../../stores/webhook/webhook-delivery-store.js';
import { builder } from '../builder.js';
import { projectOption } from '../project/project-argument.js';
import { connectionType } from '../shared/connection.js';
import { withFilterPaths } from '../shared/errors.js';
import { droppedType, streamAfter, streamCursor } from '../shared/stream.js';
import { Webhook } from './webhook.js';
import { WebhookDelivery, WebhookDeliveryEventType, WebhookDeliveryStatus } from './webhook-delivery.js';

const WebhookDeliveryFilter = builder.inputRef<DeliveryFilter>('WebhookDeliveryFilter').implement({
  description: 'Conditions on deliveries. A delivery must meet all of them.',
  fields: (t) => ({
    status: t.field({ type: WebhookDeliveryStatus, description: 'Deliveries with this status.' }),
    webhookIds: t.idList({ description: 'Deliveries to one of these webhooks, at most 50.' }),
    eventType: t.field({
      type: WebhookDeliveryEventType,
      description: 'Deliveries of this event type, among at most 20,000 of the newest that meet the other conditions.',
    }),
    since: t.field({ type: 'DateTime', description: 'Deliveries of events at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Deliveries of events before this time.' }),
  }),
});

const matching = {
  type: WebhookDeliveryFilter,
  description: 'Returns only deliveries that match this filter.',
} as const;

const WebhookDeliveryConnection = connectionType(WebhookDelivery, 'deliveries', 'A delivery');

builder.queryField('webhookDeliveries', (t) =>
  t.page(WebhookDeliveryConnection, {
    description: `Lists deliveries of all webhooks of a project, newest first. ${toRequirement('webhook:read')}`,
    args: { projectId: t.arg.id(projectOption), filter: t.arg(matching) },
    resolve: async (_root, args, ctx) => {
      const projectId = await getChosenProject(ctx, args.projectId);
      return withFilterPaths(args.filter, () => listDeliveries(ctx, { ...args, projectId }));
    },
  }),
);

builder.prismaObjectField('Project', 'webhookDeliveries', (t) =>
  t.page(WebhookDeliveryConnection, {
    description: `Deliveries of all webhooks of the project, newest first. ${toRequirement('webhook:read')}`,
    args: { filter: t.arg(matching) },
    resolve: ({ id: projectId }, args, ctx) =>
      withFilterPaths(args.filter, () => listDeliveries(ctx, { ...args, projectId })),
  }),
);

builder.objectField(Webhook, 'deliveries', (t) =>
  t.page(WebhookDeliveryConnection, {
    description: 'Deliveries of this webhook, newest first. Finished deliveries are kept for 30 days.',
    args: {
      status: t.arg({ type: WebhookDeliveryStatus, description: 'Returns only deliveries with this status.' }),
    },
    resolve: ({ id, projectId }, { status, ...page }, ctx) =>
      listDeliveries(ctx, { ...page, projectId, filter: { status, webhookIds: [id] } }),
  }),
);

const WebhookDeliveryChanged = builder.objectRef<ChangedFrame<WebhookDeliveryRow>>('WebhookDeliveryChanged').implement({
  description: 'A delivery after an attempt has ended.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', streamCursor),
    webhookDelivery: t.expose('value', { type: WebhookDelivery, description: 'The delivery as it is now.' }),
  }),
});

const Frame = builder.unionType('WebhookDeliveryFrame', {
  description: 'A message of the `webhookDeliveries` stream.',
  types: [WebhookDeliveryChanged, droppedType('WebhookDeliveriesDropped', 'deliveries')],
  resolveType: ({ kind }) => (kind === 'changed' ? 'WebhookDeliveryChanged' : 'WebhookDeliveriesDropped'),
});

builder.subscriptionField('webhookDeliveries', (t) =>
  t.field({
    type: Frame,
    description: `Streams deliveries of a project, one message after each attempt. ${toRequirement('webhook:read')}`,
    args: {
      projectId: t.arg.id({
        description: 'ID of the project. Default: the project of `webhookId`, of the API key, or your default project.',
      }),
      webhookId: t.arg.id({ description: 'Streams only deliveries of this webhook.' }),
      after: t.arg.string(streamAfter),
    },
    authScopes: { signedIn: true },
    subscribe: (_root, args, ctx) => watchDeliveries(ctx, args),
    resolve: (frame) => frame,
  }),
);
