import { DomainError } from '../../errors.js';

/** Creates the error of an operation that costs more points than allowed. */
export function queryTooComplex(cost: { complexity: number; maxComplexity: number }): DomainError {
  const { complexity, maxComplexity } = cost;
  return new DomainError(
    'QUERY_TOO_COMPLEX',
    `The query costs ${complexity} points; at most ${maxComplexity} are allowed. Pass a smaller \`first\` or select fewer nested lists.`,
  );
}
