import { describe, expect, it } from 'vitest';
import { MemoryNotFoundError, ValidationError } from './client.js';
import { clientApp, everyPage, nowhere, time } from './client-app.js';

const app = clientApp();

describe('the unmodified mem0ai client, on entities and batches', () => {
  it('users: lists every entity in full, to the last row', async () => {
    await app.remember('I collect stamps', { agentId: 'guide', runId: 'a/b c' });
    await app.remember('I collect coins');
    const { results, ...rest } = await app.client.users();
    expect(rest).toEqual({
      count: 3,
      next: null,
      previous: null,
      totalUsers: 1,
      totalAgents: 1,
      totalApps: 0,
      totalRuns: 1,
    });
    const rosa = results.find(({ name }) => name === 'rosa');
    expect(rosa).toEqual({
      id: expect.any(String),
      name: 'rosa',
      type: 'user',
      owner: null,
      metadata: null,
      totalMemories: 2,
      createdAt: time,
      updatedAt: time,
    });
    for (let n = 0; n < 4; n += 1) await app.remember(`Stamp ${n}`, { userId: `user ${n}` });
    const { rows, pages } = await everyPage((page) => app.client.users({ page, pageSize: 2 }));
    expect(rows.map(({ type, name }) => `${type} ${name}`).sort()).toEqual([
      'agent guide',
      'run a/b c',
      'user rosa',
      'user user 0',
      'user user 1',
      'user user 2',
      'user user 3',
    ]);
    expect(pages).toBe(4);
    await expect(app.client.users({ page: 9 })).rejects.toBeInstanceOf(MemoryNotFoundError);
    await expect(app.client.users({ pageSize: 100_000 })).rejects.toBeInstanceOf(ValidationError);
  });

  it('deleteUser: removes an entity by its number, and its memories', async () => {
    await app.remember('I collect stamps');
    const { results } = await app.client.users();
    const entity_id = Number(results[0]?.id);
    expect(await app.client.deleteUser({ entity_id, entity_type: 'user' })).toEqual({
      message: expect.stringContaining('Delete in progress'),
      eventId: expect.any(String),
    });
    await app.settled();
    expect((await app.client.users()).count).toBe(0);
    expect((await app.client.getAll({ filters: { user_id: 'rosa' } })).count).toBe(0);
    await expect(app.client.deleteUser({ entity_id: 999_999, entity_type: 'user' })).rejects.toBeInstanceOf(
      MemoryNotFoundError,
    );
    await expect(app.client.deleteUser({ entity_id, entity_type: 'thing' })).rejects.toBeInstanceOf(ValidationError);
  });

  it('deleteUsers: removes one by its name, or all of them', async () => {
    for (const userId of ['rosa', 'a/b c', '100%']) await app.remember('I collect stamps', { userId, runId: 'r1' });
    expect(await app.client.deleteUsers({ userId: 'a/b c' })).toEqual({ message: 'Entity deleted successfully.' });
    await app.settled();
    expect((await app.client.users()).results.map(({ name }) => name).sort()).toEqual(['100%', 'r1', 'rosa']);
    expect(await app.client.deleteUsers()).toEqual({ message: 'All users, agents, apps and runs deleted.' });
    await app.settled();
    expect((await app.client.users()).count).toBe(0);
    await expect(app.client.deleteUsers()).rejects.toThrow('No entities to delete');
    // The client wraps the server's error.
    await expect((await app.reader()).deleteUsers({ userId: 'nobody' })).rejects.toThrow(
      /^Failed to delete user nobody: \{"message":"[^"]+/,
    );
  });

  it('batchUpdate: changes many, counting those that are there', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, (_, n) => app.remember(`Stamp ${n}`)));
    expect(
      await app.client.batchUpdate([
        ...ids.map((memoryId, n) => ({ memoryId, text: `Coin ${n}` })),
        { memoryId: nowhere, text: 'x' },
      ]),
    ).toEqual({ message: 'Successfully updated 5 memories' });
    expect((await Promise.all(ids.map((id) => app.client.get(id)))).map((each) => each.memory)).toEqual(
      ids.map((_, n) => `Coin ${n}`),
    );
    for (const memories of [
      [],
      [{ memoryId: '7', text: 'x' }],
      Array.from({ length: 1_001 }, () => ({ memoryId: nowhere, text: 'x' })),
    ])
      await expect(app.client.batchUpdate(memories)).rejects.toBeInstanceOf(ValidationError);
  });

  it('batchDelete: removes many, counting those that are there', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, (_, n) => app.remember(`Stamp ${n}`)));
    expect(await app.client.batchDelete([...ids.slice(1), nowhere])).toEqual({
      message: 'Successfully deleted 4 memories',
    });
    expect((await app.client.getAll({ filters: { user_id: 'rosa' } })).results.map(({ id }) => id)).toEqual([ids[0]]);
    for (const memories of [[], ['7']])
      await expect(app.client.batchDelete(memories)).rejects.toBeInstanceOf(ValidationError);
  });
});
