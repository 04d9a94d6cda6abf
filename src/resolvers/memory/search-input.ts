import { isTimeZone } from '@memory-gateway/memory-engine';
import type { ProjectSettings } from '../../project-settings.js';
import { collectFieldErrors, findTextError } from '../../validate.js';
import type { MemorySelection } from './list-memories.js';
import type { RerankWish } from './rerank.js';

const maxQueryLength = 32_768;

export interface SearchMemoriesInput extends MemorySelection {
  readonly query: string;
  /** 1 to 1000. Default 10. */
  readonly topK?: number | null | undefined;
  /** Cursor of an earlier page (`nextCursor`). Returns the results after it, without memories that were added meanwhile. */
  readonly after?: string | null | undefined;
  /** Minimum score, 0 to 1. Default: results that rank far below the best one are left out. */
  readonly threshold?: number | null | undefined;
  /** `HIGH` returns only memories that are relevant and current, perhaps none. Default: the best memories. */
  readonly precision?: SearchPrecision | null | undefined;
  /** `DATE` sorts the best memories of a page from the oldest to the newest. Default: best first. */
  readonly order?: SearchOrder | null | undefined;
  /** Matches words only, without embeddings. Default false. */
  readonly keywordSearch?: boolean | null | undefined;
  /** Lets the configured reranker order the best results. Default false. */
  readonly rerank?: RerankWish | null | undefined;
  /** Returns the score breakdown. Default false. */
  readonly explain?: boolean | null | undefined;
  /** Time that relative times in the query refer to. Default: `validAt`, else `asOf`, else now. */
  readonly referenceDate?: Date | null | undefined;
  /** Time zone of relative times in the query, such as `Europe/Lisbon`. Default UTC. */
  readonly timezone?: string | null | undefined;
  /** Applies memory decay if the project has enabled it. Default false. */
  readonly decay?: boolean | undefined;
  /** Counts the results as hits of this query, and as accesses for decay. Default true. */
  readonly recordHits?: boolean | null | undefined;
  /** Settings for a preview. Default: those of the project. */
  readonly projectSettings?: Pick<ProjectSettings, 'decay' | 'feedbackRanking'>;
}

export type SearchPrecision = 'BALANCED' | 'HIGH';
export type SearchOrder = 'RELEVANCE' | 'DATE';

export interface SearchLimits {
  readonly topK: number;
  /** Null: the default cut. */
  readonly threshold: number | null;
}

/** Reads the query and the limits of a search. @throws ValidationError */
export function readSearchInput(input: SearchMemoriesInput): SearchLimits {
  const found = collectFieldErrors();
  const { query } = input;
  if (typeof query !== 'string' || query.trim() === '') found.add('query', 'must not be blank.');
  else if (!/[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(query))
    found.add('query', 'must contain a letter, a digit or an emoji.');
  else found.add('query', findTextError(query, maxQueryLength));
  const topK = input.topK ?? 10;
  if (!Number.isInteger(topK) || topK < 1 || topK > 1000) found.add('topK', 'must be a whole number from 1 to 1000.');
  const threshold = input.threshold ?? null;
  if (threshold !== null && (typeof threshold !== 'number' || !(threshold >= 0 && threshold <= 1)))
    found.add('threshold', 'must be a number from 0 to 1.');
  if (input.timezone != null && !isTimeZone(input.timezone))
    found.add('timezone', 'must be the name of a time zone, such as Europe/Lisbon.');
  found.throwIfAny();
  return { topK, threshold };
}
