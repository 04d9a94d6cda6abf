import type { AppContext } from '../../context.js';
import {
  estimateAnswerability,
  estimateRelevance,
  listFactsOfOthers,
  mayShareLanguage,
  readAliases,
  replaceAliases,
  splitSubjects,
  type AnswerSigns,
  type RankedMemory,
  type RankQuery,
} from '@memory-gateway/memory-engine';
import type { MemoryScope } from '../../stores/memory/memory-scope.js';

// `precision: HIGH`: only what is relevant. A query with several subjects is searched for each, and names are searched by
// the other names that the memories found give them.

/** The first result, if it answers the query with this probability: another one for a low score. */
const FIRST = { probability: 0.5, lowScore: 0.1, probabilityOfLow: 0.7 } as const;
/** Results with this score and probability, if no other result is clearly more relevant (in log-odds). */
const RELEVANT = { score: 0.25, lead: 0.3, probability: 0.3 } as const;
/**
 * Also, whatever their probability, results with this score that have each of the one or two words of a query, or a word for the same thing in another language: meanings of
 * short texts in two languages are far apart. The points of those words show it.
 */
const NAMED = { score: 0.1, keywordPoints: 1.15 } as const;
/**
 * Meanings of texts in two languages do not compare. So where a memory in the language of the query has as many of its words as the best one in
 * another language, but for these points, those in other languages lose this much (in log-odds).
 */
const LANGUAGE = { keywordPoints: 0.1, lead: 0.9 } as const;
/** Results that are read for other names of what the query names. */
const READ_FOR_NAMES = 10;
const OTHER_NAMES_MAX = 3;
/** Searches beside that of the query, each with an embedding. */
const SEARCHES_MAX = 8;
const QUERY_MAX = 1_000;

/** What a search for one subject found. */
export interface Searched {
  /** Best first. */
  readonly ranked: readonly RankedMemory[];
  readonly answer: AnswerSigns | null;
  /** Log-odds of a reader that the first result answers the query. Null: it was not read. */
  readonly answers: number | null;
  /** The query as it was ranked by. */
  readonly plan: RankQuery;
}

interface PreciseSearch {
  readonly query: string;
  readonly found: Searched;
  /** Ranks the scope by another query. Null: the query matches nothing. */
  search(query: string): Promise<Searched | null>;
}

/** Returns the relevant results of a query, best first. */
export async function findRelevant(
  ctx: AppContext,
  memories: MemoryScope,
  { query, found, search }: PreciseSearch,
): Promise<readonly RankedMemory[]> {
  const relevant: RankedMemory[] = [];
  const asked = new Set([query]);
  /** Searches for a text that was not searched for before, as long as there may be more searches. */
  const searchOnce = async (text: string) => {
    if (asked.has(text) || asked.size > SEARCHES_MAX || text.length > QUERY_MAX) return null;
    asked.add(text);
    return search(text);
  };
  for (const subject of [query, ...splitSubjects(query)]) {
    const own = subject === query ? found : await searchOnce(subject);
    const texts = await readTexts(ctx, memories, (own?.ranked ?? []).slice(0, READ_FOR_NAMES));
    const known = [...texts.values()].flatMap((text) => {
      const names = readAliases(text);
      return names ? [names] : [];
    });
    const searches = own ? [own] : [];
    const others = replaceAliases(subject, known).slice(0, OTHER_NAMES_MAX);
    for (const other of others) {
      const named = await searchOnce(other);
      if (named) searches.push(named);
    }
    relevant.push(...keepOwners([subject, ...others], keepRelevant(subject, searches, texts), texts));
  }
  return keepBest(relevant);
}

async function readTexts(
  ctx: AppContext,
  { scope, asOf }: MemoryScope,
  found: readonly RankedMemory[],
): Promise<ReadonlyMap<string, string>> {
  if (found.length === 0) return new Map();
  const ids = found.map(({ memory }) => memory.id);
  const rows = await ctx.stores.memories.getMany(scope, ids, { asOf });
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** Keeps what is relevant, with memories in the language of the query first. */
function keepRelevant(
  query: string,
  searches: readonly Searched[],
  texts: ReadonlyMap<string, string>,
): readonly RankedMemory[] {
  const all = searches.flatMap(({ ranked }) => ranked);
  const foreign = new Set(listForeign(query, all, texts));
  const logit = (own: RankedMemory) => own.explain.logit - (foreign.has(own) ? LANGUAGE.lead : 0);
  const best = all.reduce((most, own) => Math.max(most, logit(own)), -Infinity);
  const isNear = (own: RankedMemory) => logit(own) >= best - RELEVANT.lead;
  const isNamed = (own: RankedMemory) => own.score >= NAMED.score && points(own) >= NAMED.keywordPoints;
  const kept = searches.flatMap(({ ranked, answer, answers, plan }) => {
    const text = answer ? texts.get(answer.first.id) : undefined;
    const answerability = estimateAnswerability(answer, plan, { text, answers });
    const listed = ranked.map((own) => ({ logit: logit(own), rank: own.rank }));
    const probabilities = estimateRelevance(listed, { answerability, best });
    return ranked.filter((own, index) => {
      const probability = probabilities[index] ?? 0;
      const needed = own.score < FIRST.lowScore ? FIRST.probabilityOfLow : FIRST.probability;
      return (
        (index === 0 && !foreign.has(own) && probability >= needed) ||
        (isNear(own) && (isNamed(own) || (own.score >= RELEVANT.score && probability >= RELEVANT.probability)))
      );
    });
  });
  return [...kept.filter((own) => !foreign.has(own)), ...kept.filter((own) => foreign.has(own))];
}

const points = ({ explain }: RankedMemory) => explain.contributions.keyword ?? 0;

/** Returns the memories in another language than the query, if one in its language has the same words of it. */
function listForeign(
  query: string,
  ranked: readonly RankedMemory[],
  texts: ReadonlyMap<string, string>,
): readonly RankedMemory[] {
  const [own = [], others = []] = [true, false].map((shares) =>
    ranked.filter(({ memory }) => mayShareLanguage(query, texts.get(memory.id) ?? '') === shares),
  );
  const needed = others.reduce((most, memory) => Math.max(most, points(memory)), 0) - LANGUAGE.keywordPoints;
  return own.some((memory) => points(memory) > 0 && points(memory) >= needed) ? others : [];
}

/** Leaves out facts about another person than that of the queries, if a fact about the right one is there. */
function keepOwners(
  queries: readonly string[],
  ranked: readonly RankedMemory[],
  texts: ReadonlyMap<string, string>,
): readonly RankedMemory[] {
  const facts = ranked.flatMap(({ memory }) => texts.get(memory.id) ?? []);
  const left = listFactsOfOthers(queries, facts);
  return ranked.filter(({ memory }) => !left.has(texts.get(memory.id) ?? ''));
}

function keepBest(found: readonly RankedMemory[]): readonly RankedMemory[] {
  const best = new Map<string, RankedMemory>();
  for (const own of found) {
    const known = best.get(own.memory.id);
    if (!known || own.score > known.score) best.set(own.memory.id, own);
  }
  return best.size === found.length ? found : [...best.values()];
}
