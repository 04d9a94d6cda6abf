import type { AppContext } from '../../context.js';
import {
  learnNames,
  type KnownNames,
  type NameScope,
  expectDenseQuery,
  type QueryPlan,
} from '@memory-gateway/memory-engine';
import type { MemoryScope } from '../../stores/memory/memory-scope.js';
import type { QueryVector } from '../../stores/search/cosines.js';

/** The embedding of a query, which may have begun before the query is planned. */
export interface StartedEmbedding {
  /** Returns the vector of the planned text. Null without an embedder, or for a search by keywords. */
  finish(plan: QueryPlan, facts: NameScope): Promise<QueryVector | null>;
}

interface EmbeddedQuery {
  /** The query without the words of a relative time. */
  readonly text: string;
  readonly keywordOnly: boolean;
}

const SCOPES_MAX = 2_000;
const MAX_SCOPE_KEY = 500;

// Least recently used first. The names decide only which text is embedded early, so they may be outdated.
const namesByScope = new Map<string, KnownNames>();

/**
 * Starts to embed a query while its scope is read. Which names the text leaves out follows from the scope, so this embeds what the names of
 * the last search in the same scope suggest. If the plan has another text, `finish` embeds that. Only for a model on this machine, because
 * providers charge for each text, and only from the second search in a scope.
 */
export function startEmbedding(ctx: AppContext, memories: MemoryScope, query: EmbeddedQuery): StartedEmbedding {
  const { embedder } = ctx;
  if (!embedder || query.keywordOnly) return { finish: () => Promise.resolve(null) };
  const embed = async (text: string): Promise<QueryVector | null> => {
    const [values] = await embedder.embed([text], { priority: 'query' });
    return values ? { values, embedder: embedder.id } : null;
  };
  const key = embedder.engine && toScopeKey(memories);
  const known = key === undefined ? undefined : namesByScope.get(key);
  const expected = known && expectDenseQuery(query.text, known);
  const early = expected === undefined ? null : embed(expected);
  // The failure of a text that the plan does not want is no failure of the search.
  early?.catch(() => undefined);
  return {
    finish(plan, facts) {
      const vector = early && plan.denseQuery === expected ? early : embed(plan.denseQuery);
      if (key !== undefined) remember(key, learnNames(known, query.text, facts));
      return vector;
    },
  };
}

/** Returns the text of a scope, or undefined if it is too long to keep. */
function toScopeKey({ scope, filter }: MemoryScope): string | undefined {
  const key = JSON.stringify([scope.projectId, filter]);
  return key.length <= MAX_SCOPE_KEY ? key : undefined;
}

function remember(key: string, names: KnownNames): void {
  namesByScope.delete(key);
  namesByScope.set(key, names);
  const [oldest] = namesByScope.keys();
  if (namesByScope.size > SCOPES_MAX && oldest !== undefined) namesByScope.delete(oldest);
}
