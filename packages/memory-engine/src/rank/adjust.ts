import { toLogit } from './score.js';

export type Adjustment = 'decay' | 'feedback' | 'reader' | 'rerank' | 'correction';

export interface ExplainedResult {
  readonly score: number;
  readonly rank: number;
  readonly explain: {
    readonly contributions: Readonly<Partial<Record<Adjustment, number>>>;
    readonly logit: number;
    readonly rank: Readonly<Partial<Record<Adjustment, number>>>;
  };
}

/** Points of rank for each unit of the logarithm of a factor. */
const POINTS_PER_LOG = 2.2;

/** Moves a result by a factor of its relevance, such as .9. The score stays. */
export function scaleRank<Result extends ExplainedResult>(result: Result, factor: number, by: Adjustment): Result {
  return setRank(result, result.rank + POINTS_PER_LOG * Math.log(factor), by);
}

/** Sets the place of a result and explains the difference. */
export function setRank<Result extends ExplainedResult>(result: Result, rank: number, by: Adjustment): Result {
  const { explain } = result;
  const points = (explain.rank[by] ?? 0) + rank - result.rank;
  return { ...result, rank, explain: { ...explain, rank: { ...explain.rank, [by]: points } } };
}

/** Sets another score and explains the difference in log-odds. */
export function setScore<Result extends ExplainedResult>(result: Result, score: number, by: Adjustment): Result {
  const { explain } = result;
  const logit = toLogit(score);
  const points = (explain.contributions[by] ?? 0) + logit - explain.logit;
  return {
    ...result,
    score,
    explain: { ...explain, logit, contributions: { ...explain.contributions, [by]: points } },
  };
}
