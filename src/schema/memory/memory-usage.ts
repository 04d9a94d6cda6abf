import { listDecayFactors } from '../../resolvers/memory/decay.js';
import { listSearchHits, type SearchHits } from '../../resolvers/memory/search-hits.js';
import type { HitQuery } from '../../stores/memory/search-hit-store.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { builder } from '../builder.js';
import { Memory } from './memory.js';

const SearchHitQueryType = builder.objectRef<HitQuery>('SearchHitQuery').implement({
  description: 'A query that found a memory.',
  fields: (t) => ({
    query: t.exposeString('query', {
      description: 'The first 200 characters of the query, without secrets.',
    }),
    searchCount: t.exposeInt('count', { description: 'Number of searches with this query that found the memory.' }),
    lastFoundAt: t.field({
      type: 'DateTime',
      description: 'When a search with this query last found the memory.',
      resolve: ({ at }) => new Date(at),
    }),
  }),
});

const SearchHitSummaryType = builder.objectRef<SearchHits>('SearchHitSummary').implement({
  description: 'Searches that found a memory among their first five results.',
  fields: (t) => ({
    searchCount: t.exposeInt('count', {
      description: 'Number of searches. Servers under load may count fewer.',
    }),
    lastFoundAt: t.timeOrNull('at', 'When a search last found the memory. Null: never.'),
    queries: t.expose('queries', {
      type: [SearchHitQueryType],
      description:
        'The last 10 queries, newest first, for as long as the project keeps its request log. Empty for members who may not change the project.',
    }),
  }),
});

builder.objectField(Memory, 'searchHits', (t) =>
  t.loadable({
    type: SearchHitSummaryType,
    description: 'How often searches found the memory, and with which queries. Written within seconds of a search.',
    load: (memories: MemoryRow[], ctx) => listSearchHits(ctx, { memories }).then((hits) => [...hits]),
    resolve: (memory) => memory,
  }),
);

builder.objectField(Memory, 'decayFactor', (t) =>
  t.loadable({
    type: 'Float',
    nullable: true,
    description:
      'Factor by which decay multiplies the scores of the memory now: 1.5 just after it was added or found, at least 0.3. Null if the project has no decay.',
    load: (memories: MemoryRow[], ctx) => listDecayFactors(ctx, { memories }).then((factors) => [...factors]),
    resolve: (memory) => memory,
  }),
);
