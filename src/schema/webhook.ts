import { createWebhook, type WebhookWithSecret } from '../resolvers/webhook/create-webhook.js';
import { deleteWebhook } from '../resolvers/webhook/delete-webhook.js';
import { getWebhook } from '../resolvers/webhook/get-webhook.js';
import { listWebhooks } from '../resolvers/webhook/list-webhooks.js';
import { rotateWebhookSecret } from '../resolvers/webhook/rotate-webhook-secret.js';
import { updateWebhook } from '../resolvers/webhook/update-webhook.js';
import { webhookEventTypes } from '../resolvers/webhook/webhook-event-types.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import type { WebhookRow } from '../stores/webhook/webhook-store.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors } from './errors.js';
import { Node } from './node.js';

const descriptions: Readonly<Record<(typeof webhookEventTypes)[number], string>> = {
  memory_add: 'A memory was added.',
  memory_update: 'A memory was changed.',
  memory_delete: 'A memory was deleted.',
  memory_categorize: 'A memory was given categories.',
  ingest_job_completed: 'An asynchronous add of several messages, or an import, is done.',
  ingest_job_partially_completed: 'An import is done, but some of it could not be taken.',
  ingest_job_failed: 'An asynchronous add of several messages, or an import, has failed.',
  ingest_job_cancelled: 'An import was cancelled.',
};

const WebhookEventType = builder.enumType('WebhookEventType', {
  description: 'What a webhook can be told of.',
  values: Object.fromEntries(
    webhookEventTypes.map((value) => [value.toUpperCase(), { value, description: descriptions[value] }]),
  ),
});

/** An endpoint that is told of changes. Its deliveries are added in their own file. */
export const Webhook = builder.objectRef<WebhookRow>('Webhook').implement({
  description: 'An endpoint that is told of changes in a project. Messages are signed according to Standard Webhooks.',
  interfaces: [Node],
  fields: (t) => ({
    projectId: t.exposeID('projectId', { description: 'The project that it is about.' }),
    name: t.exposeString('name', { description: 'Name, as people know it.' }),
    url: t.exposeString('url', { description: 'Where messages are sent.' }),
    eventTypes: t.field({
      type: [WebhookEventType],
      description: 'What it is told of.',
      resolve: (webhook) => [...webhook.eventTypes],
    }),
    isActive: t.exposeBoolean('isActive', {
      description: 'Whether anything is sent. What becomes due meanwhile waits.',
    }),
    owner: t.exposeString('ownerName', { nullable: true, description: 'Who made it.' }),
    previousSecretExpiresAt: t.expose('previousSecretExpires', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when messages carry a signature of the previous secret too.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When the first of its failures since the last success was.',
    }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description: 'Why the server switched it off: it answered 410, or failed for five days.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its settings were last changed.' }),
  }),
});

builder.queryField('webhook', (t) =>
  t.field({
    type: Webhook,
    description: 'One webhook. NOT_FOUND when there is none with this id that the caller may see. For OWNERs.',
    args: { id: t.arg.id({ required: true, description: 'Id, `wh_…`.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { id }, ctx) => getWebhook(ctx, { id }),
  }),
);

builder.prismaObjectField('Project', 'webhooks', (t) =>
  t.connection({
    type: Webhook,
    description: 'Its webhooks, oldest first. For OWNERs.',
    complexity: connectionCost,
    resolve: async (project, args, ctx) => toConnection(await listWebhooks(ctx, { ...args, projectId: project.id })),
  }),
);

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'A new webhook.',
  fields: (t) => ({
    projectId: t.id({ description: 'The project; left out: the one that the API key opens.' }),
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    url: t.string({
      required: true,
      description: 'Where to send messages: http or https, on the public internet unless the operator allows more.',
    }),
    eventTypes: t.field({
      type: [WebhookEventType],
      required: true,
      description: 'What to tell it of, at least one type.',
    }),
    isActive: t.boolean({ defaultValue: true, description: 'Whether to send anything.' }),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'Settings to change. What is left out stays.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the webhook.' }),
    name: t.string({ description: 'Name, 1 to 255 characters.' }),
    url: t.string({ description: 'Where to send messages.' }),
    eventTypes: t.field({ type: [WebhookEventType], description: 'What to tell it of.' }),
    isActive: t.boolean({ description: 'Whether to send anything. Switching it on sends what waited.' }),
  }),
});

const WebhookIdInput = builder.inputType('WebhookIdInput', {
  description: 'A webhook.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the webhook.' }) }),
});

const WebhookPayload = builder.objectRef<WebhookRow>('WebhookPayload').implement({
  description: 'The webhook after the change.',
  fields: (t) => ({ webhook: t.field({ type: Webhook, description: 'The webhook.', resolve: (webhook) => webhook }) }),
});

const WebhookSecretPayload = builder.objectRef<WebhookWithSecret>('WebhookSecretPayload').implement({
  description: 'The webhook and its new signing secret. Keep the secret: it is not shown again.',
  fields: (t) => ({
    webhook: t.expose('webhook', { type: Webhook, description: 'The webhook.' }),
    secret: t.exposeString('secret', { description: 'The signing secret, `whsec_…`.' }),
  }),
});

const DeleteWebhookPayload = builder.objectRef<{ id: string }>('DeleteWebhookPayload').implement({
  description: 'The webhook is gone, with its deliveries.',
  fields: (t) => ({ deletedWebhookId: t.exposeID('id', { description: 'Id of the deleted webhook.' }) }),
});

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookSecretPayload,
    errors: mutationErrors,
    description: 'Creates a webhook.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) =>
      createWebhook(ctx, { ...input, projectId: await chosenProject(ctx, input.projectId) }),
  }),
  updateWebhook: t.field({
    type: WebhookPayload,
    errors: mutationErrors,
    description: 'Changes a webhook.',
    args: { input: t.arg({ type: UpdateWebhookInput, required: true, description: 'The changes.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => updateWebhook(ctx, input),
  }),
  deleteWebhook: t.field({
    type: DeleteWebhookPayload,
    errors: mutationErrors,
    description: 'Deletes a webhook with its deliveries.',
    args: { input: t.arg({ type: WebhookIdInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      await deleteWebhook(ctx, input);
      return input;
    },
  }),
  rotateWebhookSecret: t.field({
    type: WebhookSecretPayload,
    errors: mutationErrors,
    description: 'Gives a webhook a new signing secret. For 24 hours messages carry a signature of the old one too.',
    args: { input: t.arg({ type: WebhookIdInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => rotateWebhookSecret(ctx, input),
  }),
}));
