/** What the programs that learn weights, scores and answerability read: the parts of a score before they are added. */
export { withText } from './rank/answerability.js';
export { readScoreValues, SCORE_WEIGHTS, scoreValueNames } from './rank/score.js';
export { getInverseDocumentFrequency } from './rank/query-plan.js';
export { sumMemories } from './rank/rank.js';
export { findRepeats } from './rank/repeats.js';
export { computeSignals } from './rank/signals.js';
export { FACT_WEIGHTS, RANK_WEIGHTS, signalNames, type SignalWeights } from './rank/weights.js';
export { measurePair } from './correction/features.js';
export { compareSlots } from './correction/slots.js';
export { readRelevanceValues, type RelevanceValues } from './rank/relevance.js';
export { readLikelyWords } from './extraction/likely-words.js';
export { featureCount, featuresOf, wordsBefore } from './extraction/secret-likelihood.js';
export { chooseSpans, maskLikely, weighWords } from './extraction/likely-secrets.js';
export { finishSteps } from './steps.js';
