import { describe, expect, it } from 'vitest';
import { parseConversation, readCorpus } from '../../bench/retrieval/corpus.js';
import { bootstrapDifference, percentile, ranksOf, summarize } from '../../bench/retrieval/measure.js';

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

  it('have differences with an interval that holds the mean, the same in every run', () => {
    const pairs = Array.from({ length: 40 }, (_, index) => [{ ranks: [1] }, { ranks: [index % 2 ? 1 : 30] }] as const);
    const [, r10] = bootstrapDifference(pairs);
    expect(r10).toMatchObject({ name: 'R@10', difference: 50 });
    expect(r10?.low).toBeGreaterThan(30);
    expect(r10?.high).toBeLessThan(70);
    expect(bootstrapDifference(pairs)).toEqual(bootstrapDifference(pairs));
  });

  it('take percentiles by nearest rank', () => {
    const values = Array.from({ length: 20 }, (_, index) => 20 - index);
    expect([percentile(values, 0.5), percentile(values, 0.95), percentile([7], 0.95), percentile([], 0.5)]).toEqual([
      10, 19, 7, 0,
    ]);
  });
});

describe('the corpus of the retrieval bench', () => {
  it('has two conversations of at least 60 turns and 15 questions in each of six languages', async () => {
    const corpus = await readCorpus();
    const languages = corpus.map(({ language }) => language);
    expect(new Set(languages).size).toBe(6);
    for (const { language, turns, questions, unanswerable } of corpus) {
      expect(languages.filter((other) => other === language)).toHaveLength(2);
      expect(turns.length).toBeGreaterThanOrEqual(60);
      expect(questions.length + unanswerable.length).toBeGreaterThanOrEqual(15);
      expect(new Set(questions.map(({ cat }) => cat)).size).toBe(4);
      expect(unanswerable.length).toBeGreaterThanOrEqual(3);
    }
  });

  it('rejects a question about a turn that has no such label', () => {
    const file = 'Session 2025-01-02 10:00\n[dog] Ada: I have a dog.\n? single | Which pet does Ada have? | cat\n';
    expect(() => parseConversation('en-9', file)).toThrow('labels that no turn has: cat');
  });
});
