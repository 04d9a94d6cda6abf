import { DomainError } from '../errors.js';

/** The refusal of an operation that costs more points than are allowed. */
export function queryTooComplex(cost: { complexity: number; maxComplexity: number }): DomainError {
  const { complexity, maxComplexity } = cost;
  return new DomainError(
    'QUERY_TOO_COMPLEX',
    `The query costs ${complexity} points; at most ${maxComplexity} are allowed. Ask for fewer items (first) or fewer nested lists.`,
  );
}
