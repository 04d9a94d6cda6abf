import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refreshProfiles } from '../../src/jobs/generate-profile.js';
import { pruneRequestLogs } from '../../src/resolvers/request-log/prune-request-logs.js';
import { resetPassword } from '../../src/resolvers/user/reset-password.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { createWalkWorld, type WalkWorld } from './walk-world.js';

let test: TestApp;
let world: WalkWorld;
let last = '';
beforeAll(async () => {
  test = await startTestApp();
  world = createWalkWorld(test);
});
beforeEach(async () => {
  await idle(test.app.services);
  last = (await rows('00000000-0000-0000-0000-000000000000')).at(-1)?.id ?? '';
});
afterAll(() => test.close());

interface Row {
  readonly id: string;
  readonly action: string;
  readonly actorType: string;
  readonly targetId: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly changes: string;
  readonly reason: string | null;
  readonly requestId: string | null;
}

function rows(after: string): Promise<Row[]> {
  const columns = 'id, action, actor_type, target_id, organization_id, project_id, changes, reason, request_id';
  return test.app.services.database.query<Row>(`SELECT ${columns} FROM audit_logs WHERE id > $1::uuid ORDER BY id`, [
    after || '00000000-0000-0000-0000-000000000000',
  ]);
}

/** Returns the rows of the server itself since the start of the test, after all jobs have ended. */
async function systemRows(): Promise<(Pick<Row, 'action' | 'targetId'> & { changes: unknown })[]> {
  await idle(test.app.services);
  const found = (await rows(last)).filter(({ actorType }) => actorType === 'SYSTEM');
  for (const { requestId } of found) expect(requestId).toBeNull();
  return found.map(({ action, targetId, changes }) => ({ action, targetId, changes: JSON.parse(changes) as unknown }));
}

describe('a job writes one row, with the server as the actor, when it', () => {
  it('has removed the memories of a deletion', async () => {
    await world.memory('gone');
    const { deletion } = await world.mutate(
      'deleteMemories',
      'userId: "gone", undoSeconds: 0',
      '... on DeleteMemoriesPayload { deletion { id } }',
    );
    const targetId = (deletion as { id: string }).id.replace('del_', '');
    const changes = { removed: [null, 1], status: [null, 'SUCCEEDED'] };
    expect(await systemRows()).toEqual([{ action: 'deletion.finish', targetId, changes }]);
  });

  it('has extracted memories', async () => {
    const messages = [{ role: 'user', content: 'My sister Rosa plays the violin in Lisbon.' }];
    const { event_id: targetId } = await world.post('/v3/memories/add/', { messages, user_id: 'rosa' });
    const found = await systemRows();
    const memoryIds = expect.arrayContaining([expect.any(String)]) as string[];
    const changes = { memoryIds: [null, memoryIds], status: [null, 'SUCCEEDED'] };
    expect(found).toEqual([{ action: 'event.finish', targetId, changes }]);
    expect(JSON.stringify(found)).not.toContain('violin');
  });

  it('has written an export', async () => {
    const targetId = await world.exportId();
    const changes = { memories: [null, expect.any(Number) as number], status: [null, 'SUCCEEDED'] };
    expect(await systemRows()).toEqual([{ action: 'export.finish', targetId, changes }]);
  });

  it('has generated profiles, on request and by itself', async () => {
    await world.mutate('updateProfileSettings', 'isEnabled: true', '__typename');
    await world.memory('ina');
    const { event } = await world.mutate(
      'generateProfiles',
      'userId: "ina"',
      '... on GenerateProfilesPayload { event: profileJob { id } }',
    );
    const finished = (succeeded: number) => ({
      failed: [null, 0],
      skipped: [null, 0],
      status: [null, 'SUCCEEDED'],
      succeeded: [null, succeeded],
    });
    const targetId = (event as { id: string }).id.replace('pjob_', '');
    expect(await systemRows()).toEqual([{ action: 'profile_job.finish', targetId, changes: finished(1) }]);
    await world.memory('ina');
    await refreshProfiles(test.app.services);
    expect((await systemRows()).map(({ action }) => action).slice(1)).toEqual([
      'profile_job.create',
      'profile_job.finish',
    ]);
  });

  it('has removed a project and an organization', async () => {
    const [projectId, organizationId] = [await world.project(), await world.organization()];
    await world.mutate('deleteProject', `id: "${projectId}"`, '__typename');
    await world.mutate('deleteOrganization', `id: "${organizationId}"`, '__typename');
    const found = (await systemRows()).map(({ action, targetId }) => ({ action, targetId }));
    expect(found).toContainEqual({ action: 'project.remove', targetId: projectId });
    expect(found).toContainEqual({ action: 'organization.remove', targetId: organizationId });
    expect(found).toHaveLength(2);
  });

  it('has removed old rows of the request log, in one row for all batches', async () => {
    const { services } = test.app;
    await services.database.query(
      `INSERT INTO request_logs (method, path, status_code, latency_ms, request_id, created_at)
       SELECT 'GET', '/v1/ping/', 200, 1, 'r', now() - interval '40 days' FROM generate_series(1, 5)`,
    );
    await pruneRequestLogs(services, { days: 30, batch: 2 });
    await pruneRequestLogs(services, { days: 30, batch: 2 });
    const changes = { cutOff: [null, expect.any(String) as string] };
    expect(await systemRows()).toEqual([{ action: 'request_log.prune', targetId: 'request_logs', changes }]);
  });

  it('has set a password for the operator', async () => {
    const { id, email } = await world.user();
    await resetPassword(test.app.services, { email, password: 'another long password' });
    expect(await systemRows()).toEqual([{ action: 'user.set_password', targetId: id, changes: {} }]);
  });
});

