import { describe, expect, it } from 'vitest';
import { percentile, ranksOf, summarize } from '../../bench/retrieval/measure.js';

describe('the figures of the retrieval bench', () => {
  it('rank each evidence turn, also where several turns are one memory', () => {
    const found = [['D1:2'], ['D1:1', 'D3:4'], []];
    expect(ranksOf({ evidence: ['D1:1', 'D3:4', 'D1:2', 'D9:9'] }, found)).toEqual([2, 2, 1, Infinity]);
  });

  it('are means over the questions, not over the turns', () => {
    const outcomes = [{ ranks: [1, Infinity] }, { ranks: [8] }, { ranks: [Infinity] }];
    const { questions, r5, r10, mrr } = summarize(outcomes);
    expect({ questions, r10 }).toEqual({ questions: 3, r10: 50 });
    expect(r5).toBeCloseTo(100 / 6, 10);
    expect(mrr).toBeCloseTo((1 + 1 / 8) / 3, 12);
  });

  it('take percentiles by nearest rank', () => {
    const values = Array.from({ length: 20 }, (_, index) => 20 - index);
    expect([percentile(values, 0.5), percentile(values, 0.95), percentile([7], 0.95), percentile([], 0.5)]).toEqual([
      10, 19, 7, 0,
    ]);
  });
});
