import { asSpeaker, type StatementPair } from './as-speaker.js';
import { recounts } from './counts.js';
import { respells } from './self-correction.js';
import { measurePair, type Features } from './features.js';

export const LINK_THRESHOLD = 0.35;
/** Number of nearest older memories that a new memory is compared with. */
export const LINK_CANDIDATES = 5;
export const LINK_COSINE_MIN = 0.15;
/** Maximum number of older memories that one memory makes outdated: a fact is often said in several wordings. */
export const LINKS_MAX = 3;
/** Probability from which a link is kept beside a better one. Below, the second of two links is mostly wrong. */
export const FURTHER_LINK_THRESHOLD = 0.6;

/** Learned by `bench/learn-corrections.ts` from 667 corrections and 5,944 other pairs in seven languages, for all-MiniLM-L6-v2. Version 3. */
const BIAS = -6.871;
const WEIGHTS: Features = {
  cosine: 7.625,
  coverage: 1.468,
  shared: 1.017,
  cue: -0.427,
  cueCosine: 3.597,
  oldCue: -0.724,
  subjectDiffers: -0.384,
  oldMainPast: -4.347,
  oldPast: -1.192,
  newMainPast: 0.245,
  sameValue: -1.039,
  headMissing: -0.623,
  numberDiffers: 0.154,
  samePerson: -1.144,
  cueCoverage: -1.197,
  negationDiffers: 1.279,
  openingShared: -2.456,
  slot: 4.649,
  openSlot: 2.303,
  sameThingNumber: 2.598,
  speakerSlot: -1.155,
  endCosine: 3.957,
  switchSlot: -0.335,
  addsBeside: -5.01,
  addsToCount: 0.512,
  trip: -0.701,
  ownDiffer: -1.369,
  subjectsDiffer: -2.235,
  sameThing: 1.702,
  narrower: -4.506,
  otherOwner: -7.611,
  namedInPassing: -3.293,
  ended: -1.842,
  switched: 0.716,
  now: 0.51,
  withoutSpeaker: -0.748,
  openingNow: 2.137,
  namedChange: 2.092,
  namedGone: 1.016,
  coverageNow: -1.119,
};

/** The newer spelling comes first, and the older statement, which says whose name it is, is never hidden. */
const RESPELLED = 0.6;
/** Two statements of the same form about the same thing, whose numbers differ. */
const RECOUNTED = 0.9;

/** Returns the probability, 0 to 1, that the newer of two statements makes the older one outdated. */
export function outdatedProbability(given: StatementPair): number {
  const pair = asSpeaker(given);
  if (pair.cosine >= LINK_COSINE_MIN && respells(pair.older, pair.newer)) return RESPELLED;
  if (pair.cosine >= LINK_COSINE_MIN && recounts(pair.older, pair.newer)) return RECOUNTED;
  const features = pair.cosine < LINK_COSINE_MIN ? null : measurePair(pair);
  if (!features) return 0;
  const names = Object.keys(WEIGHTS) as (keyof Features)[];
  const sum = names.reduce((total, name) => total + WEIGHTS[name] * features[name], BIAS);
  return 1 / (1 + Math.exp(-sum));
}

/** Of so many corrections, a language model that reads both statements leaves one unnamed. */
const NAMED_BY_MODEL = 50;
/** Less than what leaves a memory out of the latest ones. */
const UNNAMED_MAX = 0.6;

/**
 * Returns the lower probability that remains when a language model read both statements and named no correction. Rules know a person by "I" only:
 * of statements that call the speaker by name, as models write them, they take far too many for corrections.
 */
export function unnamedProbability(probability: number): number {
  return Math.min(UNNAMED_MAX, probability / (probability + NAMED_BY_MODEL * (1 - probability)));
}

/** Probability from which the nearer of two older memories is the better link. */
const SURE = 0.95;

/** Chooses among the older memories that one memory may make outdated, best first. */
export function chooseLinks<Pair extends { readonly probability: number; readonly cosine: number }>(
  pairs: readonly Pair[],
): Pair[] {
  const toRank = ({ probability, cosine }: Pair) => Math.min(probability, SURE) + (probability < SURE ? 0 : cosine);
  return pairs
    .filter(({ probability }) => probability >= LINK_THRESHOLD)
    .toSorted((one, other) => toRank(other) - toRank(one))
    .filter(({ probability }, place) => place === 0 || probability >= FURTHER_LINK_THRESHOLD)
    .slice(0, LINKS_MAX);
}
