import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { toDeletionFilter } from '../../src/resolvers/deletion/deletion-filter.js';
import type { EntityField } from '@memory-gateway/memory-engine';
import { deleteMemoriesByFilter, type DeleteMemoriesInput } from '../../src/resolvers/deletion/delete-memories.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { compileFilter } from '../../src/stores/memory/filter-sql.js';
import type { MemoryRow } from '../../src/stores/memory/memory-row.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { matches } from '../memory/evaluate-filter.js';
import { seed } from '../setup/seed.js';
import { countRows, store, work, type Sample } from './helpers.js';

type Input = Omit<DeleteMemoriesInput, 'projectId'>;

const one = <T>(values: readonly T[]) => fc.constantFrom<T>(...values);
const ids = ['a', 'b', 'A%', "o'b", 'é_', '**'];
const fields: readonly EntityField[] = ['userId', 'agentId', 'appId', 'runId'];
const scalars = [1, 1.5, 'x', '1', true, null, '%'];
const json = fc.oneof(
  one<unknown>(scalars),
  fc.array(one<unknown>(scalars), { maxLength: 2 }),
  fc.dictionary(one(['k', 'l']), one<unknown>(scalars), { maxKeys: 2 }),
);
const metadata = fc.dictionary(one(['k', 'K', "q'"]), json, { maxKeys: 3 });

const sample: fc.Arbitrary<Sample> = fc
  .record({
    user_id: one([...ids, null]),
    agent_id: one([...ids, null, null]),
    app_id: one(['p', null, null]),
    run_id: one(['r', 'a', null]),
    metadata: fc.option(metadata),
    text: one(['100% sure', 'under_score', 'Plain Text', 'quote \' and "']),
  })
  .map((row) => ((row.user_id ?? row.agent_id ?? row.app_id ?? row.run_id) ? row : { ...row, run_id: 'r' }));

/** Conditions that depend on the memory. Constant ones are a separate case. */
function filters(): fc.Arbitrary<Record<string, unknown>> {
  const entity = fc.oneof(
    one([...ids, '*']),
    fc.record({ ne: one(ids) }),
    fc.record({ in: fc.array(one(ids), { minLength: 1, maxLength: 3 }) }),
  );
  const leaf = fc.oneof(
    ...['user_id', 'agent_id', 'run_id'].map((key) => fc.record({ [key]: entity })),
    fc.record({ keywords: fc.record({ icontains: one(['%', '_', 'PLAIN', "'"]) }) }),
    fc.record({ metadata: fc.dictionary(one(['k', 'K']), one<unknown>(scalars), { minKeys: 1 }) }),
  );
  const { filter } = fc.letrec<{ filter: Record<string, unknown> }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3 },
      leaf,
      ...['AND', 'OR', 'NOT'].map((key) =>
        fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((inner) => ({ [key]: inner })),
      ),
    ),
  }));
  return filter;
}

const id = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: one(['', '  ']) },
  { weight: 3, arbitrary: one(ids) },
  { weight: 3, arbitrary: fc.constant('*') },
);
const inputs: fc.Arbitrary<Input> = fc.record({
  userId: id,
  agentId: id,
  appId: id,
  runId: id,
  metadata: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: metadata },
    { weight: 1, arbitrary: metadata.map((value) => JSON.stringify(value)) },
  ),
  filter: fc.option(
    filters().map((written) => readFilter(written)),
    { freq: 2, nil: undefined },
  ),
});

/** The rules: given conditions must match; only stars are a union; an empty or blank filter deletes nothing. */
function isDoomed(row: MemoryRow, input: Input): boolean {
  const given = fields.filter((field) => input[field] != null);
  if (given.some((field) => input[field]?.trim() === '')) return false;
  const stars = given.filter((field) => input[field] === '*');
  const wanted = (typeof input.metadata === 'string' ? JSON.parse(input.metadata) : (input.metadata ?? {})) as Record<
    string,
    unknown
  >;
  const hasMetadata = Object.keys(wanted).length > 0;
  if (given.length === 0 && !hasMetadata && !input.filter) return false;
  if (stars.length === given.length && !hasMetadata && !input.filter) return stars.some((field) => row[field] !== null);
  const idsHold = given.every((field) => (input[field] === '*' ? row[field] !== null : row[field] === input[field]));
  const metadataHolds = !hasMetadata || matches(row, { kind: 'includes', value: wanted as never });
  return idsHold && metadataHolds && (!input.filter || matches(row, input.filter));
}

// DELETION_PROPERTY_RUNS=10000 is the long form of the second test.
const removals = Number(process.env.DELETION_PROPERTY_RUNS ?? 25);

