import { scoreDateMatch } from '../dates.js';
import type { Period } from '../period.js';
import { NEARBY_REACH, scoreKeywords, type KeywordScores } from './keywords.js';
import { formSessions, sumWindows, type Session } from './sessions.js';
import { TRAITS, type CosineRange, type PoolMemory, type RankQuery, type Signals } from './types.js';

/** For all-MiniLM-L6-v2: unrelated sentences have about .07, a passage that answers a question about .37. */
const DEFAULT_COSINE_RANGE: CosineRange = { floor: 0, ceiling: 0.5 };
/** Number of memories at which the range of the scope counts as much as the fixed range. */
const SCOPE_TRUST = 20;
/** Share of a neighbor's text score that comes from its embedding. */
const SEMANTIC_SHARE = 0.55;
/** A memory with a question and at most this many content words outside of it only asks. */
const ASKS_ONLY_TOKENS = 3;

/** Signals of a pool in its order, and which text signals were used. */
export interface PoolSignals {
  readonly signals: readonly Signals[];
  readonly hasSemantic: boolean;
  readonly hasKeyword: boolean;
}

/** Computes every signal of every memory of a pool. */
export function computeSignals(pool: readonly PoolMemory[], query: RankQuery): PoolSignals {
  const sessions = formSessions(pool);
  const trust = pool.length / (pool.length + SCOPE_TRUST);
  const semantic = scaleCosines(pool, { trust, query });
  // In a large scope the best match sets the scale; in a small one, its share of the query does.
  const keywords = scoreKeywords(pool, sessions, {
    terms: query.terms,
    ideal: query.keywordIdeal,
    averageLength: query.averageLength,
    wantedShare: 0.3 + 0.5 * (1 - trust),
  });
  const answers = scoreAnswers(pool, sessions, { semantic, keywords });
  const nearbySemantic = averageNearby(semantic, sessions);
  const roles = new Set(pool.map(({ role }) => role)).size > 1;
  const signals = pool.map((memory, index): Signals => ({
    semantic: semantic?.[index] ?? 0,
    keyword: keywords.own[index] ?? 0,
    answer: answers[index] ?? 0,
    coverage: keywords.coverage[index] ?? 0,
    nearby: keywords.nearby[index] ?? 0,
    nearbySemantic: nearbySemantic[index] ?? 0,
    passage: keywords.passage[index] ?? 0,
    session: keywords.session[index] ?? 0,
    role: roles && memory.role === query.asksFor.role ? 1 : 0,
    ...ownSignals(memory, query),
  }));
  return { signals, hasSemantic: semantic !== null, hasKeyword: query.keywordIdeal > 0 };
}

type OwnSignal = 'actor' | 'date' | 'time' | 'name' | 'firstPerson' | 'asksOnly';

function ownSignals(memory: PoolMemory, query: RankQuery): Pick<Signals, OwnSignal> {
  const has = (trait: keyof typeof TRAITS) => (memory.traits & TRAITS[trait]) !== 0;
  return {
    actor: query.actor !== null && memory.actor === query.actor ? 1 : 0,
    date: query.period ? matchDates(query.period, memory) : 0,
    time: query.asksFor.time && has('mentionsTime') ? 1 : 0,
    name: query.asksFor.name && has('mentionsName') ? 1 : 0,
    firstPerson: has('firstPerson') ? 1 : 0,
    asksOnly: has('holdsQuestion') && memory.statementTokens <= ASKS_ONLY_TOKENS ? 1 : 0,
  };
}

/** Scales cosines to 0..1 by the range of the pool, limited by a fixed range. Null without cosines. */
function scaleCosines(
  pool: readonly PoolMemory[],
  { trust, query }: { trust: number; query: RankQuery },
): number[] | null {
  const cosines = pool.flatMap(({ semantic }) => semantic ?? []);
  if (query.keywordOnly || cosines.length === 0) return null;
  const anchors = query.cosineRange ?? DEFAULT_COSINE_RANGE;
  const floor = Math.max(anchors.floor, trust * cosines.reduce((low, cosine) => Math.min(low, cosine)));
  const ceiling = cosines.reduce((high, cosine) => Math.max(high, cosine), Math.max(anchors.ceiling, floor + 1e-6));
  return pool.map(({ semantic }) => Math.min(1, Math.max(0, ((semantic ?? floor) - floor) / (ceiling - floor))));
}

/** Returns the text score of the previous memory if it ends in a question. */
function scoreAnswers(
  pool: readonly PoolMemory[],
  sessions: readonly Session[],
  { semantic, keywords }: { semantic: readonly number[] | null; keywords: KeywordScores },
): number[] {
  const share = semantic === null ? 0 : SEMANTIC_SHARE;
  const answers = pool.map(() => 0);
  for (const session of sessions) {
    session.forEach((index, place) => {
      const before = place === 0 ? undefined : session[place - 1];
      if (before === undefined || ((pool[before]?.traits ?? 0) & TRAITS.asks) === 0) return;
      answers[index] = share * (semantic?.[before] ?? 0) + (1 - share) * (keywords.own[before] ?? 0);
    });
  }
  return answers;
}

function averageNearby(semantic: readonly number[] | null, sessions: readonly Session[]): number[] {
  const averages: number[] = [];
  for (const session of sessions) {
    const sums = sumWindows(
      session.map((index) => semantic?.[index] ?? 0),
      NEARBY_REACH,
    );
    const sizes = sumWindows(
      session.map(() => 1),
      NEARBY_REACH,
    );
    session.forEach((index, place) => {
      averages[index] = (sums[place] ?? 0) / Math.max(1, sizes[place] ?? 1);
    });
  }
  return averages;
}

/** The time of the event counts fully, the time at which the memory was created half. */
function matchDates(period: Period, { datedAt, createdAt }: PoolMemory): number {
  return Math.max(scoreDateMatch(period, datedAt), scoreDateMatch(period, createdAt) / 2);
}
