/** Everything that a memory engine does without a database, a network and a caller. */
export { type Category, DEFAULT_CATEGORIES, categorize } from './categories/categorize.js';
export {
  CATEGORY_THRESHOLDS,
  type CategoryThresholds,
  categoryTexts,
  refineCategories,
} from './categories/category-similarity.js';
export {
  chooseLinks,
  FURTHER_LINK_THRESHOLD,
  LINK_CANDIDATES,
  LINK_COSINE_MIN,
  LINK_THRESHOLD,
  LINKS_MAX,
  outdatedProbability,
  unnamedProbability,
} from './correction/probability.js';
export { asksAboutPast } from './correction/question-tense.js';
export { LINKED_RESULTS, raiseByLinks } from './correction/reorder.js';
export { formatCsvRecord, readCsvCell } from './csv.js';
export { canonicalFilter } from './export/filter.js';
export { exportRecord } from './export/record.js';
export { readSchema } from './export/schema.js';
export { collectShape, toObjectInShape } from './export/shape.js';
export { type ExportFormat, exportWriter, splitText } from './export/writer.js';
export { readEventDate } from './extraction/event-date.js';
export { type ExtractMessage, type ExtractedFact, extractFacts, extractInSteps } from './extraction/extract.js';
export { readRuleInstructions } from './extraction/instructions.js';
export { isLikelyChatter, isLikelyFact, mayBeChatter } from './extraction/learned-chatter.js';
export { findLeftOut, type LeftOutReason } from './extraction/left-out.js';
export { redactCorrection } from './extraction/secret-corrections.js';
export { removeLikely, weighMessage, type SecretWeights, type WeighedMessage } from './extraction/likely-secrets.js';
export { listPassages, withReadings, type SecretPassage } from './extraction/secret-passages.js';
export { hasSecret, redactContinued, redactInSteps, redactSecrets } from './extraction/secrets.js';
export { type Instants, readInstants } from './filter/filter-times.js';
export { type Json, isJsonObject, isStorable, toStorableJson } from './filter/filter-values.js';
export {
  type Comparison,
  type EntityField,
  type MemoryFilter,
  type Range,
  everything,
  hasPositiveEntity,
  parseFilter,
} from './filter/filter.js';
export { InputError } from './input-error.js';
export { relaxFilter } from './filter/relax-filter.js';
export { type MemoryModel, type ProfileWish, generateProfile } from './profile/build.js';
export { summarize } from './profile/groups.js';
export { readProfileSchema } from './profile/schema.js';
export { type ExplainedResult, scaleRank, setRank, setScore } from './rank/adjust.js';
export { getDecayFactor, touchesMax } from './rank/decay.js';
export { feedbackFactor } from './rank/feedback.js';
export {
  type QueryLexemes,
  listMisspeltForms,
  listQueryForms,
  readQueryTopics,
  type QueryTopics,
  mergeCounts,
  mergeMatches,
  separateForms,
  withForms,
} from './rank/merge-forms.js';
export { INSTRUCTIONS_MAX, pickInstructions } from './rank/instructions.js';
export { readQueryAim, readQueryOrder } from './rank/query-aim.js';
export { readAnswerKind } from './rank/answer-kind.js';
export { listFactsToRead, orderByReadings, type Readings } from './rank/readings.js';
export { type AnswerSigns, estimateAnswerability, type FirstRead } from './rank/answerability.js';
export { BM25, type QueryPlan, expectDenseQuery, planQuery } from './rank/query-plan.js';
export { type Explanation, type RankedMemory, rankMemories } from './rank/rank.js';
export { estimateRelevance } from './rank/relevance.js';
export { type ScopeSample, chooseLexemeSets, estimateScopeTerms } from './rank/scope-sample.js';
export { type ScopeTerms, countScopeTerms } from './rank/scope-terms.js';
export { CORRECTED_SHARE, correctSpelling, isCompoundOf, mayBeMisspelt, toCompoundPart } from './rank/spelling.js';
export { TRAITS, type PoolMemory, type RankQuery } from './rank/types.js';
export { readTraits, TRAITS_VERSION } from './traits/traits.js';
export { runInSlices, startSlices } from './run-in-slices.js';
export { mapInSteps, type Steps } from './steps.js';
export { type QueryTime, readQueryTime } from './time/dates.js';
export { getTimeZoneOffset, isTimeZone } from './time/time-zone.js';
export { withApostrophes } from './words/contractions.js';
export { listWordings } from './words/wordings.js';
export { getSameWords } from './words/concepts.js';
export { hasCompounds, mayShareLanguage } from './words/function-words.js';
export { type KnownNames, type NameScope, learnNames, queryWords } from './words/names.js';
export { splitSubjects } from './rank/subjects.js';
export { readAliases, replaceAliases } from './words/aliases.js';
export { listFactsOfOthers } from './words/fact-owner.js';
