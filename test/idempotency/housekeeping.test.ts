import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { clean } from '../../src/jobs/housekeeping.js';
import { runOnce } from '../../src/resolvers/idempotency/begin-once.js';
import { idempotencyStore } from '../../src/stores/idempotency-store.js';
import { waitForLock } from '../setup/database.js';
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

  it('leaves an expired key that is used again at that moment', async () => {
    const place = { callerId: 'caller', key: 'used-again' };
    const use = (createdAt: number) => {
      const [created, expires] = [new Date(createdAt), new Date(createdAt + 86_400_000)];
      return {
        requestHash: Buffer.from('hash'),
        status: 'DONE',
        response: null,
        createdAt: created,
        expiresAt: expires,
      } as const;
    };
    await services.stores.idempotency.keep(place, use(Date.now() - 90_000_000));
    const cleaning = await services.database.transaction(async (tx) => {
      expect(await idempotencyStore(tx).keep(place, use(Date.now()))).toBe(true);
      const waiting = { done: clean(services) };
      await waitForLock(services.database);
      return waiting;
    });
    await cleaning.done;
    expect(await services.database.query('SELECT key FROM idempotency_keys')).toEqual([{ key: 'used-again' }]);
  });

  it('goes on after a step that fails, and says which one', async () => {
    const { database } = services;
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const old = as({ ...services, now: () => new Date(Date.now() - 25 * 3_600_000) }, adminKey);
    await runOnce(old, { key: 'the-old-one', operation: 'test', payload: {} }, async () => 1);
    await database.query(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$",
    );
    await database.query('CREATE TRIGGER refuse BEFORE DELETE ON changes FOR EACH STATEMENT EXECUTE FUNCTION refuse()');
    try {
      await clean({ ...services, log });
    } finally {
      await database.query('DROP FUNCTION refuse CASCADE');
    }
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'Housekeeping of changes failed; the next round retries.',
    ]);
    expect(await database.query("SELECT key FROM idempotency_keys WHERE key = 'the-old-one'")).toEqual([]);
  });
});
