import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankCandidates, type Candidate, type RankOptions, type ScopeStats } from '../../src/engine/rank.js';

const options: RankOptions = { topK: 10, threshold: 0.1 };
const everything: RankOptions = { topK: 1000, threshold: 0 };
const stats = (changes: Partial<ScopeStats> = {}): ScopeStats => ({
  memories: 400,
  semanticMin: -0.1,
  semanticMax: 0.6,
  keywordMax: 8,
  keywordIdeal: 12,
  ...changes,
});
const ids = (results: readonly { candidate: Candidate }[]) => results.map((result) => result.candidate.id);

const signal = fc.double({ min: -1, max: 1, noNaN: true });
const candidates = fc
  .array(
    fc.record({
      semantic: fc.option(signal, { nil: null }),
      keyword: fc.double({ min: 0, max: 30, noNaN: true }),
      run: fc.constantFrom('a', 'b', null),
      sequence: fc.option(fc.nat(20), { nil: null }),
      actorMatch: fc.constantFrom(0, 1),
      dateMatch: fc.constantFrom(0, 1),
    }),
    { maxLength: 25 },
  )
  .map((rows) =>
    rows.map((row, index): Candidate => ({ id: `m${index}`, ...row, sequence: row.run === null ? null : index })),
  );
const anyStats = fc.record({
  memories: fc.nat(100_000),
  semanticMin: fc.option(signal, { nil: null }),
  semanticMax: fc.option(signal, { nil: null }),
  keywordMax: fc.double({ min: 0, max: 30, noNaN: true }),
  keywordIdeal: fc.double({ min: 0, max: 30, noNaN: true }),
});
const mode = fc.constantFrom('hybrid' as const, 'keyword' as const);

describe('the fused score', () => {
  it('prefers the memory that both signals speak for', () => {
    const results = rankCandidates(
      [
        { id: 'words', semantic: 0.1, keyword: 8 },
        { id: 'both', semantic: 0.5, keyword: 7 },
        { id: 'meaning', semantic: 0.6, keyword: 0 },
      ],
      stats(),
      options,
    );
    expect(ids(results)).toEqual(['both', 'meaning', 'words']);
  });

  it('gives 1 to the memory that is best in both signals, and shows how it came about', () => {
    const [best] = rankCandidates([{ id: 'best', semantic: 0.6, keyword: 8 }], stats(), options);
    expect(best?.score).toBeCloseTo(1);
    expect(best?.explain).toMatchObject({ semantic: 1, keyword: 1, maximum: 1 });
    expect(best?.explain.contributions).toMatchObject({ semantic: 0.55, neighbours: 0, actor: 0, date: 0 });
  });

  it('scores a lone memory by how well it fits, not by being alone', () => {
    const alone = (semantic: number, keyword: number, keywordIdeal: number) =>
      rankCandidates(
        [{ id: 'only', semantic, keyword }],
        stats({ memories: 1, semanticMin: semantic, semanticMax: semantic, keywordMax: keyword, keywordIdeal }),
        everything,
      )[0]?.score ?? NaN;
    expect(alone(0.7, 0.58, 0.58)).toBeGreaterThan(0.95);
    expect(alone(0.45, 0, 2.8)).toBeGreaterThan(0.4);
    expect(alone(0.05, 0, 2.8)).toBeLessThan(0.1);
  });

  it('does not raise the better of two unrelated memories to a match', () => {
    const two = [
      { id: 'a', semantic: 0.08, keyword: 0 },
      { id: 'b', semantic: 0.02, keyword: 0 },
    ];
    expect(
      rankCandidates(two, stats({ memories: 2, semanticMin: 0.02, semanticMax: 0.08, keywordMax: 0 }), options),
    ).toEqual([]);
  });

  it('keeps both of two memories that fit equally well', () => {
    const two = [
      { id: 'b', semantic: 0.5, keyword: 2 },
      { id: 'a', semantic: 0.5, keyword: 2 },
    ];
    const results = rankCandidates(
      two,
      stats({ memories: 2, semanticMin: 0.5, semanticMax: 0.5, keywordMax: 2, keywordIdeal: 2 }),
      options,
    );
    expect(ids(results)).toEqual(['a', 'b']);
    expect(results[0]?.score).toBeGreaterThan(0.9);
    expect(results[0]?.score).toBe(results[1]?.score);
  });

  it('rests on the vectors alone when the query has no words to look up', () => {
    const [first] = rankCandidates(
      [{ id: 'a', semantic: 0.6, keyword: 0 }],
      stats({ keywordMax: 0, keywordIdeal: 0 }),
      options,
    );
    expect(first?.score).toBe(1);
    expect(first?.explain.keyword).toBeNull();
  });

  it('rests on the words alone in keyword mode and where nothing has a vector', () => {
    const rows = [
      { id: 'a', semantic: 0.9, keyword: 1 },
      { id: 'b', semantic: 0.1, keyword: 8 },
    ];
    const inKeywordMode = rankCandidates(rows, stats(), { ...options, mode: 'keyword' });
    expect(ids(inKeywordMode)).toEqual(['b', 'a']);
    expect(inKeywordMode[0]).toMatchObject({ score: 1, explain: { semantic: null } });

    const unembedded = rankCandidates(
      [{ id: 'a', semantic: null, keyword: 8 }],
      stats({ semanticMin: null, semanticMax: null }),
      options,
    );
    expect(unembedded[0]?.score).toBe(1);
  });

  it('follows the cosine range of an embedder whose vectors all lie close together', () => {
    const range = { floor: 0.7, ceiling: 0.9 };
    const rows = [{ id: 'far', semantic: 0.71, keyword: 0 }];
    const seen = stats({ memories: 1, semanticMin: 0.71, semanticMax: 0.71, keywordMax: 0 });
    expect(rankCandidates(rows, seen, { ...options, cosineRange: range })).toEqual([]);
  });

  it('cuts by threshold on the fused score and by the number wanted', () => {
    const rows = [0.6, 0.5, 0.4, 0.05].map((semantic, index) => ({ id: `m${index}`, semantic, keyword: 0 }));
    expect(ids(rankCandidates(rows, stats(), options))).toEqual(['m0', 'm1', 'm2']);
    expect(ids(rankCandidates(rows, stats(), { topK: 2, threshold: 0 }))).toEqual(['m0', 'm1']);
    expect(ids(rankCandidates(rows, stats(), { topK: 10, threshold: 0 }))).toHaveLength(4);
  });
});

