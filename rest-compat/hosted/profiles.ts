import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { isUuid } from '../../src/ids.js';
import { getProfileJob } from '../../src/resolvers/profile/get-profile-job.js';
import { orderProfiles } from '../../src/resolvers/profile/order-profiles.js';
import { getProfile } from '../../src/resolvers/profile/get-profile.js';
import { getProfileSettings, updateProfileSettings } from '../../src/resolvers/profile/profile-settings.js';
import type { EventStatus } from '../../src/stores/event-store.js';
import type { ProfileSettingsRow } from '../../src/stores/profile/profile-store.js';
import { instructions, toInstructions } from '../shared/search.js';
import { describeRoute } from './route.js';
import { jsonObject, optionalText, scopeFields, scopeQuery } from './fields.js';
import { hostedPlugin, resolveTarget } from './plugin.js';

const Profile = z.object({
  profile: z.unknown().describe('{} unless it has succeeded.'),
  status: z.enum(['succeeded', 'pending', 'failed', 'not_enabled', 'insufficient_data']),
  entity_type: z.literal('user'),
  entity_id: z.string(),
  updated_at: z.string().nullable(),
  generation_count: z.number().int(),
  error: z.string().nullable(),
  instructions,
});

const jobStatuses = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const;
const count = z.number().int();

const AcceptedJob = z.object({
  job_id: z.uuid(),
  status: z.enum(jobStatuses),
  status_url: z.string(),
  operation: z.string(),
  entity_type: z.literal('user'),
  entity_count_reserved: count,
  event_id: z.uuid(),
  replayed: z.boolean(),
  sampled: count.optional(),
  entity_ids: z.array(z.string()).optional(),
});

const Job = z.object({
  id: z.uuid(),
  operation: z.string(),
  entity_type: z.literal('user'),
  status: z.enum(jobStatuses),
  total: count,
  enumeration_complete: z.boolean(),
  completed: count,
  succeeded: count,
  failed: count,
  skipped: count,
});

const Settings = z.object({
  enabled: z.boolean(),
  entities: z.object({ user: z.object({ schema: z.unknown(), custom_instructions: z.string().nullable() }) }),
  capabilities: z.object({ full_rebuild: z.boolean() }),
});

const querystring = z.object(scopeQuery);
const profilePath = z.object({ entity_type: z.string().describe('user'), entity_id: z.string().describe('Its name.') });

const JobBody = z.object({
  operation: z.string().describe('trigger or sample'),
  entity_type: z.string().describe('user'),
  entity_id: optionalText().describe('For trigger.'),
  limit: z.number().nullish().meta({ description: 'For sample: 1 to 10. Default 10.', maximum: 10 }),
  ...scopeFields,
});

// Loose, so that unknown fields can be rejected.
const SettingsBody = z.looseObject({
  enabled: z.boolean().optional(),
  entities: jsonObject.optional(),
  ...scopeFields,
});

