import { beforeEach, describe, expect, inject, it } from 'vitest';
import { systemScope } from '../../src/auth/scope.js';
import type { AppContext } from '../../src/context.js';
import type { BusTopic } from '../../src/events/types.js';
import { handlers } from '../../src/jobs/registry.js';
import type { JobPayloads } from '../../src/jobs/types.js';
import { deleteEntity } from '../../src/resolvers/deletion/delete-entity.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { setLink } from '../../src/resolvers/correction/decide-link.js';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { deleteProject } from '../../src/resolvers/project/delete-project.js';
import { eraseSubject } from '../../src/resolvers/subject/erase-subject.js';
import { createStores } from '../../src/stores/create-stores.js';
import { as, people, tenant, testServices, type Tenant, type TestServices } from '../helpers/context.js';
import { fakeEmbedder } from '../memory/fake-embedder.js';
import { waitForLock } from '../setup/database.js';
import { onlyTry } from './helpers.js';

const canary = 'canary-7f3e91';
let services: TestServices;
let owner: AppContext;
let place: Tenant;

beforeEach(async () => {
  services = await testServices();
  const { ada } = await people(services);
  place = await tenant(services, [[ada, 'OWNER']]);
  owner = as(services, ada);
});

const erase = () => eraseSubject(services, { projectId: place.projectId, type: 'user', name: 'ada' });

/** Runs `work`, stops it in its transaction right before a message of `topic`, and removes ada meanwhile. */
async function eraseDuring(
  topic: BusTopic,
  work: (paused: TestServices) => Promise<unknown>,
  remove: () => Promise<unknown> = erase,
): Promise<void> {
  let reached = (): void => undefined;
  let goOn = (): void => undefined;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  const bus: TestServices['bus'] = {
    ...services.bus,
    async publishIn(tx, published, message) {
      if (published === topic) {
        reached();
        await mayGoOn;
      }
      return services.bus.publishIn(tx, published, message);
    },
  };
  const working = work({ ...services, bus });
  await Promise.race([isReached, working]);
  const erasing = remove();
  await waitForLock(services.database);
  goOn();
  await Promise.all([working, erasing]);
}

async function tablesWithCanary(): Promise<string[]> {
  const tables = await services.database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE (c.relkind = 'r' AND c.relname !~ '_p[0-9]+$' OR c.relkind = 'p' AND c.relname <> 'request_logs') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await services.database.query(`SELECT 1 FROM ${name} t WHERE t::text ILIKE '%${canary}%' LIMIT 1`);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

const add = (content: string, infer: boolean, ctx = owner) =>
  addMemories(ctx, { projectId: place.projectId, userId: 'ada', infer, messages: [{ role: 'user', content }] });

describe('the erasure of a person', () => {
  it('includes an add whose messages are just being extracted', async () => {
    const { event } = await add(`I live in a house called ${canary}.`, true);
    const payload = { projectId: place.projectId, eventId: event.id };
    await eraseDuring('memoryChanged', (paused) => handlers.extractMemories(paused, payload, onlyTry));
    expect(await tablesWithCanary()).toEqual([]);
  });

  it('includes a change of a memory that is just being stored', async () => {
    const id = (await add('The lamp is red.', false)).results?.[0]?.id ?? '';
    const change = { projectId: place.projectId, id, text: `The lamp is ${canary}.` };
    await eraseDuring('memoryChanged', (paused) => updateMemory({ ...owner, bus: paused.bus }, change));
    expect(await tablesWithCanary()).toEqual([]);
  });

  it('leaves what is added afterwards, and drops an extraction that did not begin before', async () => {
    const { event } = await add(`I live in a house called ${canary}.`, true);
    await erase();
    await handlers.extractMemories(services, { projectId: place.projectId, eventId: event.id }, onlyTry);
    expect(await tablesWithCanary()).toEqual([]);
    const { results } = await add('The table is round.', false);
    expect(results).toHaveLength(1);
    const found = await owner.stores.memories.get(systemScope(place), results?.[0]?.id ?? '');
    expect(found?.text).toBe('The table is round.');
  });
});

describe('an entity that is deleted while a memory of it is stored', () => {
  const removals: [string, () => Promise<unknown>][] = [
    ['by its erasure', erase],
    [
      'by a job',
      async () => {
        for (const { payload } of services.enqueued.filter(({ name }) => name === 'deleteMemories'))
          await handlers.deleteMemories(services, payload as JobPayloads['deleteMemories'], onlyTry);
      },
    ],
  ];
  it.each(removals)('stays with it, or both go: %s', async (_how, remove) => {
    await add('The lamp is red.', false);
    await deleteEntity(owner, { projectId: place.projectId, type: 'user', name: 'ada' });
    await eraseDuring('memoryChanged', ({ bus }) => add('The table is round.', false, { ...owner, bus }), remove);
    const memories = await services.database.query(
      'SELECT DISTINCT user_id AS name FROM memories WHERE deleted_at IS NULL',
    );
    expect(await services.database.query('SELECT name FROM entities')).toEqual(memories);
  });
});

it('a project that is removed while a memory is stored leaves nothing of it', async () => {
  const remove = async () => {
    await deleteProject(owner, { projectId: place.projectId });
    await handlers.deleteProject(services, { projectId: place.projectId }, onlyTry);
  };
  await eraseDuring('memoryChanged', ({ bus }) => add(`I live in ${canary}.`, false, { ...owner, bus }), remove);
  expect(await tablesWithCanary()).toEqual([]);
});

describe('a memory that is deleted or changed while another one is linked to it', () => {
  const rotterdam = 'I live in Rotterdam.';
  const ghent = 'We moved to Ghent, I live there now.';
  const idOf = ({ results }: Awaited<ReturnType<typeof add>>) => results?.[0]?.id ?? '';
  const deletes = (id: string) => (paused: TestServices) =>
    deleteMemory({ ...owner, bus: paused.bus }, { projectId: place.projectId, id });

  it('is not found by a caller who links it', async () => {
    const [olderId, newerId] = [idOf(await add(rotterdam, false)), idOf(await add(ghent, false))];
    await eraseDuring('memoryChanged', deletes(olderId), () =>
      expect(setLink(owner, { olderId, newerId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Memory not found!',
      }),
    );
  });

  /** Adds a memory whose vector is that of every other one. */
  const addLinked = (content: string) => {
    const vector = new Float32Array(384).fill(1 / Math.sqrt(384));
    const embedder = { ...fakeEmbedder(), embed: async (texts: readonly string[]) => texts.map(() => vector) };
    return add(content, false, { ...owner, embedder });
  };

  it('does not fail the add of the other one', async () => {
    const olderId = idOf(await addLinked(rotterdam));
    await eraseDuring('memoryChanged', deletes(olderId), () => addLinked(ghent));
    expect(await services.database.query('SELECT text FROM memories')).toEqual([{ text: ghent }]);
  });

  // One connection of the embedded database waits for the other.
  it.skipIf(inject('databases').kind === 'embedded')('does not wait while it is changed or repeated', async () => {
    const olderId = idOf(await addLinked(rotterdam));
    await services.database.transaction(async (tx) => {
      const { memories } = createStores(tx, services.database);
      await memories.lock(systemScope(place), olderId);
      await memories.countRepetitions(systemScope(place), [olderId]);
      const newerId = idOf(await addLinked(ghent));
      expect(await services.database.query('SELECT newer_id, older_id FROM memory_links')).toEqual([
        { newerId, olderId },
      ]);
    });
  });
});
