import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { transact } from '../../src/unit-of-work/transact.js';
import { beginOnce, isAttempt, runOnce } from '../../src/resolvers/idempotency/begin-once.js';
import type { Attempt } from '../../src/resolvers/idempotency/create-attempt.js';
import { adminKey, as, testServices, type TestServices } from '../helpers/context.js';
import { freshKey } from './helpers.js';

let services: TestServices;

beforeEach(async () => {
  services = await testServices();
});

async function begin(): Promise<Attempt> {
  const begun = await beginOnce(as(services, adminKey), { key: freshKey(), operation: 'test', payload: {} });
  if (!isAttempt(begun)) throw new Error('The key was used before.');
  return begun;
}

const organization = (name: string) => ({ id: `org_${name}`, name, now: new Date() });
/** A statement without `transact`, like in stores of hot paths. */
const insertAlone = (ctx: AppContext, name: string) =>
  ctx.database.execute('INSERT INTO organizations (id, name) VALUES ($1, $2)', [`org_${name}`, name]);
const names = async () =>
  (
    await services.database.query<{ name: string }>(
      "SELECT name FROM organizations WHERE id IN ('org_one', 'org_two', 'org_three') ORDER BY name",
    )
  ).map(({ name }) => name);

describe('a request with an idempotency key', () => {
  it('commits several transactions of its use cases as one, with its answer', async () => {
    const { ctx, abandon } = await begin();
    await transact(ctx, ({ stores }) => stores.organizations.insert(organization('one')));
    await transact(ctx, ({ stores }) => stores.organizations.insert(organization('two')));
    // A write without a transaction also becomes part of it.
    await insertAlone(ctx, 'three');
    await abandon();
    expect(await names()).toEqual([]);
    const again = await begin();
    await insertAlone(again.ctx, 'three');
    await transact(again.ctx, ({ stores }) => stores.organizations.insert(organization('one')));
    await again.finish('done');
    expect(await names()).toEqual(['one', 'three']);
  });

  it('survives a failed part that its use case handles', async () => {
    const { ctx, finish } = await begin();
    const jobs = (name: string) =>
      transact(ctx, async (unit) => {
        await unit.enqueue('deleteProject', { projectId: name });
        await unit.stores.organizations.insert(organization(name));
      });
    await jobs('one');
    await expect(jobs('one')).rejects.toThrow();
    await jobs('two');
    expect(services.enqueued).toEqual([]);
    await finish('done');
    expect(await names()).toEqual(['one', 'two']);
    // The state of the failed part is unknown.
    expect(services.enqueued.map(({ payload }) => payload)).toEqual([{ projectId: 'one' }, { projectId: 'two' }]);
  });

  it("reads what it has written, its caller's rights included", async () => {
    const { ctx, finish } = await begin();
    const found = await ctx.access.organization('org_one');
    await transact(ctx, ({ stores }) => stores.organizations.insert(organization('one')));
    expect([found, await ctx.access.organization('org_one')]).toMatchObject([null, { organizationId: 'org_one' }]);
    await finish('done');
    expect(await as(services, adminKey).access.organization('org_one')).toMatchObject({ organizationId: 'org_one' });
  });

  it('runs parts that start at the same time one after another', async () => {
    const { ctx, finish } = await begin();
    const part = (name: string) =>
      transact(ctx, async ({ stores }) => {
        await stores.organizations.insert(organization(name));
        if (name === 'two') throw new Error('taken back');
        return name;
      });
    expect(await Promise.allSettled(['one', 'two', 'three'].map(part))).toMatchObject([
      { value: 'one' },
      { status: 'rejected' },
      { value: 'three' },
    ]);
    await finish('done');
    expect(await names()).toEqual(['one', 'three']);
  });

  it('leaves the key free when its work throws, and stores a response without writes', async () => {
    const request = { key: freshKey(), operation: 'test', payload: {} };
    const ctx = as(services, adminKey);
    await expect(runOnce(ctx, request, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await runOnce(ctx, request, async () => ({ at: new Date(0), bytes: Buffer.from([1, 2]) }))).toEqual({
      at: new Date(0),
      bytes: Buffer.from([1, 2]),
    });
    expect(await runOnce(ctx, request, () => Promise.reject(new Error('not called')))).toEqual({
      at: new Date(0),
      bytes: Buffer.from([1, 2]),
    });
  });
});
