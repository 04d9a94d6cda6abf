import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { generateProfile, summarize, type MemoryModel, readProfileSchema } from '@memory-gateway/memory-engine';
import { failProfiles, makeProfiles } from '../../src/jobs/generate-profile.js';
import { clean } from '../../src/jobs/housekeeping.js';
import { findEvent } from '../../src/resolvers/event/get-event.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { getProfileJob } from '../../src/resolvers/profile/get-profile-job.js';
import { orderProfiles } from '../../src/resolvers/profile/order-profiles.js';
import { getProfile } from '../../src/resolvers/profile/get-profile.js';
import { getProfileSettings, updateProfileSettings } from '../../src/resolvers/profile/profile-settings.js';
import { summarizeMemories } from '../../src/resolvers/summary/summarize-memories.js';
import { deleteEntity } from '../../src/resolvers/deletion/delete-entity.js';
import { work } from '../deletion/helpers.js';
import { as, people, tenant, testServices, type People, type TestServices } from '../helpers/context.js';

let services: TestServices;
let folk: People;
let projectId: string;
let ada: AppContext;
let done: number;

beforeEach(async () => {
  services = await testServices();
  folk = await people(services);
  ({ projectId } = await tenant(services, [
    [folk.ada, 'OWNER'],
    [folk.bob, 'READER'],
  ]));
  ada = as(services, folk.ada);
  done = 0;
});

async function remember(content: string, more: object = {}): Promise<string> {
  const { results } = await addMemories(ada, {
    projectId,
    messages: [{ role: 'user', content }],
    userId: 'rosa',
    infer: false,
    ...more,
  });
  return results![0]!.id;
}

/** Orders profiles and waits for them. */
async function make(order: Omit<Parameters<typeof orderProfiles>[1], 'projectId'>): Promise<string> {
  const { job } = await orderProfiles(ada, { projectId, ...order });
  done = await work(services, done);
  return job.id;
}

const schema = {
  type: 'object',
  properties: {
    hobbies: { type: 'array', items: { type: 'string' }, description: 'What the user collects or plays.' },
    home_town: { type: 'string', description: 'Name of the town.' },
    age: { type: 'integer', description: 'Age in years.' },
  },
};

