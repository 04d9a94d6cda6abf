import { say } from '../../scripts/lib/terminal.js';
import { percentile } from '../retrieval/measure.js';
import type { QuestionKind } from './questions.js';
import type { Sample } from './samples.js';

/** A sample with the score of its first result by a model that did not learn from its conversation. */
export interface Scored {
  readonly sample: Sample;
  readonly score: number;
}

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`.padStart(8);
const ofKind = (scored: readonly Scored[], kind: QuestionKind) =>
  scored.filter(({ sample }) => sample.kind === kind).map(({ score }) => score);
const countOver = (scores: readonly number[], least: number) => scores.filter((score) => score >= least).length;

/** Prints how well the best score of a group of samples tells questions with an answer from questions without one. */
export function reportGroup(title: string, scored: readonly Scored[]): void {
  const own = ofKind(scored, 'own');
  if (own.length === 0) return;
  const least = percentile(own, 0.1);
  const others = (['borrowed', 'naive', 'never'] as const).flatMap((kind) => {
    const scores = ofKind(scored, kind);
    if (scores.length === 0) return [];
    const [half, kept] = [countOver(scores, 0.5), countOver(scores, least)].map((count) =>
      percent(count, scores.length),
    );
    return [`${kind} ${half} of ${scores.length}; ${kept} where 90 % of the own ones are kept`];
  });
  say('', title, `  best score of .5 and more: own ${percent(countOver(own, 0.5), own.length)} of ${own.length}`);
  others.forEach((line) => say(`    ${line}`));
  const { logLoss, brier } = loss(scored);
  say(
    `  own and borrowed alike: log loss ${logLoss.toFixed(3)}, Brier score ${brier.toFixed(3)}; kept from ${least.toFixed(2)}`,
  );
}

/** Own and borrowed questions have the same total weight. */
function loss(scored: readonly Scored[]): { logLoss: number; brier: number } {
  const average = (kind: QuestionKind, cost: (score: number) => number) => {
    const scores = ofKind(scored, kind).map((score) => Math.min(1 - 1e-6, Math.max(1e-6, score)));
    return scores.reduce((sum, score) => sum + cost(score), 0) / Math.max(1, scores.length);
  };
  const half = (own: number, borrowed: number) => (own + borrowed) / 2;
  return {
    logLoss: half(
      average('own', (score) => -Math.log(score)),
      average('borrowed', (score) => -Math.log(1 - score)),
    ),
    brier: half(
      average('own', (score) => (1 - score) ** 2),
      average('borrowed', (score) => score ** 2),
    ),
  };
}

/** Prints, for each range of best scores, the share of own questions among own and borrowed ones of the same weight. */
export function reportReliability(title: string, scored: readonly Scored[]): void {
  const [own, borrowed] = [ofKind(scored, 'own'), ofKind(scored, 'borrowed')];
  say('', title, '  scores      mean   with an answer   questions');
  for (let low = 0; low < 10; low += 1) {
    const inside = (score: number) => Math.min(9, Math.floor(score * 10)) === low;
    const [asked, lent] = [own.filter(inside), borrowed.filter(inside)];
    const weight = asked.length / own.length + lent.length / borrowed.length;
    if (weight === 0) continue;
    const sum = (scores: readonly number[]) => scores.reduce((total, score) => total + score, 0);
    const mean = (sum(asked) / own.length + sum(lent) / borrowed.length) / weight;
    const share = asked.length / own.length / weight;
    say(
      `  ${(low / 10).toFixed(1)} to ${((low + 1) / 10).toFixed(1)}  ${mean.toFixed(2)}   ${share.toFixed(2).padStart(14)}   ${String(asked.length + lent.length).padStart(9)}`,
    );
  }
}

/** Prints the mean score of each rank for own questions, and how often the result at this rank holds the answer. */
export function reportRanks(title: string, scored: readonly Scored[], decline: number): void {
  const own = scored.filter(({ sample }) => sample.kind === 'own');
  say('', title, '  rank   mean score   holds the answer');
  for (let rank = 0; rank < 10; rank += 1) {
    const hits = own.flatMap(({ sample, score }) => {
      const hit = sample.hits[rank];
      return hit ? [{ score: score * Math.exp(decline * hit.distance), isTrue: hit.isTrue }] : [];
    });
    const mean = hits.reduce((sum, { score }) => sum + score, 0) / Math.max(1, hits.length);
    const share = hits.filter(({ isTrue }) => isTrue).length / Math.max(1, hits.length);
    say(`  ${String(rank + 1).padStart(4)}   ${mean.toFixed(2).padStart(10)}   ${share.toFixed(2).padStart(16)}`);
  }
}
