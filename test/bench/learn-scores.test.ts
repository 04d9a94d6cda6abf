import { describe, expect, it } from 'vitest';
import { fitLogistic, predict } from '../../bench/scores/logistic.js';
import { listQuestions, replaceSpeakers, type GroupedConversation } from '../../bench/scores/questions.js';

const conversation = (
  id: string,
  group: string,
  [speaker, question]: readonly [string, string],
): GroupedConversation => ({
  id,
  group,
  turns: [{ conv: id, id: 'D1:1', session: 1, date: '2025-01-01T10:00', speaker, text: 'Hello' }],
  observations: [],
  questions: [{ conv: id, qid: `${id}#0`, cat: 'single-hop', question, evidence: ['D1:1'] }],
  unanswerable: [],
});

describe('the questions that scores are learned from', () => {
  it('are borrowed from the conversations of the same group, with its speakers', () => {
    const all = [
      conversation('a', 'English', ['Ruth', 'Where does Ruth live?']),
      conversation('b', 'English', ['Osei', "What is Osei's dog called?"]),
      conversation('c', 'German', ['Jonas', 'Wo wohnt Jonas?']),
    ] as const;
    const asked = listQuestions(all[0], all).map(({ kind, question, evidence }) => [kind, question, evidence.length]);
    expect(asked).toEqual([
      ['own', 'Where does Ruth live?', 1],
      ['borrowed', "What is Ruth's dog called?", 0],
      ['naive', "What is Osei's dog called?", 0],
    ]);
  });

  it('swap speakers at once, and only whole names', () => {
    const names = { from: ['Ann', 'Bea'], to: ['Bea', 'Ann'] };
    expect(replaceSpeakers("Did Ann meet Bea at Annie's?", names)).toBe("Did Bea meet Ann at Annie's?");
  });
});

describe('logistic regression', () => {
  it('finds the odds of each value, by weight', () => {
    const observe = (value: number, isTrue: boolean, weight: number) => ({ values: [value, 1], isTrue, weight });
    const rows = [observe(0, true, 1), observe(0, false, 3), observe(1, true, 4), observe(1, false, 1)];
    const model = fitLogistic(rows, 1e-9);
    expect(predict(model, [0, 1])).toBeCloseTo(0.25, 4);
    expect(predict(model, [1, 1])).toBeCloseTo(0.8, 4);
  });
});
