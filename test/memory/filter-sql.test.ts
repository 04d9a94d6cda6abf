import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { compileFilter } from '../../src/stores/memory/filter-sql.js';
import type { MemoryRow } from '../../src/stores/memory/memory-row.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { matches } from './evaluate-filter.js';

const ids = ['a', 'b', 'A%', "o'b", 'é_'];
const days = ['2026-01-01', '2026-01-02', '2026-02-28'];
const times = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T23:59:59.999Z',
  '2026-01-02T12:30:00.500Z',
  '2026-02-28T00:00:00.001Z',
];
const texts = ['100% sure', 'under_score', 'back\\slash', 'Plain Text', 'quote \' and "'];
const names = ['sports', 'Food', 'food_and_drink', '%'];
const literals = [1, 1.5, 'x', '1', true, null, 'x y', '%'];

let services: TestServices;
let ada: CallerUser;
let projectId: string;
let rows: MemoryRow[];

beforeAll(async () => {
  services = await testServices();
  await emptyDatabase(services.database);
  ({ ada } = await people(services));
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  await services.database.query(INSERT, [projectId, JSON.stringify(sampleRows())]);
  rows = [...(await listMemories(as(services, ada), { projectId, first: 100, includeExpired: true })).rows];
});

const INSERT = `
INSERT INTO memories (id, project_id, user_id, agent_id, run_id, text, hash, metadata, categories, expiration_date, created_at, updated_at)
SELECT gen_random_uuid(), $1, r.user_id, r.agent_id, r.run_id, r.text, '', r.metadata, r.categories, r.expiration_date, r.created_at, r.updated_at
FROM jsonb_to_recordset($2::jsonb) AS r(user_id text, agent_id text, run_id text, text text, metadata jsonb, categories text[],
  expiration_date date, created_at timestamptz, updated_at timestamptz)`;

/** Generates eighty rows that differ in every column, equal in every run. */
function sampleRows(): object[] {
  const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
  const metadata = fc.dictionary(
    one(['k', 'K', 'list', 'k.K', 'in']),
    fc.oneof(
      one<unknown>([...literals, ...days, ...times, 3.5, 'not a day', '2026-02-31']),
      fc.array(one<unknown>(literals), { maxLength: 3 }),
      fc.dictionary(one(['k', 'K']), one<unknown>([...literals, ...days, 3])),
    ),
    { maxKeys: 4 },
  );
  const row = fc.record({
    user_id: one([...ids, null]),
    agent_id: one([...ids, null]),
    run_id: fc.constant('r'),
    text: one(texts),
    metadata: fc.option(metadata),
    categories: fc.option(fc.array(one(names), { maxLength: 3 })),
    expiration_date: one([...days, null]),
    created_at: one(times),
    updated_at: one(times),
  });
  return fc.sample(row, { numRuns: 80, seed: 7 });
}

function filters(): fc.Arbitrary<unknown> {
  const one = <T>(values: readonly T[]) => fc.constantFrom<T>(...values);
  const some = <T>(values: readonly T[]) => fc.array(one(values), { maxLength: 3 });
  const operator = (names_: readonly string[], value: fc.Arbitrary<unknown>) =>
    fc.dictionary(one(names_), value, { minKeys: 1, maxKeys: 2 });
  const entity = fc.oneof(one([...ids, '*']), operator(['eq', 'ne'], one(ids)), fc.record({ in: some([...ids, '*']) }));
  const moment = one([...days, ...times]);
  const time = fc.oneof(
    moment,
    operator(['gt', 'gte', 'lt', 'lte', 'ne'], moment),
    fc.record({ in: some([...days, ...times]) }),
  );
  const literal = one<unknown>(literals);
  const metadata = fc.dictionary(
    one(['k', 'K', 'list', 'none', 'k.K', 'in.k', 'in.K']),
    fc.oneof(
      literal,
      some<unknown>(literals),
      operator(['eq', 'ne', 'contains'], literal),
      operator(['gt', 'gte', 'lt', 'lte'], one<unknown>([...days, ...times, -1, 0, 2, 3.5])),
      fc.record({ in: some<unknown>(literals) }),
      fc.record({ exists: fc.boolean() }),
    ),
    { minKeys: 1 },
  );
  const part = one(['%', '_', '\\', 'PLAIN', 'food', "'", 's', '']);
  const leaf = fc.oneof(
    ...['user_id', 'agentId', 'run_id'].map((key) => fc.record({ [key]: entity })),
    ...['created_at', 'updated_at', 'expiration_date'].map((key) => fc.record({ [key]: time })),
    fc.record({ categories: fc.oneof(some(names), operator(['in', 'contains'], some([...names, 'OO']))) }),
    fc.record({ metadata }),
    fc.record({ keywords: fc.oneof(part, operator(['contains', 'icontains'], part), fc.record({ eq: one(texts) })) }),
    fc.constant(null).map(() => ({ memory_ids: rows.slice(0, 5).map((row) => row.id) })),
  );
  const { filter } = fc.letrec((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.array(tie('filter'), { maxLength: 3 }).map((inner) => ({ AND: inner })),
      fc.array(tie('filter'), { maxLength: 3 }).map((inner) => ({ OR: inner })),
      fc.array(tie('filter'), { minLength: 1, maxLength: 2 }).map((inner) => ({ NOT: inner })),
      fc.tuple(leaf, tie('filter')).map(([a, b]) => ({ ...a, ...(b as object) })),
    ),
  }));
  return filter;
}