/** Registers the routes of user profiles, their jobs and their settings. */
export const profileRoutes = hostedPlugin((scope) => {
  const read = describeRoute('getProfile', { 200: Profile }, { params: profilePath, querystring });
  scope.get('/v2/entities/:entity_type/:entity_id/profile/', read, async (request) => {
    checkEntityType(request.params.entity_type);
    const { ctx, projectId } = await resolveTarget(request);
    const found = await getProfile(ctx, { projectId, userId: request.params.entity_id });
    return {
      profile: found.profile,
      status: found.status.toLowerCase() as Lowercase<typeof found.status>,
      entity_type: 'user' as const,
      entity_id: found.userId,
      updated_at: found.updatedAt?.toISOString() ?? null,
      generation_count: found.generationCount,
      error: found.error,
      instructions: toInstructions(found.instructions),
    };
  });

  const order = describeRoute(
    'orderProfiles',
    { 202: AcceptedJob },
    {
      idempotency: false,
      failures: [400, 403, 404, 409, 422],
      body: JobBody,
      headers: z.looseObject({
        'idempotency-key': z.string().meta({
          description: 'Key of the job. A repeated request with the same key gets the same job.',
          minLength: 8,
          maxLength: 128,
        }),
      }),
    },
  );
  scope.post('/v2/profiles/jobs/', order, async (request, reply) => {
    const { operation, entity_type: type, entity_id: userId, limit } = request.body;
    checkEntityType(type);
    if (operation !== 'trigger' && operation !== 'sample')
      throw new ValidationError({ operation: ['must be trigger or sample.'] });
    if (operation === 'trigger' && userId == null) throw new ValidationError({ entityId: ['is required.'] });
    const target = operation === 'trigger' ? { userId } : { limit };
    const { ctx, projectId } = await resolveTarget(request);
    const { job, replayed } = await orderProfiles(ctx, {
      projectId,
      idempotencyKey: request.headers['idempotency-key'],
      ...target,
    });
    const names = [...job.entityNames];
    return reply.code(202).send({
      job_id: job.id,
      status: toJobStatus(job.status),
      status_url: `/v2/profiles/jobs/${job.id}/`,
      operation: job.operation,
      entity_type: 'user',
      entity_count_reserved: names.length,
      event_id: job.id,
      replayed,
      ...(operation === 'sample' && { sampled: names.length, entity_ids: names }),
    });
  });

  const follow = describeRoute(
    'getProfileJob',
    { 200: z.object({ job: Job }) },
    { params: z.object({ job_id: z.string().describe('A UUID.') }), querystring },
  );
  scope.get('/v2/profiles/jobs/:job_id/', follow, async (request) => {
    if (!isUuid(request.params.job_id)) throw new ValidationError({ jobId: ['must be a UUID.'] });
    const { ctx, projectId } = await resolveTarget(request);
    const job = await getProfileJob(ctx, { projectId, id: request.params.job_id });
    const { id, operation, succeeded, failed, skipped } = job;
    const progress = {
      total: job.entityNames.length,
      enumeration_complete: true,
      completed: succeeded + failed + skipped,
      succeeded,
      failed,
      skipped,
    };
    return { job: { id, operation, entity_type: 'user' as const, status: toJobStatus(job.status), ...progress } };
  });

  const settings = describeRoute('getProfileSettings', { 200: Settings }, { querystring });
  scope.get('/v2/profiles/settings/', settings, async (request) => {
    const { ctx, projectId } = await resolveTarget(request);
    return toProfileSettings(await getProfileSettings(ctx, { projectId }));
  });

  const change = describeRoute('updateProfileSettings', { 200: Settings }, { body: SettingsBody });
  scope.post('/v2/profiles/settings/', change, async (request) => {
    const changes = readSettings(request.body);
    const { ctx, projectId } = await resolveTarget(request);
    return toProfileSettings(await updateProfileSettings(ctx, { projectId, ...changes }));
  });
});

function readSettings({
  enabled,
  entities,
  org_id: _organization,
  project_id: _project,
  ...others
}: z.infer<typeof SettingsBody>) {
  const unsupported = [
    ...Object.keys(others),
    ...Object.keys(entities ?? {})
      .filter((type) => type !== 'user')
      .map((type) => `entities.${type}`),
  ];
  if (unsupported.length > 0)
    throw new ValidationError({ settings: [`Unsupported settings: ${unsupported.join(', ')}.`] });
  const user = z
    .object({ schema: z.unknown(), custom_instructions: z.string().nullish() })
    .partial()
    .safeParse(entities?.user ?? {});
  if (!user.success)
    throw new ValidationError({ entities: ['user must be an object with schema and custom_instructions.'] });
  return { enabled, schema: user.data.schema, customInstructions: user.data.custom_instructions };
}

function checkEntityType(type: string): void {
  if (type !== 'user') throw new ValidationError({ entityType: ['must be user: there are no other profiles.'] });
}

function toJobStatus(status: EventStatus): (typeof jobStatuses)[number] {
  if (status === 'PENDING') return 'QUEUED';
  return status === 'CANCELLED' ? 'FAILED' : status;
}

function toProfileSettings({ enabled, schema, customInstructions }: ProfileSettingsRow): z.infer<typeof Settings> {
  return {
    enabled,
    entities: { user: { schema, custom_instructions: customInstructions } },
    capabilities: { full_rebuild: false },
  };
}
