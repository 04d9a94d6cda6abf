import { beforeEach, describe, expect, it } from 'vitest';
import { clean } from '../../src/jobs/housekeeping.js';
import { runOnce } from '../../src/resolvers/idempotency/begin-once.js';
import { adminKey, as, testServices, type TestServices } from '../helpers/context.js';

let services: TestServices;

beforeEach(async () => {
  services = await testServices();
});

describe('housekeeping', () => {
  it('removes idempotency keys a day after their request, and no others', async () => {
    const at = async (hoursAgo: number) => {
      const ctx = as({ ...services, now: () => new Date(Date.now() - hoursAgo * 3_600_000) }, adminKey);
      await runOnce(ctx, { key: `of-${hoursAgo}-hours-ago`, operation: 'test', payload: {} }, async () => hoursAgo);
    };
    await at(25);
    await at(23);
    await clean(services);
    expect(await services.database.query('SELECT key FROM idempotency_keys')).toEqual([{ key: 'of-23-hours-ago' }]);
  });
});