let services: TestServices;
let ada: CallerUser;
let projectId: string;
let otherId: string;

beforeAll(async () => {
  services = await testServices();
  ({ ada } = await people(services));
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  ({ projectId: otherId } = await tenant(services, [[ada, 'OWNER']]));
});

const all = async (where: string) =>
  (await listMemories(as(services, ada), { projectId: where, first: 100, includeExpired: true })).rows;
const idsOf = (rows: readonly MemoryRow[]) => rows.map((row) => row.id).sort();

/** Finds the memories of many filters in one statement. @returns ids for each input; null if it is rejected */
async function find(batch: readonly Input[]): Promise<(string[] | null)[]> {
  const values: unknown[] = [projectId];
  const columns = batch.map((input) => {
    const condition = compiled(input, values.length + 1);
    if (!condition) return 'NULL';
    values.push(...condition.values);
    return `array_agg(m.id::text ORDER BY m.id::text) FILTER (WHERE ${condition.sql})`;
  });
  const sql = `SELECT ${columns.map((column, index) => `${column} AS c${index}`).join(', ')} FROM memories m WHERE m.project_id = $1`;
  const [row] = await services.database.query<Record<string, string[] | null>>(sql, values);
  return batch.map((input, index) => (compiled(input, 1) ? (row?.[`c${index}`] ?? []) : null));
}

function compiled(input: Input, firstParameter: number) {
  try {
    return compileFilter(toDeletionFilter(input, input.filter), firstParameter);
  } catch {
    return null;
  }
}

describe('any deletion', () => {
  it('means exactly what the rules say, for 10,000 of them', async () => {
    const rows = fc.sample(sample, { numRuns: 90, seed });
    await store(services, projectId, rows);
    const stored = await all(projectId);
    const samples = fc.sample(inputs, { numRuns: 10_000, seed });
    let refused = 0;
    for (let start = 0; start < samples.length; start += 50) {
      const batch = samples.slice(start, start + 50);
      const found = await find(batch);
      batch.forEach((input, index) => {
        const expected = idsOf(stored.filter((row) => isDoomed(row, input)));
        if (found[index] === null) refused += 1;
        expect(found[index] ?? [], `seed ${seed}: ${JSON.stringify(input)}`).toEqual(expected);
      });
    }
    // The generator covers both rejected and accepted filters.
    expect(refused).toBeGreaterThan(10);
    expect(refused).toBeLessThan(5_000);
  }, 120_000);

  it(
    'removes exactly those memories, in this project only, and leaves no row of them in any table',
    async () => {
      const property = fc.asyncProperty(
        fc.array(sample, { minLength: 1, maxLength: 25 }),
        inputs,
        async (rows, input) => {
          await services.database.query('DELETE FROM memories');
          await services.database.query('DELETE FROM memory_history');
          await services.database.query('DELETE FROM feedback');
          await store(services, projectId, rows);
          await store(services, otherId, rows);
          await services.database.query(
            `INSERT INTO memory_access (memory_id, project_id) SELECT id, project_id FROM memories`,
          );
          await services.database.query(
            `INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding) SELECT id, 1, project_id, array_fill(0.1, ARRAY[384])::vector::halfvec FROM memories LIMIT 8`,
          );
          await services.database.query(
            `INSERT INTO feedback (id, project_id, memory_id) SELECT gen_random_uuid(), project_id, id FROM memories ON CONFLICT DO NOTHING`,
          );
          await services.database.query(
            `INSERT INTO memory_history (id, memory_id, project_id, event, new_memory, user_id, updated_at) SELECT gen_random_uuid(), id, project_id, 'ADD', text, user_id, now() FROM memories`,
          );
          const before = await all(projectId);
          const doomed = before.filter((row) => isDoomed(row, input));
          const done = services.enqueued.length;
          await deleteMemoriesByFilter(as(services, ada), { projectId, ...input }).catch((error: { code?: string }) =>
            expect(error.code).toBe('BAD_USER_INPUT'),
          );
          const kept = idsOf(before.filter((row) => !doomed.includes(row)));
          expect(idsOf(await all(projectId))).toEqual(kept);
          await work(services, done);
          expect(idsOf(await all(projectId))).toEqual(kept);
          expect(await countRows(services, projectId)).toEqual({
            memories: kept.length,
            visible: kept.length,
            orphans: 0,
            deletionsInHistory: doomed.length,
            textsInHistory: 0,
          });
          expect(await countRows(services, otherId)).toMatchObject({
            memories: rows.length,
            visible: rows.length,
            orphans: 0,
          });
        },
      );
      await fc.assert(property, { numRuns: removals });
    },
    120_000 + removals * 500,
  );
});
