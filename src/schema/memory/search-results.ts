import type { FoundMemory, SearchResults } from '../../resolvers/memory/search-memories.js';
import { builder } from '../builder.js';
import { Memory } from './memory.js';
import { OutdatedBy } from './memory-link.js';

const SearchExplain = builder.objectRef<NonNullable<FoundMemory['explain']>>('SearchExplain').implement({
  description: 'The parts of the score and of the rank of a result.',
  fields: (t) => ({
    semantic: t.floatOrNull(
      'semantic',
      'Similarity of meaning, 0 to 1. Null if the memory or the query has no embedding.',
    ),
    keyword: t.floatOrNull('keyword', 'Keyword match (BM25), 0 to 1. Null if the query contains no keyword.'),
    contributions: t.expose('contributions', {
      type: 'JSON',
      description:
        'Log-odds by group of values, as a JSON object: base, semantic, keyword, neighbors, actor, date, form, and `rerank` or `correction` (a link to an outdated memory) if they changed the score. They add up to `logit`.',
    }),
    logit: t.exposeFloat('logit', { description: 'Log-odds of the score: `score = 1 / (1 + exp(-logit))`.' }),
    rank: t.expose('rank', {
      type: 'JSON',
      description:
        'Points that order the results, by group of signals, as a JSON object: semantic, keyword, neighbors, session, source, repeat, actor, date, form, fact, and the adjustments `decay`, `feedback`, `rerank` and `correction`. Their sum compares results of one search only.',
    }),
  }),
});

export const SearchPrecision = builder.enumType('SearchPrecision', {
  description: 'Whether a search misses nothing or returns nothing irrelevant.',
  values: {
    BALANCED: { value: 'BALANCED', description: 'Returns the best memories, also if none answers the query.' },
    HIGH: { value: 'HIGH', description: 'Returns only relevant, current memories, possibly none.' },
  } as const,
});

export const SearchOrder = builder.enumType('SearchOrder', {
  description: 'Order of the results.',
  values: {
    RELEVANCE: { value: 'RELEVANCE', description: 'Best first.' },
    DATE: { value: 'DATE', description: 'Oldest `eventDate`, or else `createdAt`, first.' },
  } as const,
});

export const SearchHit = builder.objectRef<FoundMemory>('SearchHit').implement({
  description: 'A memory that matches a search query.',
  fields: (t) => ({
    memory: t.expose('memory', { type: Memory, description: 'The memory that matches.' }),
    score: t.exposeFloat('score', {
      description:
        'Probability that the memory is relevant, 0 to 1. Other memories do not change it. Results are sorted by rank, so scores need not fall from one to the next.',
    }),
    outdatedBy: t.exposeOrNull(
      'outdatedBy',
      OutdatedBy,
      '`Memory.outdatedBy` as known at `asOf`. Null if no link names one.',
    ),
    explain: t.exposeOrNull('explain', SearchExplain, 'Score breakdown. Null unless you pass `explain: true`.'),
    isReranked: t.boolean({
      description:
        'Whether the reranker set the order and the score. False if you did not pass `rerank: true`, or if the reranker failed.',
      resolve: ({ isReranked }) => isReranked ?? false,
    }),
  }),
});

export const SearchMemoriesPayload = builder.objectRef<SearchResults>('SearchMemoriesPayload').implement({
  description: 'The results of a search.',
  fields: (t) => ({
    results: t.expose('results', {
      type: [SearchHit],
      description: 'The best matches, best first.',
      // The field of the search counts them by `topK`.
      complexity: { multiplier: 1 },
    }),
    answerability: t.exposeFloat('answerability', {
      description:
        'Probability that the searched memories answer the query, 0 to 1. Below 0.5, the results are only the nearest memories.',
    }),
    instructions: t.expose('instructions', {
      type: [Memory],
      description:
        'Standing instructions of the user ("always …"), and preferences about the subject of the query, whatever its words: at most five memories, nearest first. The threshold does not apply to them.',
      // The field of the search counts them.
      complexity: { multiplier: 1 },
    }),
    nextCursor: t.stringOrNull(
      'nextCursor',
      'Cursor of the next page: pass it as `after`. Null: this is the last page.',
    ),
  }),
});
