import { measurePair, type Features, type StatementPair } from './features.js';

export const LINK_THRESHOLD = 0.35;
/** Number of nearest older memories that a new memory is compared with. */
export const LINK_CANDIDATES = 5;
export const LINK_COSINE_MIN = 0.15;

/** Learned by logistic regression from 213 corrections and 4,744 other pairs, for all-MiniLM-L6-v2. Version 1. */
const BIAS = -5.219;
const WEIGHTS: Features = {
  cosine: 3.612,
  coverage: -0.462,
  rarest: 0.974,
  shared: 0.765,
  cue: -0.43,
  cueCosine: 3.431,
  oldCue: -0.397,
  subjectDiffers: -1.967,
  oldMainPast: -2.268,
  oldPast: -1.217,
  newMainPast: 0.834,
  newName: 0.391,
  sameValue: -0.499,
  headMissing: -0.796,
  numberDiffers: 0.222,
  bothFirstPerson: -0.722,
  addition: -0.359,
  headShared: 0.08,
  cueCoverage: 0.077,
  negationDiffers: 0.298,
  openingShared: -0.714,
};

/** Returns the probability, 0 to 1, that the newer of two English statements makes the older one outdated. */
export function outdatedProbability(pair: StatementPair): number {
  const features = pair.cosine < LINK_COSINE_MIN ? null : measurePair(pair);
  if (!features) return 0;
  const names = Object.keys(WEIGHTS) as (keyof Features)[];
  const sum = names.reduce((total, name) => total + WEIGHTS[name] * features[name], BIAS);
  return 1 / (1 + Math.exp(-sum));
}
