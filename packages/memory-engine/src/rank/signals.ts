import { scoreDateMatch } from '../time/dates.js';
import type { Period } from '../time/period.js';
import { NEARBY_REACH, scoreKeywords, type KeywordScores } from './keywords.js';
import { joinMessages } from './joined-messages.js';
import { formSessions, sumWindows, type Session } from './sessions.js';
import { TRAITS, type CosineRange, type PoolMemory, type RankQuery, type Signals } from './types.js';

/** For all-MiniLM-L6-v2: unrelated sentences have about .07, a passage that answers a question about .37. */
const DEFAULT_COSINE_RANGE: CosineRange = { floor: 0, ceiling: 0.5 };
/** Number of memories at which the range of the scope counts as much as the fixed range. */
const SCOPE_TRUST = 20;
/** Share of a neighbor's text score that comes from its embedding. */
const SEMANTIC_SHARE = 0.55;
/** Text score from which on the side that said a memory counts fully: who speaks says nothing about a memory that does not match. */
const ROLE_MATCH = 0.5;
/** A memory that ends in a question and has at most this many content words outside of it only asks. An answer behind its question tells. */
const ASKS_ONLY_TOKENS = 3;

/** Signals of a pool in its order, and which text signals were used. */
export interface PoolSignals {
  readonly signals: readonly Signals[];
  readonly hasSemantic: boolean;
  readonly hasKeyword: boolean;
  /** Position of the message that each memory was extracted from, behind the pool if it is not stored. Null for messages. */
  readonly sources: readonly (number | null)[];
  /** Cosine of the previous memory of the session if that ends in a question. Null without one. */
  readonly askedCosines: readonly (number | null)[];
}

/** Computes every signal of every memory of a pool. */
export function computeSignals(stored: readonly PoolMemory[], query: RankQuery): PoolSignals {
  const { memories: pool, sources } = joinMessages(stored);
  const sessions = formSessions(pool, sources);
  const trust = stored.length / (stored.length + SCOPE_TRUST);
  const semantic = scaleCosines(pool, { trust, query });
  // In a large scope the best match sets the scale; in a small one, its share of the query does.
  const asked = findQuestions(pool, sessions);
  const keywords = scoreKeywords(
    pool,
    { sessions, asked },
    {
      terms: query.terms,
      ideal: query.keywordIdeal,
      averageLength: query.averageLength,
      wantedShare: 0.3 + 0.5 * (1 - trust),
    },
  );
  const nearbySemantic = averageNearby(semantic, sessions);
  const roles = new Set(stored.map(({ role }) => role)).size > 1;
  const linked = scoreLinked(sources, { semantic, keywords });
  // Beside memories without a message, their share must not lift those that repeat a message which is not stored.
  const extractedShare = sources.filter((source) => source !== null).length / Math.max(1, stored.length);
  const signals = stored.map((memory, index): Signals => {
    const place = sources[index] ?? index;
    return {
      semantic: semantic?.[index] ?? 0,
      keyword: (query.keywordOnly ? keywords.own : keywords.withQuestion)[index] ?? 0,
      answer: asked[place] === undefined ? 0 : scoreText({ semantic, keywords }, asked[place]),
      coverage: keywords.coverage[place] ?? 0,
      nearby: keywords.nearby[place] ?? 0,
      nearbySemantic: nearbySemantic[place] ?? 0,
      passage: keywords.passage[place] ?? 0,
      session: keywords.session[place] ?? 0,
      linked: (linked[index] ?? 0) * (place < stored.length ? 1 : extractedShare),
      role:
        roles && memory.role === query.asksFor.role
          ? Math.min(1, scoreText({ semantic, keywords }, index) / ROLE_MATCH)
          : 0,
      ...ownSignals(memory, query),
    };
  });
  return {
    signals,
    hasSemantic: semantic !== null,
    hasKeyword: query.keywordIdeal > 0,
    sources,
    askedCosines: stored.map((_, index) => {
      const question = asked[sources[index] ?? index];
      return question === undefined ? null : (pool[question]?.semantic ?? null);
    }),
  };
}

type OwnSignal = 'actor' | 'date' | 'time' | 'name' | 'anyName' | 'firstPerson' | 'asksOnly';

function ownSignals(memory: PoolMemory, query: RankQuery): Pick<Signals, OwnSignal> {
  const has = (trait: keyof typeof TRAITS) => (memory.traits & TRAITS[trait]) !== 0;
  return {
    actor: query.actor !== null && memory.actor === query.actor ? 1 : 0,
    date: query.period ? matchDates(query.period, memory) : 0,
    time: query.asksFor.time && has('mentionsTime') ? 1 : 0,
    name: query.asksFor.name && has('mentionsName') ? 1 : 0,
    anyName: has('mentionsName') ? 1 : 0,
    firstPerson: has('firstPerson') ? 1 : 0,
    asksOnly: has('asks') && memory.statementTokens <= ASKS_ONLY_TOKENS ? 1 : 0,
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

interface TextScores {
  readonly semantic: readonly number[] | null;
  readonly keywords: KeywordScores;
}

/** Returns the score of a memory's own text. */
function scoreText({ semantic, keywords }: TextScores, index: number): number {
  const share = semantic === null ? 0 : SEMANTIC_SHARE;
  return share * (semantic?.[index] ?? 0) + (1 - share) * (keywords.own[index] ?? 0);
}

/** Returns the text score of the best memory extracted from a message, and of the message for such a memory. */
function scoreLinked(sources: readonly (number | null)[], scores: TextScores): number[] {
  const linked = sources.map(() => 0);
  sources.forEach((source, index) => {
    if (source === null) return;
    linked[index] = Math.max(linked[index] ?? 0, scoreText(scores, source));
    linked[source] = Math.max(linked[source] ?? 0, scoreText(scores, index));
  });
  return linked;
}

/** Returns the position of the memory before each one, if that memory ends in a question. */
function findQuestions(pool: readonly PoolMemory[], sessions: readonly Session[]): (number | undefined)[] {
  const questions: (number | undefined)[] = pool.map(() => undefined);
  for (const session of sessions)
    session.forEach((index, place) => {
      const before = place === 0 ? undefined : session[place - 1];
      if (before !== undefined && ((pool[before]?.traits ?? 0) & TRAITS.asks) !== 0) questions[index] = before;
    });
  return questions;
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
