import { describe, expect, it } from 'vitest';
import { MemoryNotFoundError, ValidationError } from './client.js';
import { clientApp, everyPage, memory, nowhere, time } from './client-app.js';

const app = clientApp();

describe('the unmodified mem0ai client, on memories', () => {
  it('ping: learns what its key opens', async () => {
    expect(await app.client.ping()).toBeUndefined();
    const { orgId, projectId, email } = app.test.admin;
    expect(app.client).toMatchObject({ organizationId: orgId, projectId, telemetryId: email });
  });

  it('add: stores as it stands, or queues for extraction; refuses what holds no message', async () => {
    const message = [{ role: 'user' as const, content: 'I collect stamps' }];
    expect(
      await app.client.add(message, {
        userId: 'rosa',
        agentId: 'guide',
        appId: 'shop',
        runId: 'r1',
        infer: false,
        metadata: { someKey: { kept_as: 'it is' } },
        expirationDate: '2099-01-31',
        timestamp: 1_700_000_000,
      }),
    ).toEqual({
      message: 'Memories stored successfully',
      status: 'SUCCEEDED',
      eventId: expect.any(String),
      results: [{ id: expect.any(String), data: { memory: 'I collect stamps' }, event: 'ADD' }],
    });
    expect(await app.client.add(message, { userId: 'kay' })).toEqual({
      message: 'Memory processing has been queued for background execution',
      status: 'PENDING',
      eventId: expect.any(String),
    });
    await app.settled();
    expect((await app.client.getAll({ filters: { user_id: 'kay' } })).results).toEqual([
      memory({ userId: 'kay', memory: expect.stringMatching(/stamps/i) as string }),
    ]);
    await expect(
      app.client.add([{ role: 'user', content: '' }], { userId: 'rosa', infer: false }),
    ).rejects.toBeInstanceOf(ValidationError);
    await expect(app.client.add(message, { infer: false })).rejects.toMatchObject({ errorCode: 'HTTP_400' });
  });

  it('get: reads one in full', async () => {
    const id = await app.remember('I collect stamps', {
      agentId: 'guide',
      runId: 'r1',
      metadata: { someKey: 1 },
      expirationDate: '2099-01-31',
      timestamp: 1_700_000_000,
    });
    expect(await app.client.get(id)).toEqual(
      memory({
        id,
        memory: 'I collect stamps',
        agentId: 'guide',
        runId: 'r1',
        sessionId: 'r1',
        metadata: { someKey: 1 },
        expirationDate: '2099-01-31',
        createdAt: '2023-11-14T22:13:20.000Z',
      }),
    );
    await expect(app.client.get(nowhere)).rejects.toBeInstanceOf(MemoryNotFoundError);
    await expect(app.client.get('no/id')).rejects.toBeInstanceOf(ValidationError);
  });

  it('getAll: filters, and walks to the last row', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1)
      ids.unshift(
        await app.remember(`Stamp ${n}`, {
          timestamp: 1_700_000_000 + n,
          runId: n < 3 ? 'old' : 'new',
          metadata: { n },
        }),
      );
    await app.remember('My coin', { userId: 'kay' });
    const { rows, pages } = await everyPage((page) =>
      app.client.getAll({ filters: { userId: 'rosa' }, page, pageSize: 3 }),
    );
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(pages).toBe(3);
    expect(await app.client.getAll({ filters: { user_id: 'kay' } })).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [memory({ userId: 'kay', memory: 'My coin' })],
    });
    const counted = async (filters: Record<string, unknown>) => (await app.client.getAll({ filters })).count;
    expect(await counted({ AND: [{ user_id: 'rosa' }, { run_id: 'old' }] })).toBe(3);
    expect(await counted({ OR: [{ user_id: 'kay' }, { run_id: { in: ['new'] } }] })).toBe(5);
    expect(await counted({ AND: [{ user_id: '*' }, { NOT: [{ run_id: 'old' }] }] })).toBe(5);
    expect(await counted({ AND: [{ user_id: 'rosa' }, { metadata: { n: 3 } }] })).toBe(1);
    expect(await counted({ AND: [{ user_id: 'rosa' }, { created_at: { gte: '2023-11-14T22:13:23Z' } }] })).toBe(4);
    expect(await counted({ AND: [{ user_id: 'rosa' }, { keywords: { icontains: 'stamp 4' } }] })).toBe(1);
    await expect(app.client.getAll({ filters: { user_id: 'rosa' }, page: 9 })).rejects.toBeInstanceOf(
      MemoryNotFoundError,
    );
    await expect(app.client.getAll({ filters: { colour: 'red' } })).rejects.toMatchObject({ errorCode: 'HTTP_400' });
    await expect(app.client.getAll()).rejects.toBeInstanceOf(ValidationError);
  });

  it('search: finds the best first, within filters, and shows the fields asked for', async () => {
    const id = await app.remember('I collect stamps from Peru', { metadata: { place: 'Peru' } });
    await app.remember('My sister lives in Lisbon');
    await app.remember('I collect stamps', { userId: 'kay' });
    const { results } = await app.client.search('stamps from Peru', { filters: { user_id: 'rosa' }, topK: 5 });
    expect(results[0]).toEqual({
      ...memory({ id, memory: 'I collect stamps from Peru', metadata: { place: 'Peru' } }),
      score: expect.any(Number),
    });
    expect(
      (await app.client.search('stamps', { filters: { OR: [{ user_id: 'rosa' }, { user_id: 'kay' }] }, topK: 1 }))
        .results,
    ).toHaveLength(1);
    expect(
      (
        await app.client.search('stamps', {
          filters: { AND: [{ user_id: 'rosa' }, { metadata: { place: 'Peru' } }] },
          fields: ['id', 'memory'],
        })
      ).results,
    ).toEqual([{ id, memory: 'I collect stamps from Peru' }]);
    for (const options of [{ filters: { nothing: 1 } }, { filters: { user_id: 'rosa' }, topK: 0 }, {}])
      await expect(app.client.search('stamps', options)).rejects.toBeInstanceOf(ValidationError);
  });

  it('update: changes what is given', async () => {
    const id = await app.remember('I collect stamps', { metadata: { a: 1 } });
    expect(
      await app.client.update(id, { text: 'I collect coins', metadata: { b: 2 }, expirationDate: '2099-01-31' }),
    ).toEqual(memory({ id, memory: 'I collect coins', metadata: { b: 2 }, expirationDate: '2099-01-31' }));
    expect(await app.client.update(id, { expirationDate: null, timestamp: 1_700_000_000 })).toMatchObject({
      expirationDate: null,
      memory: 'I collect coins',
    });
    await expect(app.client.update(id, { expirationDate: 'soon' })).rejects.toBeInstanceOf(ValidationError);
    await expect(app.client.update(nowhere, { text: 'x' })).rejects.toBeInstanceOf(MemoryNotFoundError);
  });

  it('delete: removes one, once', async () => {
    const id = await app.remember('I collect stamps');
    expect(await app.client.delete(id)).toEqual({ message: 'Memory deleted successfully!' });
    await expect(app.client.delete(id)).rejects.toBeInstanceOf(MemoryNotFoundError);
    await expect(app.client.delete('7')).rejects.toBeInstanceOf(ValidationError);
    expect(await app.client.delete(await app.remember('More'), { deleteLinked: true })).toEqual({
      message: 'Memory deleted successfully!',
      cascadeCount: 0,
    });
  });

  it('deleteAll: removes what fits, and nothing without a condition', async () => {
    const kept = await app.remember('I collect stamps', { userId: 'kay kay' });
    for (let n = 0; n < 3; n += 1) await app.remember(`Stamp ${n}`);
    expect(await app.client.deleteAll({ userId: 'rosa' })).toEqual({
      message: expect.stringContaining('Delete in progress'),
      eventId: expect.any(String),
    });
    await app.settled();
    expect((await app.client.getAll({ filters: { user_id: '*' } })).results.map(({ id }) => id)).toEqual([kept]);
    await app.client.deleteAll({ userId: 'kay kay' });
    await expect(app.client.get(kept)).rejects.toBeInstanceOf(MemoryNotFoundError);
    await expect(app.client.deleteAll()).rejects.toBeInstanceOf(ValidationError);
  });

  it('history: tells every change, and stays', async () => {
    const id = await app.remember('I collect stamps', { runId: 'r1' });
    await app.client.update(id, { text: 'I collect coins' });
    await app.client.delete(id);
    const entry = (given: object) => ({
      id: expect.any(String),
      memoryId: id,
      userId: 'rosa',
      agentId: null,
      appId: null,
      runId: 'r1',
      sessionId: 'r1',
      metadata: null,
      categories: expect.any(Array),
      input: expect.anything(),
      createdAt: time,
      updatedAt: time,
      ...given,
    });
    const changes = await app.client.history(id);
    expect(changes[0]).toEqual(
      entry({
        event: 'ADD',
        oldMemory: null,
        newMemory: 'I collect stamps',
        input: [{ role: 'user', content: 'I collect stamps' }],
      }),
    );
    expect(changes.map(({ event, oldMemory, newMemory }) => [String(event), oldMemory, newMemory])).toEqual([
      ['ADD', null, 'I collect stamps'],
      ['UPDATE', 'I collect stamps', 'I collect coins'],
      ['DELETE', 'I collect coins', null],
    ]);
    await expect(app.client.history(nowhere)).rejects.toBeInstanceOf(MemoryNotFoundError);
    await expect(app.client.history('7')).rejects.toBeInstanceOf(ValidationError);
  });
});
