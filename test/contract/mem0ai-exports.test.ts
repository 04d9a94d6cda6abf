import { describe, expect, it } from 'vitest';
import { Feedback, MemoryNotFoundError, ValidationError } from './client.js';
import { clientApp, nowhere, time } from './client-app.js';

const app = clientApp();
const schema = {
  type: 'object',
  properties: { full_name: { type: 'string' }, hobbies: { type: 'array', items: { type: 'string' } } },
};
const described = {
  type: 'object',
  properties: {
    hobby_list: { type: 'array', items: { type: 'string' }, description: 'What the user plays or collects.' },
  },
};

describe('the unmodified mem0ai client, on exports, feedback and profiles', () => {
  it('createMemoryExport: accepts one', async () => {
    expect(
      await app.client.createMemoryExport({ schema, filters: { user_id: 'rosa' }, exportInstructions: 'Be brief' }),
    ).toEqual({
      message: expect.stringContaining('export request received'),
      id: expect.any(String),
      eventId: expect.any(String),
    });
    for (const wrong of [
      { schema: { type: 'nothing' }, filters: { user_id: 'rosa' } },
      { schema, filters: { colour: 1 } },
    ])
      await expect(app.client.createMemoryExport(wrong)).rejects.toBeInstanceOf(ValidationError);
  });

  it('getMemoryExport: reads it by id or by its filters, when it is there', async () => {
    await app.remember('Rosa collects stamps', { metadata: { full_name: 'Rosa M.', hobbies: ['stamps'] } });
    await app.remember('Kay collects coins', { userId: 'kay', metadata: { full_name: 'Kay' } });
    const { id } = await app.client.createMemoryExport({ schema, filters: { user_id: 'rosa' } });
    await app.settled();
    const wanted = { fullName: 'Rosa M.', hobbies: ['stamps'] };
    expect(await app.client.getMemoryExport({ memoryExportId: id })).toEqual(wanted);
    expect(await app.client.getMemoryExport({ filters: { user_id: 'rosa' } })).toEqual(wanted);
    await expect(app.client.getMemoryExport({ filters: { user_id: 'kay' } })).rejects.toBeInstanceOf(
      MemoryNotFoundError,
    );
    await expect(app.client.getMemoryExport({ memoryExportId: nowhere })).rejects.toBeInstanceOf(MemoryNotFoundError);
    await expect(app.client.getMemoryExport({ memoryExportId: '7' })).rejects.toBeInstanceOf(ValidationError);
  });

  it('feedback: is given, changed and taken back', async () => {
    const memoryId = await app.remember('I collect stamps');
    expect(await app.client.feedback({ memoryId, feedback: Feedback.POSITIVE, feedbackReason: 'clear' })).toEqual({
      id: expect.any(String),
      feedback: 'POSITIVE',
      feedbackReason: 'clear',
    });
    expect(await app.client.feedback({ memoryId, feedback: Feedback.VERY_NEGATIVE })).toMatchObject({
      feedback: 'VERY_NEGATIVE',
    });
    expect(await app.client.feedback({ memoryId, feedback: null, feedbackReason: null })).toEqual({
      id: expect.any(String),
      feedback: null,
      feedbackReason: null,
    });
    await expect(app.client.feedback({ memoryId, feedback: 'SO SO' as Feedback })).rejects.toBeInstanceOf(
      ValidationError,
    );
    await expect(app.client.feedback({ memoryId: nowhere, feedback: Feedback.POSITIVE })).rejects.toBeInstanceOf(
      MemoryNotFoundError,
    );
  });

  it('updateProfileSettings: changes what is given, with the names of the schema as they are', async () => {
    const set = {
      enabled: true,
      entities: { user: { schema: described, customInstructions: 'Be kind' } },
      capabilities: { fullRebuild: false },
    };
    expect(
      await app.client.updateProfileSettings({ enabled: true, schema: described, customInstructions: 'Be kind' }),
    ).toEqual(set);
    expect(await app.client.updateProfileSettings({ customInstructions: null })).toEqual({
      ...set,
      entities: { user: { schema: described, customInstructions: null } },
    });
    await expect(app.client.updateProfileSettings({ schema: { type: 'array' } })).rejects.toBeInstanceOf(
      ValidationError,
    );
  });

  it('getProfileSettings: reads them', async () => {
    expect(await app.client.getProfileSettings()).toMatchObject({
      enabled: expect.any(Boolean),
      entities: { user: { customInstructions: null } },
      capabilities: { fullRebuild: false },
    });
    await app.client.updateProfileSettings({ schema: described });
    expect((await app.client.getProfileSettings()).entities?.user?.schema).toEqual(described);
  });

  it('generateProfile: orders one, once for each key', async () => {
    await app.remember('I play football every weekend');
    await app.client.updateProfileSettings({ enabled: true, schema: described });
    const job = await app.client.generateProfile({ entityId: 'rosa', idempotencyKey: 'first-key' });
    expect(job).toEqual({
      jobId: expect.any(String),
      status: 'QUEUED',
      statusUrl: `/v2/profiles/jobs/${job.jobId}/`,
      operation: 'trigger',
      entityType: 'user',
      entityCountReserved: 1,
      eventId: expect.any(String),
      replayed: false,
    });
    expect(await app.client.generateProfile({ entityId: 'rosa', idempotencyKey: 'first-key' })).toMatchObject({
      jobId: job.jobId,
      replayed: true,
    });
    await app.settled();
    await expect(app.client.generateProfile({ entityId: 'kay', idempotencyKey: 'first-key' })).rejects.toBeInstanceOf(
      ValidationError,
    );
    await expect(app.client.generateProfile({ entityId: 'nobody' })).rejects.toBeInstanceOf(MemoryNotFoundError);
  });

  it('getProfileJob: follows it by id or address', async () => {
    await app.remember('I play football every weekend');
    await app.client.updateProfileSettings({ enabled: true, schema: described });
    const { jobId, statusUrl } = await app.client.generateProfile({ entityId: 'rosa' });
    await app.settled();
    const job = {
      id: jobId,
      operation: 'trigger',
      entityType: 'user',
      status: 'SUCCEEDED',
      total: 1,
      enumerationComplete: true,
      completed: 1,
      succeeded: 1,
      failed: 0,
      skipped: 0,
    };
    for (const place of [jobId, statusUrl]) expect(await app.client.getProfileJob(place)).toEqual({ job });
    await expect(app.client.getProfileJob(nowhere)).rejects.toBeInstanceOf(MemoryNotFoundError);
    await expect(app.client.getProfileJob('7')).rejects.toBeInstanceOf(ValidationError);
  });

  it('getProfile: reads what is known of a user', async () => {
    await app.remember('I play football every weekend', { userId: 'a/b c' });
    await app.client.updateProfileSettings({ enabled: true, schema: described });
    await app.client.generateProfile({ entityId: 'a/b c' });
    await app.settled();
    const known = {
      profile: { hobby_list: ['I play football every weekend'] },
      status: 'succeeded',
      entityType: 'user',
      entityId: 'a/b c',
      updatedAt: time,
      generationCount: 1,
      error: null,
      instructions: [],
    };
    expect(await app.client.getProfile({ entityId: 'a/b c' })).toEqual(known);
    await expect(app.client.getProfile({ entityId: 'nobody' })).rejects.toBeInstanceOf(MemoryNotFoundError);
  });

  it('sampleProfiles: orders some', async () => {
    for (const userId of ['rosa', 'kay', 'eve']) await app.remember('I play football every weekend', { userId });
    await app.client.updateProfileSettings({ enabled: true, schema: described });
    const job = await app.client.sampleProfiles({ limit: 2 });
    expect(job).toMatchObject({
      operation: 'sample',
      entityType: 'user',
      entityCountReserved: 2,
      sampled: 2,
      replayed: false,
      entityIds: [expect.any(String), expect.any(String)],
    });
    await expect(app.client.sampleProfiles({ limit: 11 })).rejects.toBeInstanceOf(ValidationError);
  });
});
