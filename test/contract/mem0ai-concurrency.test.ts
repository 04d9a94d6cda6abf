import { describe, expect, it } from 'vitest';
import type { MemoryClient } from './client.js';
import { clientApp } from './client-app.js';

const app = clientApp();
const times = Array.from({ length: 50 }, (_, n) => n);
const schema = { type: 'object', properties: { name: { type: 'string', description: 'Name.' } } };

/** Runs fifty calls concurrently. */
const atOnce = <T>(call: (n: number) => Promise<T>): Promise<T[]> => Promise.all(times.map(call));

describe('fifty calls of the unmodified mem0ai client at once', () => {
  it('store, change and delete what each of them says', async () => {
    const ids = await atOnce((n) => app.remember(`Stamp ${n}`, { userId: `user ${n % 5}` }));
    expect(new Set(ids).size).toBe(50);
    expect((await atOnce((n) => app.client.get(ids[n] ?? ''))).map((each) => each.memory)).toEqual(
      times.map((n) => `Stamp ${n}`),
    );
    expect(await atOnce((n) => app.client.update(ids[n] ?? '', { text: `Coin ${n}` }))).toEqual(
      times.map((n) => expect.objectContaining({ memory: `Coin ${n}` }) as unknown),
    );
    expect((await atOnce((n) => app.client.history(ids[n] ?? ''))).map((changes) => changes.length)).toEqual(
      times.map(() => 2),
    );
    expect(
      (await atOnce((n) => app.client.search(`coin ${n}`, { filters: { user_id: `user ${n % 5}` } }))).every(
        ({ results }) => results.length > 0,
      ),
    ).toBe(true);
    await atOnce((n) => app.client.batchUpdate([{ memoryId: ids[n] ?? '', text: `Shell ${n}` }]));
    await atOnce((n) => app.client.feedback({ memoryId: ids[n] ?? '', feedback: 'POSITIVE' as never }));
    await atOnce<unknown>((n) => (n % 2 ? app.client.delete(ids[n] ?? '') : app.client.batchDelete([ids[n] ?? ''])));
    expect((await app.client.getAll({ filters: { user_id: '*' } })).count).toBe(0);
  });

  it('read the same', async () => {
    await app.remember('I collect stamps');
    const { client } = app;
    const reads: ((n: number) => Promise<unknown>)[] = [
      ...[
        () => client.getAll({ filters: { user_id: 'rosa' } }),
        () => client.users(),
        () => client.getProject({}),
        () => client.getWebhooks(),
      ],
      ...[() => client.getProfileSettings(), () => client.ping()],
    ];
    for (const read of reads) {
      const answers = await atOnce(read);
      expect(answers).toEqual(times.map(() => answers[0]));
    }
  });

  it('change the project and order exports and profiles', async () => {
    const { client } = app;
    await app.remember('I play football');
    await atOnce((n) => client.updateProject({ customInstructions: `Text ${n}` }));
    expect(await client.getProject({ fields: ['customInstructions'] })).toEqual({
      customInstructions: expect.stringMatching(/^Text \d+$/),
    });
    await atOnce(() => client.updateProfileSettings({ enabled: true }));
    const exported = await atOnce(() => client.createMemoryExport({ schema, filters: { user_id: 'rosa' } }));
    expect(new Set(exported.map(({ id }) => id)).size).toBe(50);
    const jobs = await atOnce(() =>
      client.generateProfile({ entityId: 'rosa', idempotencyKey: 'one-for-all-of-them' }),
    );
    expect(new Set(jobs.map(({ jobId }) => jobId)).size).toBe(1);
    await app.settled();
    await atOnce((n) => client.getMemoryExport({ memoryExportId: exported[n]?.id ?? '' }));
    expect(
      (await atOnce(() => client.getProfileJob(jobs[0]?.jobId ?? ''))).every(({ job }) => job.status === 'SUCCEEDED'),
    ).toBe(true);
  });

  it('make, change and delete webhooks, delete by filter and by entity, and sample and read profiles', async () => {
    const { client } = app;
    const hook = { name: 'Changes', url: 'https://hook.invalid/x', eventTypes: ['memory_add' as never] };
    const hooks = await atOnce((n) => client.createWebhook({ ...hook, name: `Hook ${n}` }));
    await atOnce((n) => client.updateWebhook({ webhookId: hooks[n]?.webhookId ?? '', name: `Changed ${n}` }));
    expect((await client.getWebhooks()).map(({ name }) => name).sort()).toEqual(
      times.map((n) => `Changed ${n}`).sort(),
    );
    await atOnce((n) => client.deleteWebhook({ webhookId: hooks[n]?.webhookId ?? '' }));
    expect(await client.getWebhooks()).toEqual([]);
    for (let n = 0; n < 4; n += 1) await app.remember('I play football', { userId: `user ${n}` });
    await client.updateProfileSettings({ enabled: true });
    const sampled = await atOnce(() => client.sampleProfiles({ limit: 2, idempotencyKey: 'one-for-all-of-them' }));
    expect(new Set(sampled.map(({ jobId }) => jobId)).size).toBe(1);
    await app.settled();
    const profiles = await atOnce(() => client.getProfile({ entityId: sampled[0]?.entityIds?.[0] ?? '' }));
    expect(profiles.map(({ status }) => status)).toEqual(times.map(() => 'succeeded'));
    const { results } = await client.users();
    const numbers = new Map(results.map(({ name, id }) => [name, Number(id)]));
    await atOnce<unknown>((n) =>
      n % 2 ? client.deleteAll({ userId: `user ${n % 2}` }) : client.deleteUsers({ userId: 'user 2' }),
    );
    await client.deleteUser({ entity_id: numbers.get('user 3') ?? 0, entity_type: 'user' });
    await app.settled();
    expect((await client.getAll({ filters: { user_id: '*' } })).results.map(({ userId }) => userId)).toEqual([
      'user 0',
    ]);
  });

  it('of clients of two projects see what belongs to their own', async () => {
    const projects = [await app.project('First'), await app.project('Second')];
    const clients = await Promise.all(projects.map(async (id) => (await app.withNewKey(id)).client));
    const own = (n: number) => clients[n % 2] as MemoryClient;
    const ids = await atOnce((n) => app.remember(`Memory ${n}`, {}, own(n)));
    const seen = await atOnce((n) => own(n).getAll({ filters: { user_id: 'rosa' } }));
    for (const n of times) {
      expect(seen[n]?.count).toBe(25);
      expect(seen[n]?.results.every(({ memory }) => Number(memory?.split(' ')[1]) % 2 === n % 2)).toBe(true);
    }
    const strangers = await atOnce((n) =>
      own(n + 1)
        .get(ids[n] ?? '')
        .then(
          () => 'found',
          (error: { errorCode: string }) => error.errorCode,
        ),
    );
    expect(strangers).toEqual(times.map(() => 'HTTP_404'));
    expect(
      await Promise.all(
        clients.map(async (client) =>
          (await client.users()).results.map(({ name, totalMemories }) => [name, totalMemories]),
        ),
      ),
    ).toEqual([[['rosa', 25]], [['rosa', 25]]]);
    await own(0).deleteUsers();
    await app.settled();
    expect((await own(1).getAll({ filters: { user_id: 'rosa' } })).count).toBe(25);
  });
});