describe('a change of settings names the changed fields, with their values before and after', () => {
  async function changesOf(field: string, input: string): Promise<Record<string, unknown>> {
    await world.mutate(field, input, '__typename');
    return JSON.parse((await rows(last)).at(-1)?.changes ?? '{}') as Record<string, unknown>;
  }

  it('of a project', async () => {
    await changesOf('updateProject', `id: "${world.projectId}", customInstructions: "Be brief.", hasDecay: false`);
    const input = `id: "${world.projectId}", customInstructions: "Be kind.", hasDecay: true`;
    expect(await changesOf('updateProject', input)).toEqual({
      customInstructions: ['Be brief.', 'Be kind.'],
      decay: [false, true],
    });
  });

  it('of profiles, a webhook, a user and the configuration', async () => {
    await changesOf('updateProfileSettings', 'customInstructions: "Be brief."');
    expect(await changesOf('updateProfileSettings', 'customInstructions: "Be kind."')).toEqual({
      customInstructions: ['Be brief.', 'Be kind.'],
    });
    const webhook = await world.webhook();
    expect(await changesOf('updateWebhook', `id: "${webhook}", name: "lamp", isActive: false`)).toEqual({
      name: ['hook', 'lamp'],
      isActive: [true, false],
    });
    const user = await world.user();
    expect(await changesOf('setUserRole', `id: "${user.id}", role: ADMIN`)).toEqual({ role: ['member', 'admin'] });
    await changesOf('updateViewer', 'name: "Ada"');
    expect(await changesOf('updateViewer', 'name: "Ina"')).toEqual({ name: ['Ada', 'Ina'] });
    await changesOf('updateConfiguration', 'customInstructions: "Be brief."');
    expect(await changesOf('updateConfiguration', 'customInstructions: "Be kind."')).toEqual({
      customInstructions: ['Be brief.', 'Be kind.'],
    });
  });

  it('but texts of feedback and secrets only as keyed digests', async () => {
    const memory = await world.memory();
    const given = await changesOf('giveFeedback', `memoryId: "${memory}", rating: NEGATIVE, reason: "canary"`);
    expect(given).toMatchObject({
      feedbackReason: [null, { digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
    });
    const removed = await changesOf('giveFeedback', `memoryId: "${memory}"`);
    expect(removed).toMatchObject({ feedback: ['NEGATIVE', null] });
    const rotated = await changesOf('rotateWebhookSecret', `id: "${await world.webhook()}"`);
    expect(rotated).toEqual({ secret: [null, { digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string }] });
    expect(JSON.stringify(await rows(last))).not.toMatch(/canary|whsec_/);
  });
});

describe('a session that ends writes one row', () => {
  it('also when a stolen refresh token ends it, with the reason', async () => {
    const { refreshToken } = await world.session();
    const refresh = (token: string) =>
      test.as(null).rest<{ refresh_token: string }>('POST', '/auth/refresh', { refresh_token: token });
    const second = await refresh(refreshToken);
    await refresh(second.body.refresh_token);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
    const ended = (await rows(last)).filter(({ action }) => action === 'session.end');
    expect(ended.map(({ reason }) => reason)).toEqual(['A refresh token was used twice.']);
  });
});