describe('a profile', () => {
  it('is pending, then made of the memories of its user by category', async () => {
    await remember('I play football every weekend');
    await remember('Li likes tea', { userId: 'li' });
    expect(await getProfile(ada, { projectId, userId: 'rosa' })).toEqual({
      userId: 'rosa',
      status: 'PENDING',
      profile: {},
      instructions: [],
      generationCount: 0,
      error: null,
      updatedAt: null,
    });
    const id = await make({ userId: 'rosa' });
    const made = await getProfile(ada, { projectId, userId: 'rosa' });
    expect(made).toMatchObject({ status: 'SUCCEEDED', generationCount: 1, updatedAt: expect.any(Date) });
    expect(Object.values(made.profile as object).flat()).toContain('I play football every weekend');
    expect(JSON.stringify(made.profile)).not.toContain('tea');
    expect(await findEvent(ada, { id })).toMatchObject({
      type: 'PROFILE',
      status: 'SUCCEEDED',
      total: 1,
      completed: 1,
      results: [{ operation: 'trigger', succeeded: 1 }],
    });
    await make({ userId: 'rosa' });
    expect(await getProfile(ada, { projectId, userId: 'rosa' })).toMatchObject({ generationCount: 2 });
  });

  it('follows the schema of its project', async () => {
    await updateProfileSettings(ada, { projectId, schema });
    await remember('I collect stamps');
    await remember('Nothing to see', { metadata: { home_town: 'Porto', age: '41' } });
    await remember('Moved', { metadata: { homeTown: 'Lisbon' } });
    await make({ userId: 'rosa' });
    expect((await getProfile(ada, { projectId, userId: 'rosa' })).profile).toEqual({
      hobbies: ['I collect stamps'],
      home_town: 'Lisbon',
      age: 41,
    });
  });

  it('is filled by a model where there is one', async () => {
    await remember('I collect stamps');
    const { job } = await orderProfiles(ada, { projectId, userId: 'rosa' });
    await updateProfileSettings(ada, { projectId, customInstructions: 'Be kind' });
    const asked: unknown[] = [];
    const model: MemoryModel = {
      fill: async (request) => (asked.push(request), { summary: 'A collector.' }),
      summarize: async () => 'Rosa collects stamps.',
    };
    await makeProfiles(services, { jobId: job.id, projectId }, { signal: new AbortController().signal, model });
    expect(asked).toEqual([
      { schema: expect.objectContaining({ type: 'object' }), instructions: 'Be kind', memories: ['I collect stamps'] },
    ]);
    expect(await getProfile(ada, { projectId, userId: 'rosa' })).toMatchObject({
      status: 'SUCCEEDED',
      profile: { summary: 'A collector.' },
    });
    expect(await summarizeMemories(ada, { projectId }, model)).toMatchObject({ text: 'Rosa collects stamps.' });
  });

  it('that a model fails at has failed, and the others of its order have not', async () => {
    await remember('I collect stamps');
    await remember('Li likes tea', { userId: 'li' });
    const { job } = await orderProfiles(ada, { projectId });
    const model: MemoryModel = {
      fill: ({ memories }) =>
        memories[0]?.includes('tea')
          ? Promise.reject(new Error('secret of the provider'))
          : Promise.resolve({ ok: true }),
      summarize: async () => '',
    };
    await makeProfiles(services, { jobId: job.id, projectId }, { signal: new AbortController().signal, model });
    expect(await getProfile(ada, { projectId, userId: 'li' })).toMatchObject({
      status: 'FAILED',
      profile: {},
      error: 'The profile could not be made.',
    });
    expect(await getProfile(ada, { projectId, userId: 'rosa' })).toMatchObject({ status: 'SUCCEEDED' });
    expect(await getProfileJob(ada, { id: job.id })).toMatchObject({
      status: 'SUCCEEDED',
      succeeded: 1,
      failed: 1,
      skipped: 0,
    });
  });

  it('is not shown once it quotes a memory that is gone, and made again by housekeeping', async () => {
    const id = await remember('I collect stamps');
    await remember('I collect coins');
    await make({ userId: 'rosa' });
    await clean(services);
    expect(services.enqueued.slice(done)).toEqual([]);
    await deleteMemory(ada, { projectId, id });
    expect(await getProfile(ada, { projectId, userId: 'rosa' })).toMatchObject({ status: 'PENDING', profile: {} });
    await clean(services);
    done = await work(services, done);
    const made = await getProfile(ada, { projectId, userId: 'rosa' });
    expect(made).toMatchObject({ status: 'SUCCEEDED', generationCount: 2 });
    expect(JSON.stringify(made.profile)).not.toContain('stamps');
    await remember('I collect shells');
    await clean(services);
    done = await work(services, done);
    expect(JSON.stringify((await getProfile(ada, { projectId, userId: 'rosa' })).profile)).toContain('shells');
  });

  it('is made again for a memory that was added while a model wrote it', async () => {
    await remember('I collect stamps');
    const { job } = await orderProfiles(ada, { projectId, userId: 'rosa' });
    const model: MemoryModel = {
      fill: async ({ memories }) => {
        if (memories.length === 1) await remember('I collect shells');
        return { memories: [...memories] };
      },
      summarize: async () => '',
    };
    await updateProfileSettings(ada, { projectId, customInstructions: 'Be kind' });
    await makeProfiles(services, { jobId: job.id, projectId }, { signal: new AbortController().signal, model });
    expect((await getProfile(ada, { projectId, userId: 'rosa' })).profile).toEqual({ memories: ['I collect stamps'] });
    await clean(services);
    done = await work(
      services,
      services.enqueued.findIndex(({ payload }) => 'jobId' in payload && payload.jobId === job.id) + 1,
    );
    expect(JSON.stringify((await getProfile(ada, { projectId, userId: 'rosa' })).profile)).toContain('shells');
  });

  it('is made again after a change of one of its memories', async () => {
    const id = await remember('I live in Paris');
    await make({ userId: 'rosa' });
    await updateMemory(ada, { projectId, id, text: 'I live in Berlin' });
    await clean(services);
    done = await work(services, done);
    expect(JSON.stringify((await getProfile(ada, { projectId, userId: 'rosa' })).profile)).toContain('Berlin');
    await clean(services);
    expect(services.enqueued.slice(done)).toEqual([]);
  });

  it('is made again once one of its memories is expired, and not for a change that is yet to come', async () => {
    await remember('I am in Rome', { expirationDate: '2099-12-31' });
    const id = await remember('I live in Berlin');
    await make({ userId: 'rosa' });
    await services.database.query("UPDATE memories SET updated_at = '2099-01-01' WHERE id = $1", [id]);
    await clean(services);
    expect(services.enqueued.slice(done)).toEqual([]);
    await services.database.query(
      "UPDATE memories SET expiration_date = '2001-01-01' WHERE expiration_date IS NOT NULL",
    );
    await clean(services);
    done = await work(services, done);
    const { profile } = await getProfile(ada, { projectId, userId: 'rosa' });
    expect(JSON.stringify(profile)).toMatch(/^(?!.*Rome).*Berlin/);
  });

  it('is not stored with the text of a memory that was deleted while a model wrote it', async () => {
    const id = await remember('I collect stamps');
    await remember('I collect coins');
    const { job } = await orderProfiles(ada, { projectId, userId: 'rosa' });
    const model: MemoryModel = {
      fill: async ({ memories }) => {
        await deleteMemory(ada, { projectId, id });
        return { memories: [...memories] };
      },
      summarize: async () => '',
    };
    await updateProfileSettings(ada, { projectId, customInstructions: 'Be kind' });
    await makeProfiles(services, { jobId: job.id, projectId }, { signal: new AbortController().signal, model });
    expect(await services.database.query('SELECT profile FROM profiles')).toEqual([{ profile: {} }]);
    expect(await getProfile(ada, { projectId, userId: 'rosa' })).toMatchObject({ status: 'PENDING', profile: {} });
  });

  it('is made again however many profiles wait in a project that wants none', async () => {
    await remember('I collect stamps');
    await make({ userId: 'rosa' });
    const other = await tenant(services, [[folk.ada, 'OWNER']]);
    await services.database.query(
      `INSERT INTO entities (project_id, type, name, updated_at) SELECT $1, 'user', 'user-' || n, now() FROM generate_series(1, 300) n`,
      [other.projectId],
    );
    await services.database.query(
      `INSERT INTO profiles (project_id, entity_type, entity_name, status, source_ids, updated_at)
       SELECT $1, 'user', 'user-' || n, 'SUCCEEDED', '{}', now() - interval '1 day' FROM generate_series(1, 300) n`,
      [other.projectId],
    );
    await updateProfileSettings(ada, { projectId: other.projectId, enabled: false });
    await remember('I collect shells');
    await clean(services);
    done = await work(services, done);
    expect(JSON.stringify((await getProfile(ada, { projectId, userId: 'rosa' })).profile)).toContain('shells');
  });

  it('goes with its user', async () => {
    await remember('I collect stamps');
    await make({ userId: 'rosa' });
    await deleteEntity(ada, { projectId, type: 'user', name: 'rosa' });
    done = await work(services, done);
    expect(await services.database.query('SELECT * FROM profiles')).toEqual([]);
    await expect(getProfile(ada, { projectId, userId: 'rosa' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of a user without memories has insufficient data', async () => {
    await remember('I collect stamps', { expirationDate: '2001-01-01' });
    const id = await make({ userId: 'rosa' });
    expect(await getProfile(ada, { projectId, userId: 'rosa' })).toMatchObject({
      status: 'INSUFFICIENT_DATA',
      profile: {},
    });
    expect(await getProfileJob(ada, { id })).toMatchObject({ skipped: 1 });
  });

  it('is not made where the project wants none', async () => {
    await remember('I collect stamps');
    await updateProfileSettings(ada, { projectId, enabled: false });
    expect(await getProfile(ada, { projectId, userId: 'rosa' })).toMatchObject({ status: 'NOT_ENABLED' });
    await expect(orderProfiles(ada, { projectId, userId: 'rosa' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('an order for profiles', () => {
  it('samples users that were written for lately', async () => {
    for (const userId of ['a', 'b', 'c']) await remember('I collect stamps', { userId });
    const { job } = await orderProfiles(ada, { projectId, limit: 2 });
    expect(job).toMatchObject({ operation: 'sample', entityNames: ['c', 'b'], status: 'PENDING' });
    await services.database.query('DELETE FROM memories');
    const empty = await orderProfiles(ada, { projectId });
    expect(empty.job.entityNames).toEqual([]);
    done = await work(services, done);
    expect(await getProfileJob(ada, { id: empty.job.id })).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('is accepted once for each key, also when it is sent several times at once', async () => {
    await remember('I collect stamps');
    const order = { projectId, userId: 'rosa', idempotencyKey: 'key-of-the-order' };
    const all = await Promise.all(Array.from({ length: 5 }, () => orderProfiles(ada, order)));
    expect(new Set(all.map(({ job }) => job.id)).size).toBe(1);
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(services.enqueued).toHaveLength(1);
    await expect(orderProfiles(ada, { ...order, userId: null })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('resumes after an attempt, and runs once for two at a time', async () => {
    for (const userId of ['a', 'b', 'c']) await remember('I collect stamps', { userId });
    const { job } = await orderProfiles(ada, { projectId });
    const signal = new AbortController();
    const model: MemoryModel = {
      fill: async () => (signal.abort(new Error('stopped')), {}),
      summarize: async () => '',
    };
    await expect(
      makeProfiles(services, { jobId: job.id, projectId }, { signal: signal.signal, model }),
    ).rejects.toThrow('stopped');
    expect(await getProfileJob(ada, { id: job.id })).toMatchObject({ status: 'RUNNING', succeeded: 1 });
    await Promise.all(
      [1, 2].map(() => makeProfiles(services, { jobId: job.id, projectId }, { signal: new AbortController().signal })),
    );
    expect(await getProfileJob(ada, { id: job.id })).toMatchObject({ status: 'SUCCEEDED', succeeded: 3 });
    expect(await findEvent(ada, { id: job.id })).toMatchObject({ total: 3, completed: 3 });
  });

  it('does not fail because the server stops while the model works on it', async () => {
    await remember('I collect stamps');
    const { job } = await orderProfiles(ada, { projectId, userId: 'rosa' });
    const payload = { jobId: job.id, projectId };
    const controller = new AbortController();
    const model: MemoryModel = {
      fill: async () => {
        controller.abort(new Error('stopped'));
        throw new Error('The request was aborted.');
      },
      summarize: async () => '',
    };
    await expect(makeProfiles(services, payload, { signal: controller.signal, model })).rejects.toThrow('stopped');
    expect(await getProfileJob(ada, { id: job.id })).toMatchObject({ status: 'RUNNING', failed: 0 });
    await makeProfiles(services, payload, { signal: new AbortController().signal });
    expect(await getProfileJob(ada, { id: job.id })).toMatchObject({ status: 'SUCCEEDED', succeeded: 1 });
  });

  it('whose job used up its tries has failed, with its profiles', async () => {
    await remember('I collect stamps');
    const { job } = await orderProfiles(ada, { projectId, userId: 'rosa' });
    // A failure handler may run twice.
    for (let run = 1; run <= 2; run += 1) await failProfiles(services, { jobId: job.id, projectId });
    expect(await getProfileJob(ada, { id: job.id })).toMatchObject({ status: 'FAILED' });
    expect(await getProfile(ada, { projectId, userId: 'rosa' })).toMatchObject({ status: 'FAILED' });
    const rows = await services.database.query("SELECT 1 FROM audit_logs WHERE action = 'profile_job.finish'");
    expect(rows).toHaveLength(1);
  });

  it('is for members: READERs read, outsiders find nothing', async () => {
    await remember('I collect stamps');
    const id = await make({ userId: 'rosa' });
    const [bob, eve] = [as(services, folk.bob), as(services, folk.eve)];
    expect(await getProfile(bob, { projectId, userId: 'rosa' })).toMatchObject({ status: 'SUCCEEDED' });
    expect((await getProfileJob(bob, { id })).id).toBe(id);
    await expect(orderProfiles(bob, { projectId, userId: 'rosa' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(updateProfileSettings(bob, { projectId, enabled: false })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    for (const attempt of [
      () => getProfile(eve, { projectId, userId: 'rosa' }),
      () => getProfileJob(eve, { id }),
      () => orderProfiles(eve, { projectId }),
      () => getProfileSettings(eve, { projectId }),
      () => summarizeMemories(eve, { projectId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it.each([
    [{ userId: '' }, 'entityId'],
    [{ userId: 'a\u0000' }, 'entityId'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 11 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ idempotencyKey: 'short' }, 'idempotencyKey'],
  ])('is refused with %j', async (input, field) => {
    await expect(orderProfiles(ada, { projectId, ...input })).rejects.toMatchObject({
      fields: { [field]: [expect.any(String)] },
    });
  });
});

describe('settings of profiles', () => {
  it('change one by one, and are cleared by null', async () => {
    expect(await getProfileSettings(ada, { projectId })).toEqual({
      enabled: true,
      schema: null,
      customInstructions: null,
    });
    await updateProfileSettings(ada, { projectId, schema, customInstructions: 'Be kind' });
    expect(await updateProfileSettings(ada, { projectId, enabled: false })).toEqual({
      enabled: false,
      schema,
      customInstructions: 'Be kind',
    });
    expect(await updateProfileSettings(ada, { projectId, schema: null })).toEqual({
      enabled: false,
      schema: null,
      customInstructions: 'Be kind',
    });
  });

  it('take schemas alone whose properties are all described', () => {
    expect(readProfileSchema(schema)).toEqual(schema);
    const inner = {
      type: 'object',
      properties: { home: { description: 'Where.', type: 'object', properties: { zip: { type: 'string' } } } },
    };
    expect(() => readProfileSchema(inner)).toThrow('home.zip');
    expect(() => readProfileSchema({ properties: { a: { description: 'x'.repeat(45_000) } } })).toThrow(
      '10,000 tokens',
    );
    expect(() => readProfileSchema({ properties: { a: { description: ' ' } } })).toThrow('a has none');
  });
});

describe('a summary', () => {
  it('says by category what the memories say, each text once', async () => {
    expect(await summarizeMemories(ada, { projectId, filters: { user_id: 'rosa' } })).toEqual({
      text: null,
      memories: 0,
      used: 0,
    });
    await remember('I play football every weekend');
    await remember('Li likes tea', { userId: 'li' });
    const { text, memories } = await summarizeMemories(ada, { projectId, filters: { user_id: 'rosa' } });
    expect(memories).toBe(1);
    expect(text).toMatch(/^[a-z ]+: I play football every weekend\.$/);
    await expect(summarizeMemories(ada, { projectId, filters: { colour: 1 } })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  it('is bounded', () => {
    const many = Array.from({ length: 200 }, (_, n) => ({
      text: `${n} ${'word '.repeat(400)}`,
      categories: [`category_${n % 40}`],
    }));
    expect(summarize(many).length).toBeLessThan(6_000);
    expect(
      summarize([
        { text: 'One', categories: ['a'] },
        { text: 'Two!', categories: ['a', 'b'] },
        { text: 'one ', categories: null },
      ]),
    ).toBe('a: One. Two!\nmisc: one.');
    expect(summarize([])).toBe('');
  });

  it('and a profile have the same groups', async () => {
    const base = {
      id: '1',
      userId: 'rosa',
      agentId: null,
      appId: null,
      runId: null,
      metadata: null,
      actor: null,
      role: null,
      hash: '',
      immutable: false,
      expirationDate: null,
      eventDate: null,
      createdAt: new Date(),
      updatedAt: new Date(),
    };
    expect(
      await generateProfile(
        [
          { ...base, text: 'One', categories: ['a'] },
          { ...base, text: 'Two', categories: [] },
        ],
        { schema: null, instructions: null },
      ),
    ).toEqual({ a: ['One'], misc: ['Two'] });
  });
});
