export type Adjustment = 'feedback' | 'rerank' | 'correction';

export interface ExplainedResult {
  readonly score: number;
  readonly explain: {
    readonly contributions: Readonly<Partial<Record<Adjustment, number>>>;
    readonly maximum: number;
  };
}

/** Sets another score and explains the difference as a contribution. */
export function adjustScore<Result extends ExplainedResult>(result: Result, score: number, by: Adjustment): Result {
  const { explain } = result;
  const points = (explain.contributions[by] ?? 0) + (score - result.score) * explain.maximum;
  return { ...result, score, explain: { ...explain, contributions: { ...explain.contributions, [by]: points } } };
}
