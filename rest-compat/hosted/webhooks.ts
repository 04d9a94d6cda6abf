import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ForbiddenError, NotFoundError, ValidationError } from '../../src/errors.js';
import { createWebhook } from '../../src/resolvers/webhook/create-webhook.js';
import { deleteWebhook } from '../../src/resolvers/webhook/delete-webhook.js';
import { listWebhooks } from '../../src/resolvers/webhook/list-webhooks.js';
import { readNewWebhook } from '../../src/resolvers/webhook/webhook-input.js';
import { updateWebhook } from '../../src/resolvers/webhook/update-webhook.js';
import { createWireForm, toCamelKeys } from '../../src/snake-case.js';
import type { WebhookRow } from '../../src/stores/webhook/webhook-store.js';
import { webhookBody } from './errors.js';
import { describeRoute } from './route.js';
import { Message, optionalFlag, optionalText } from './fields.js';
import { readEveryRow } from '../shared/read-every-row.js';
import { getContext, hostedPlugin } from './plugin.js';

export const Webhook = z
  .object({
    webhook_id: z.string(),
    name: z.string(),
    url: z.string(),
    event_types: z.array(z.string()),
    owner: z.string().nullable(),
    is_active: z.boolean(),
    project: z.string().describe('Name of the project.'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Webhook' });
const CreatedWebhook = Webhook.extend({
  signing_secret: z.string().describe('Signs the messages according to Standard Webhooks. Shown here and never again.'),
});

const CreateBody = z.object({
  url: z.string(),
  name: z.string(),
  event_types: z.array(z.string()),
  is_active: optionalFlag(),
});
const UpdateBody = z.object({
  url: optionalText(),
  name: optionalText(),
  event_types: z.array(z.string()).nullish(),
  is_active: optionalFlag(),
});
const params = z.object({ id: z.string() });

/**
 * Registers the webhook routes. In `/webhooks/:id/webhook/`, the id is a project's for GET and POST, else a webhook's.
 */
export const webhookRoutes = hostedPlugin((scope) => {
  for (const path of ['/api/v1/webhooks/projects/:id/', '/api/v1/webhooks/:id/webhook/']) {
    const list = describeRoute(
      'listWebhooks',
      { 200: z.array(Webhook) },
      { errors: webhookBody, failures: [403], params },
    );
    scope.get(path, list, async (request) => {
      const ctx = getContext(request);
      return (
        await forbidIfHidden(() => readEveryRow((page) => listWebhooks(ctx, { ...page, projectId: request.params.id })))
      ).map(toWebhook);
    });

    const create = {
      ...describeRoute(
        'createWebhook',
        { 201: CreatedWebhook },
        { errors: webhookBody, failures: [400, 403, 409], params, body: CreateBody },
      ),
      attachValidation: true,
    };
    scope.post(path, create, async (request, reply) => {
      if (request.validationError) throw addEveryProblem(request);
      const { webhook, secret } = await forbidIfHidden(() =>
        createWebhook(getContext(request), { projectId: request.params.id, ...toCamelKeys(request.body) }),
      );
      return reply.code(201).send({ ...toWebhook(webhook), signing_secret: secret });
    });
  }

  for (const path of ['/api/v1/webhooks/:id/', '/api/v1/webhooks/:id/webhook/']) {
    const update = describeRoute('updateWebhook', { 200: Message }, { errors: webhookBody, params, body: UpdateBody });
    scope.put(path, update, async (request) => {
      await updateWebhook(getContext(request), { id: request.params.id, ...toCamelKeys(request.body) });
      return { message: 'Webhook updated successfully' };
    });

    const remove = describeRoute(
      'deleteWebhook',
      { 200: Message },
      { errors: webhookBody, failures: [403, 404], params },
    );
    scope.delete(path, remove, async (request) => {
      await deleteWebhook(getContext(request), { id: request.params.id });
      return { message: 'Webhook deleted successfully' };
    });
  }
});

/** Adds the problems of fields that have the right type, so that the caller gets all problems at once. */
function addEveryProblem(request: FastifyRequest): unknown {
  const error: unknown = request.validationError;
  if (!(error instanceof ValidationError)) return error;
  const { url, name, event_types, is_active } = (request.body ?? {}) as z.infer<typeof UpdateBody>;
  try {
    readNewWebhook(getContext(request), toCamelKeys({ url, name, event_types, is_active }));
    return error;
  } catch (others) {
    return others instanceof ValidationError
      ? new ValidationError({ ...others.fields, ...toCamelKeys(error.fields) })
      : error;
  }
}

/** Returns 403 for a hidden project, as documented, and for a missing one, so that callers cannot tell them apart. */
async function forbidIfHidden<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof NotFoundError ? new ForbiddenError('You do not have access to this project.') : error;
  }
}

const toWireForm = createWireForm(Webhook);

function toWebhook(row: WebhookRow): z.infer<typeof Webhook> {
  return toWireForm({ ...row, webhookId: row.id, owner: row.ownerName, project: row.projectName });
}
