import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFilter, type MemoryFilter, relaxFilter } from '@memory-gateway/memory-engine';
import type { MemoryRow } from '../../src/stores/memory/memory-row.js';
import { filter as written, restFilter } from '../differential/values.js';
import { matches } from './evaluate-filter.js';

const id = fc.constantFrom('rosa', 'kay', null);
const row = fc.record({
  userId: id,
  agentId: id,
  appId: id,
  runId: id,
  text: fc.constantFrom('tea in Lisbon', 'a violin'),
  categories: fc.constantFrom(['food'], null),
  metadata: fc.constantFrom({ colour: 'red' }, { count: 2 }, null),
  createdAt: fc.date({ min: new Date('2018-01-01'), max: new Date('2023-01-01'), noInvalidDate: true }),
}) as unknown as fc.Arbitrary<MemoryRow>;
const valid = written.map((given) => read(restFilter(given))).filter((filter) => filter !== null);

function read(given: unknown): MemoryFilter | null {
  try {
    return parseFilter(given);
  } catch {
    return null;
  }
}

describe('a filter of which only a part is known', () => {
  it('holds wherever the whole filter holds', () => {
    let wider = 0;
    fc.assert(
      fc.property(row, valid, (memory, filter) => {
        const holds = matches(
          memory,
          relaxFilter(filter, ({ kind }) => kind === 'entity'),
        );
        if (matches(memory, filter)) expect(holds).toBe(true);
        else if (holds) wider += 1;
      }),
      { numRuns: 3_000 },
    );
    expect(wider).toBeGreaterThan(100);
  });

  it('is the filter itself when all of it is known', () => {
    fc.assert(fc.property(valid, (filter) => void expect(relaxFilter(filter, () => true)).toEqual(filter)));
  });
});
