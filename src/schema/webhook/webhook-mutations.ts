import { createWebhook, type WebhookWithSecret } from '../../resolvers/webhook/create-webhook.js';
import { deleteWebhook } from '../../resolvers/webhook/delete-webhook.js';
import { rotateWebhookSecret } from '../../resolvers/webhook/rotate-webhook-secret.js';
import { updateWebhook } from '../../resolvers/webhook/update-webhook.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../../errors.js';
import { builder } from '../builder.js';
import { offByDefault, onByDefault } from '../shared/flag.js';
import { deletedPayload, idInput, inputOf, objectPayload, payloadOf } from '../shared/mutation-types.js';
import { inChosenProject, projectOption } from '../project/project-argument.js';
import { Webhook, WebhookEventType } from './webhook.js';

const WebhookHeaderInput = builder.inputType('WebhookHeaderInput', {
  description: 'A custom header of the requests of a webhook.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description:
        'Name of the header. The server rejects headers that it sets itself, such as `host` or `webhook-id`.',
    }),
    value: t.string({
      description:
        'Value of the header, 1 to 1,000 visible ASCII characters. The value is stored encrypted and never returned. Null in `updateWebhook`: keeps the stored value.',
    }),
  }),
});

const CreateWebhookInput = inputOf('createWebhook', (t) => ({
  projectId: t.id(projectOption),
  name: t.string({ required: true, description: 'Display name of the new webhook, 1 to 255 characters.' }),
  url: t.string({
    required: true,
    description:
      'URL that receives the events: http or https, on the public internet unless the operator allows private addresses.',
  }),
  eventTypes: t.field({
    type: [WebhookEventType],
    required: true,
    description: 'Event types that the new webhook receives, at least one.',
  }),
  isActive: t.boolean(onByDefault('Whether the server sends deliveries. While false, deliveries stay pending.')),
  rateLimit: t.int({ description: 'Maximum number of deliveries in a second, 1 to 1,000. Null or 0: no limit.' }),
  isOrdered: t.boolean(
    offByDefault('Whether the server sends deliveries one at a time, in the order of their events.'),
  ),
  headers: t.field({ type: [WebhookHeaderInput], description: 'Custom headers of each request, at most 20.' }),
}));

const UpdateWebhookInput = inputOf(
  'updateWebhook',
  (t) => ({
    id: t.id({ required: true, description: 'ID of the webhook to change.' }),
    name: t.string({ description: 'New display name of the webhook, 1 to 255 characters.' }),
    url: t.string({ description: 'New URL that receives the events.' }),
    eventTypes: t.field({ type: [WebhookEventType], description: 'New event types that the webhook receives.' }),
    isActive: t.boolean({ description: 'Enables or disables the webhook. Enabling sends pending deliveries.' }),
    rateLimit: t.int({ description: 'New maximum number of deliveries in a second, 1 to 1,000. 0 removes the limit.' }),
    isOrdered: t.boolean({
      description: 'Switches ordered delivery on or off: one delivery at a time, in the order of the events.',
    }),
    headers: t.field({
      type: [WebhookHeaderInput],
      description: 'New custom headers of each request. They replace all headers; an empty list removes them.',
    }),
  }),
  'An absent field stays unchanged.',
);

const CreateWebhookPayload = payloadOf<WebhookWithSecret>('createWebhook', (t) => ({
  webhook: t.expose('webhook', { type: Webhook, description: 'The webhook that was created.' }),
  secret: t.exposeString('secret', { description: 'Signing secret, `whsec_…`. It is returned only once.' }),
}));

const RotateWebhookSecretPayload = payloadOf<WebhookWithSecret>('rotateWebhookSecret', (t) => ({
  webhook: t.expose('webhook', { type: Webhook, description: 'The webhook with the new secret.' }),
  secret: t.exposeString('secret', { description: 'New signing secret, `whsec_…`. It is returned only once.' }),
}));

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: CreateWebhookPayload,
    description: `Creates a webhook. ${toRequirement('webhook:write')}`,
    ...t.change(CreateWebhookInput, 'The webhook to create.', [ConflictError]),
    resolve: async (_root, { input }, ctx) => createWebhook(ctx, await inChosenProject(ctx, input)),
  }),
  updateWebhook: t.field({
    type: objectPayload('updateWebhook', ['webhook', Webhook], 'The webhook after the change.'),
    description: `Changes the settings of a webhook. ${toRequirement('webhook:write')}`,
    ...t.change(UpdateWebhookInput, 'The webhook and its settings.'),
    resolve: (_root, { input }, ctx) => updateWebhook(ctx, input),
  }),
  deleteWebhook: t.field({
    type: deletedPayload('deleteWebhook', 'deletedWebhookId', 'ID of the deleted webhook.'),
    errors: { types: [ForbiddenError, NotFoundError] },
    description: `Deletes a webhook and its deliveries. ${toRequirement('webhook:write')}`,
    args: t.inputArg(idInput('deleteWebhook', 'ID of the webhook to delete.'), 'The webhook to delete.'),
    resolve: async (_root, { input }, ctx) => {
      await deleteWebhook(ctx, input);
      return input;
    },
  }),
  rotateWebhookSecret: t.field({
    type: RotateWebhookSecretPayload,
    errors: { types: [ForbiddenError, NotFoundError] },
    description: `Replaces the signing secret of a webhook. For 24 hours, requests are also signed with the previous secret. ${toRequirement('webhook:write')}`,
    args: t.inputArg(
      idInput('rotateWebhookSecret', 'ID of the webhook that gets a new secret.'),
      'The webhook to rotate the secret of.',
    ),
    resolve: (_root, { input }, ctx) => rotateWebhookSecret(ctx, input),
  }),
}));