describe('signals beyond the text', () => {
  it('lets neighbours in a run lend each other a part of their score', () => {
    const rows = [
      { id: 'answer', run: 'r', sequence: 5, semantic: 0.2, keyword: 0 },
      { id: 'question', run: 'r', sequence: 4, semantic: 0.6, keyword: 8 },
      { id: 'elsewhere', run: 's', sequence: 5, semantic: 0.2, keyword: 0 },
    ];
    const results = rankCandidates(rows, stats(), everything);
    expect(ids(results)).toEqual(['question', 'answer', 'elsewhere']);
    expect(results[1]?.explain.contributions.neighbours).toBeCloseTo(0.2);
    expect(results[1]?.explain.maximum).toBeCloseTo(1.4);
  });

  it('prefers what the named actor said and what was said at the named time', () => {
    const rows = [
      { id: 'neither', semantic: 0.41, keyword: 0 },
      { id: 'actor', semantic: 0.4, keyword: 0, actorMatch: 1 },
      { id: 'both', semantic: 0.39, keyword: 0, actorMatch: 1, dateMatch: 1 },
    ];
    const results = rankCandidates(rows, stats(), options);
    expect(ids(results)).toEqual(['both', 'actor', 'neither']);
    expect(results[0]?.explain.maximum).toBeCloseTo(1.4);
  });
});

describe('whatever the signals are', () => {
  it('scores lie between 0 and 1, fall monotonously and are the explained sum', () => {
    fc.assert(
      fc.property(candidates, anyStats, mode, (rows, seen, wanted) => {
        const results = rankCandidates(rows, seen, { ...everything, mode: wanted });
        expect(results).toHaveLength(rows.length);
        results.forEach(({ score, explain }, index) => {
          expect(score >= 0 && score <= 1).toBe(true);
          expect(score).toBeLessThanOrEqual(results[index - 1]?.score ?? 1);
          const sum = Object.values(explain.contributions).reduce((total, part) => total + part, 0);
          expect(score).toBeCloseTo(Math.min(1, sum / explain.maximum), 9);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('the order of the input does not matter', () => {
    fc.assert(
      fc.property(candidates, anyStats, (rows, seen) => {
        expect(rankCandidates([...rows].reverse(), seen, everything)).toEqual(rankCandidates(rows, seen, everything));
      }),
      { numRuns: 60 },
    );
  });

  it('a stronger signal never lowers a score', () => {
    const raises = fc.record({
      name: fc.constantFrom('semantic' as const, 'keyword' as const),
      more: fc.double({ min: 0, max: 2, noNaN: true }),
    });
    fc.assert(
      fc.property(candidates, anyStats, raises, (rows, seen, { name, more }) => {
        const [first, ...rest] = rows;
        if (!first) return;
        const raised = [{ ...first, [name]: (first[name] ?? 0) + more }, ...rest];
        const before = { ...first, [name]: first[name] ?? 0 };
        const scoreOf = (list: Candidate[]) =>
          rankCandidates(list, seen, everything).find((result) => result.candidate.id === first.id)?.score ?? NaN;
        expect(scoreOf(raised)).toBeGreaterThanOrEqual(scoreOf([before, ...rest]) - 1e-12);
      }),
      { numRuns: 60 },
    );
  });

  it('a signal that is no number counts as none', () => {
    const [result] = rankCandidates([{ id: 'a', semantic: NaN, keyword: NaN }], stats(), everything);
    expect(result?.score).toBe(0);
  });
});
