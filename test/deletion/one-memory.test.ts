import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { batchDeleteMemories } from '../../src/resolvers/memory/batch.js';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { countRows, storeMany } from './helpers.js';

let services: TestServices;
let ada: CallerUser;
let projectId: string;

beforeEach(async () => {
  services = await testServices();
  ({ ada } = await people(services));
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  // Each with an access, a vector and feedback.
  await storeMany(services, projectId, 20);
});

const ids = async () =>
  (
    await services.database.query<{ id: string }>('SELECT id FROM memories WHERE project_id = $1 ORDER BY id', [
      projectId,
    ])
  ).map(({ id }) => id);

describe('deleting single memories', () => {
  it('one by one leaves no row of them in any table but their history', async () => {
    for (const id of (await ids()).slice(0, 5)) await deleteMemory(as(services, ada), { projectId, id });
    expect(await countRows(services, projectId)).toEqual({
      memories: 15,
      visible: 15,
      orphans: 0,
      deletionsInHistory: 5,
      textsInHistory: 10,
    });
  });

  it('by their ids leaves no row of them in any table but their history', async () => {
    await batchDeleteMemories(as(services, ada), { projectId, ids: (await ids()).slice(0, 12) });
    expect(await countRows(services, projectId)).toEqual({
      memories: 8,
      visible: 8,
      orphans: 0,
      deletionsInHistory: 12,
      textsInHistory: 24,
    });
  });
});
