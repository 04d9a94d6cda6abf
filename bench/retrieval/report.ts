import { say } from '../../scripts/lib/terminal.js';
import type { Report } from '../report-tables.js';
import { bootstrapDifference, percentile, summarize, type Outcome, type Summary } from './measure.js';

const COLUMNS = ['questions', 'R@5', 'R@10', 'R@20', 'MRR'];
const NAME_WIDTH = 36;

/** Prints the figures of one mode: by conversation, by category, for questions that name a time, and for all. */
export function reportMode(title: string, outcomes: readonly Outcome[]): void {
  const answerable = outcomes.filter(({ ranks }) => ranks.length > 0);
  const groups = (key: 'conversation' | 'category') =>
    [...new Set(answerable.map((outcome) => outcome[key]))]
      .sort()
      .map((name) => [name, answerable.filter((outcome) => outcome[key] === name)] as const);
  say('', row(title, COLUMNS));
  const timed = answerable.filter(({ hasTime }) => hasTime);
  const named = timed.length > 0 ? [['questions that name a time', timed] as const] : [];
  for (const [name, members] of [
    ...groups('conversation'),
    ...groups('category'),
    ...named,
    ['all', answerable] as const,
  ])
    say(row(name, cells(summarize(members))));
  reportScores(outcomes);
  const latencies = outcomes.map(({ latencyMs }) => latencyMs);
  say(
    `search, as the client waits for it: p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p95 ${percentile(latencies, 0.95).toFixed(1)} ms`,
  );
}

/** Prints the number of results, and how well answerability separates questions with an answer from questions without one. */
function reportScores(outcomes: readonly Outcome[]): void {
  const answerableOnes = outcomes.filter(({ isAnswerable }) => isAnswerable);
  const empty = answerableOnes.filter(({ results }) => results === 0).length;
  const results = outcomes.reduce((sum, own) => sum + own.results, 0) / Math.max(1, outcomes.length);
  say(`${results.toFixed(1)} results on average; none for ${empty} of ${answerableOnes.length} answerable questions`);
  const scores = (isAnswerable: boolean) =>
    outcomes.flatMap(({ isAnswerable: own, answerability }) =>
      own === isAnswerable && answerability !== null ? [answerability] : [],
    );
  const [answerable, unanswerable] = [scores(true), scores(false)];
  if (answerable.length === 0 || unanswerable.length === 0) return;
  const over = (values: readonly number[], least: number) =>
    `${((100 * values.filter((value) => value >= least).length) / values.length).toFixed(1)} %`;
  const least = percentile(answerable, 0.1);
  say(
    `answerability of .5 and more: ${over(unanswerable, 0.5)} of ${unanswerable.length} unanswerable questions, ${over(answerable, 0.5)} of ${answerable.length} answerable ones`,
    `at ${least.toFixed(2)}, which nine of ten answerable questions reach: ${over(unanswerable, least)} of the unanswerable ones`,
  );
}

/** Returns the outcomes of both sides for each question that has an answer. */
function pair(ours: readonly Outcome[], theirs: readonly Outcome[]) {
  const byQuestion = new Map(theirs.map((outcome) => [outcome.question, outcome]));
  return ours.flatMap((own) => {
    const other = byQuestion.get(own.question);
    return own.ranks.length > 0 && other ? [[own, other] as const] : [];
  });
}

/** Returns the figures of all questions with an answer for each mode, and for the peer. */
export function toFigures(
  modes: readonly { readonly mode: string; readonly outcomes: readonly Outcome[] }[],
  peer: readonly Outcome[] | null,
): Report {
  const toRow = (name: string, outcomes: readonly Outcome[]) => {
    const latencies = outcomes.map(({ latencyMs }) => latencyMs);
    const [, r10] = peer === null || outcomes === peer ? [] : bootstrapDifference(pair(outcomes, peer));
    const difference = r10 && `${signed(r10.difference, 1)} [${signed(r10.low, 1)}, ${signed(r10.high, 1)}]`;
    const times = [0.5, 0.95].map((share) => percentile(latencies, share).toFixed(1)).join(', ');
    return [
      name,
      ...cells(summarize(outcomes.filter(({ ranks }) => ranks.length > 0))),
      difference ?? '',
      `${times} ms`,
    ];
  };
  const rows = modes.map(({ mode, outcomes }) => toRow(`memory-gateway, ${mode}`, outcomes));
  const columns = ['', ...COLUMNS, 'R@10 minus mem0ai/oss, 95 % interval', 'Search, p50 and p95'];
  return {
    tables: [{ columns, rows: [...rows, ...(peer ? [toRow('mem0ai/oss', peer)] : [])] }],
    rounds:
      'Each question once. A search of memory-gateway is a request to a server, one of mem0ai/oss a call in the process',
  };
}

const signed = (value: number, digits: number) => `${value > 0 ? '+' : ''}${value.toFixed(digits)}`;

/** Prints the differences of the figures of the same questions, with 95 % intervals. */
export function reportDifference(title: string, ours: readonly Outcome[], theirs: readonly Outcome[]): void {
  const pairs = pair(ours, theirs);
  say('', `${title}, ${pairs.length} questions, with 95 % intervals`);
  for (const { name, difference, low, high } of bootstrapDifference(pairs)) {
    const digits = name === 'MRR' ? 3 : 1;
    say(row(name, [signed(difference, digits), `[${signed(low, digits)}, ${signed(high, digits)}]`]));
  }
}

function cells({ questions, r5, r10, r20, mrr }: Summary): string[] {
  return [String(questions), r5.toFixed(1), r10.toFixed(1), r20.toFixed(1), mrr.toFixed(3)];
}

function row(name: string, values: readonly string[]): string {
  return name.padEnd(NAME_WIDTH) + values.map((cell) => cell.padStart(10)).join('');
}
