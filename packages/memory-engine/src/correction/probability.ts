import { measurePair, type Features, type StatementPair } from './features.js';

export const LINK_THRESHOLD = 0.35;
/** Number of nearest older memories that a new memory is compared with. */
export const LINK_CANDIDATES = 5;
export const LINK_COSINE_MIN = 0.15;

/** Learned by `bench/learn-corrections.ts` from 568 corrections and 4,446 other pairs in seven languages, for all-MiniLM-L6-v2. Version 2. */
const BIAS = -6.227;
const WEIGHTS: Features = {
  cosine: 5.602,
  coverage: 3.394,
  rarest: -0.261,
  shared: -0.209,
  cue: -0.989,
  cueCosine: 4.69,
  oldCue: -1.408,
  subjectDiffers: -2.106,
  oldMainPast: -6.594,
  oldPast: -1.285,
  newMainPast: 1.067,
  newName: 0.272,
  sameValue: -0.029,
  headMissing: -1.228,
  numberDiffers: 0.494,
  bothFirstPerson: -1.054,
  addition: 0.062,
  headShared: -0.076,
  cueCoverage: 2.195,
  negationDiffers: 1.092,
  openingShared: -2.027,
  slot: 4.027,
  slotCosine: 3.77,
  changes: 0.49,
};

/** Returns the probability, 0 to 1, that the newer of two statements makes the older one outdated. */
export function outdatedProbability(pair: StatementPair): number {
  const features = pair.cosine < LINK_COSINE_MIN ? null : measurePair(pair);
  if (!features) return 0;
  const names = Object.keys(WEIGHTS) as (keyof Features)[];
  const sum = names.reduce((total, name) => total + WEIGHTS[name] * features[name], BIAS);
  return 1 / (1 + Math.exp(-sum));
}