describe('a filter in SQL', () => {
  it('finds what a plain reading of the filter finds', async () => {
    const ctx = as(services, ada);
    expect(rows).toHaveLength(80);
    await fc.assert(
      fc.asyncProperty(filters(), async (input) => {
        const filter = readFilter(input);
        const expected = rows.filter((row) => matches(row, filter)).map((row) => row.id);
        const page = await listMemories(ctx, { projectId, first: 100, filter, includeExpired: true });
        expect(page.rows.map((row) => row.id)).toEqual(expected);
        expect(await page.total()).toBe(expected.length);
      }),
      { numRuns: 300 },
    );
  });

  it('matches everything if empty, and numbers its parameters from the given start', () => {
    expect(compileFilter(readFilter({}), 5)).toEqual({ sql: 'true', values: [] });
    expect(compileFilter(readFilter({ OR: [] }), 5)).toEqual({ sql: 'false', values: [] });
    const { sql, values } = compileFilter(readFilter({ user_id: "'; --", metadata: { 'k"': { contains: 'x' } } }), 5);
    expect(values).toEqual(["'; --", 'k"', '["x"]', 'x']);
    expect([...sql.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]))).toEqual([5, 6, 6, 7, 6, 8]);
  });

  it.each([
    ['gte', 0],
    ['gt', 0],
    ['in', 0],
    ['lte', 80],
  ])('compares a time with the last day that a filter may name: %s', async (test, count) => {
    const value = test === 'in' ? ['9999-12-31'] : '9999-12-31';
    const filter = readFilter({ created_at: { [test]: value } });
    const found = await listMemories(as(services, ada), { projectId, first: 100, includeExpired: true, filter });
    expect(found.rows).toHaveLength(count);
  });

  it('leaves out times in metadata whose zone does not exist, and finds the others', async () => {
    const zones = ['+25:00', '-16', '+1600', '+10:75', '+1060', '+15:59', '-0930', 'Z', ''];
    const dated = zones.map((zone) => ({
      user_id: 'zoned',
      text: zone,
      metadata: { zoned: `2026-05-16T10:20${zone}` },
    }));
    const times = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
    await services.database.query(INSERT, [projectId, JSON.stringify(dated.map((row) => ({ ...row, ...times })))]);
    const filter = readFilter({ metadata: { zoned: { gte: '2026-05-01' } } });
    const found = await listMemories(as(services, ada), { projectId, first: 100, filter });
    expect(found.rows.map(({ text }) => text).sort()).toEqual(['', '+15:59', '-0930', 'Z']);
    await services.database.query("DELETE FROM memories WHERE user_id = 'zoned'");
  });

  it('survives the largest filter that is allowed', async () => {
    const long = {
      OR: Array.from({ length: 500 }, (_, index) => ({ metadata: { [`key ${index}`]: { contains: 'x' } } })),
    };
    expect((await listMemories(as(services, ada), { projectId, filter: readFilter(long) })).rows).toEqual([]);
  });
});
