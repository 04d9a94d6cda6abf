import type { Client, RequestOptions } from './create-client.js';
import {
  SearchMemoriesDocument,
  type SearchMemoriesQuery,
  type SearchMemoriesQueryVariables,
} from './generated/graphql.js';

type Found = SearchMemoriesQuery['searchMemories'];

/** Results of one request. 1,000 with all of these fields cost more points than the server allows. */
const pageMax = 200;
/** Most results of a search. The server refuses a higher number. */
const resultsMax = 1_000;

/** Searches, in several requests where one would cost too much. @returns all results, and the rest of the first response */
export async function searchInPages(
  client: Client,
  variables: SearchMemoriesQueryVariables,
  options: RequestOptions = {},
): Promise<Found> {
  const { topK = 10 } = variables;
  const read = async (count: number, after: string | null | undefined): Promise<Found> => {
    const size = topK > resultsMax ? topK : Math.min(count, pageMax);
    return (await client.request(SearchMemoriesDocument, { ...variables, topK: size, after }, options)).searchMemories;
  };
  const first = await read(topK, variables.after);
  const results = [...first.results];
  let { nextCursor } = first;
  while (nextCursor != null && results.length < topK) {
    const page = await read(topK - results.length, nextCursor);
    results.push(...page.results);
    ({ nextCursor } = page);
  }
  return { ...first, nextCursor, results: variables.order === 'DATE' ? sortByDate(results) : results };
}

type Result = Found['results'][number];

const dateOf = ({ memory }: Result) => Date.parse(memory.eventDate ?? memory.createdAt);

/** The server sorts each page. */
const sortByDate = (results: readonly Result[]): Result[] =>
  [...results].sort((one, other) => dateOf(one) - dateOf(other));
