import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryClient, MemoryNotFoundError, ValidationError } from '../contract/client.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
let url: string;
let client: MemoryClient;
beforeAll(async () => {
  test = await startTestApp();
  url = (await test.app.listen()).apiUrl;
});
beforeEach(async () => {
  await test.reset();
  client = new MemoryClient({ apiKey: test.admin.apiKey, host: url });
});
afterEach(() => idle(test.app.services));
afterAll(() => test.close());

async function remember(content: string, more: Record<string, unknown> = {}): Promise<string> {
  const answer: unknown = await client.add([{ role: 'user', content }], { userId: 'rosa', infer: false, ...more });
  return (answer as { results: [{ id: string }] }).results[0].id;
}

const schema = {
  type: 'object',
  properties: { full_name: { type: 'string' }, hobbies: { type: 'array', items: { type: 'string' } } },
};
const nowhere = '00000000-0000-4000-8000-000000000000';

// The numbers are the rows of the index in docs/evidence/hosted-api.md.
describe('the unmodified mem0ai client', () => {
  it('rows 30 and 31: exports memories in the shape of a schema', async () => {
    await remember('Rosa collects stamps', { metadata: { full_name: 'Rosa M.', hobbies: ['stamps'] } });
    const { id } = (await client.createMemoryExport({
      schema,
      filters: { user_id: 'rosa' },
      exportInstructions: 'Be brief',
    })) as unknown as { id: string };
    await expect(client.getMemoryExport({ memoryExportId: nowhere })).rejects.toBeInstanceOf(MemoryNotFoundError);
    await idle(test.app.services);
    const wanted = { fullName: 'Rosa M.', hobbies: ['stamps'] };
    expect(await client.getMemoryExport({ memoryExportId: id })).toEqual(wanted);
    expect(await client.getMemoryExport({ filters: { user_id: 'rosa' } })).toEqual(wanted);
    await expect(
      client.createMemoryExport({ schema: { type: 'object' }, filters: { user_id: 'rosa' } }),
    ).rejects.toBeInstanceOf(ValidationError);
  });

  it('row 33: gives feedback and takes it back', async () => {
    const memoryId = await remember('I collect stamps');
    type Feedback = Parameters<MemoryClient['feedback']>[0];
    const given = { memoryId, feedback: 'POSITIVE', feedbackReason: 'clear' } as unknown as Feedback;
    expect(await client.feedback(given)).toEqual({
      id: expect.any(String),
      feedback: 'POSITIVE',
      feedbackReason: 'clear',
    });
    expect(await client.feedback({ memoryId, feedback: null, feedbackReason: null })).toMatchObject({ feedback: null });
    await expect(
      client.feedback({ memoryId: nowhere, feedback: 'POSITIVE' } as unknown as Feedback),
    ).rejects.toBeInstanceOf(MemoryNotFoundError);
  });

  it('rows 60 to 64: orders, follows and reads profiles, and sets how they are made', async () => {
    await remember('I play football every weekend');
    const described = {
      type: 'object',
      properties: {
        hobbies: { type: 'array', items: { type: 'string' }, description: 'What the user plays or collects.' },
      },
    };
    await client.updateProfileSettings({ enabled: true, schema: described, customInstructions: 'Be kind' });
    expect(await client.getProfileSettings()).toMatchObject({
      enabled: true,
      entities: { user: { schema: described, customInstructions: 'Be kind' } },
    });
    const job = (await client.generateProfile({ entityId: 'rosa' })) as unknown as { jobId: string; statusUrl: string };
    await idle(test.app.services);
    for (const place of [job.jobId, job.statusUrl])
      expect(await client.getProfileJob(place)).toMatchObject({
        job: { id: job.jobId, status: 'SUCCEEDED', succeeded: 1 },
      });
    expect(await client.getProfile({ entityId: 'rosa' })).toMatchObject({
      status: 'succeeded',
      profile: { hobbies: ['I play football every weekend'] },
      generationCount: 1,
    });
    expect(await client.sampleProfiles({ limit: 2 })).toMatchObject({ operation: 'sample', entityIds: ['rosa'] });
    await expect(client.getProfile({ entityId: 'nobody' })).rejects.toBeInstanceOf(MemoryNotFoundError);
  });
});
