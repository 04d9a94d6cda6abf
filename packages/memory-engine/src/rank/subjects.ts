import { createStopReader } from '../extraction/sentences.js';

const QUESTION_WORD =
  /^(?:when|where|who|whom|whose|what|which|why|how|is|are|was|were|do|does|did|can|may|has|have|wann|wo|wer|wem|wen|was|welche[rsnm]?|warum|wie|quand|où|qui|que|quoi|quel(?:le)?s?|comment|pourquoi|combien|cuándo|dónde|quién|qué|cuál|cómo|cuánt[oa]s?|quando|dove|chi|che|cosa|quale|come|perché|quanto|onde|quem|qual|wanneer|waar|wie|wat|welke|hoe)(?![\p{L}'’])/iu;
const BETWEEN = / ?[,;] ?(?:(?:and|und|et|y|e|en) )?| (?:and|und|et|y|e|en) /iu;
const SUBJECTS_MAX = 5;

/**
 * Returns the subjects of a query that names several: "When is the standup and who leads Heron?", "the budget, the rota and the printer".
 * Empty for a query with one subject. "When do Milo and Lena swim?" is one.
 */
export function splitSubjects(query: string): readonly string[] {
  const sentences = splitAtStops(query.replaceAll(/\s+/gu, ' ')).filter((sentence) => /\p{L}/u.test(sentence));
  const parts = sentences.flatMap(splitSentence);
  return parts.length > 1 && parts.length <= SUBJECTS_MAX ? parts : [];
}

/** "How old is Mrs. Lindqvist?" is one sentence. */
function splitAtStops(query: string): readonly string[] {
  const goesOn = createStopReader(query);
  const sentences: string[] = [];
  let start = 0;
  for (const { index } of query.matchAll(/(?<=[?!.;]) /gu)) {
    if (goesOn(index + 1)) continue;
    sentences.push(query.slice(start, index));
    start = index + 1;
  }
  return [...sentences, query.slice(start)];
}

function splitSentence(sentence: string): readonly string[] {
  const parts = sentence.trim().split(BETWEEN);
  if (!QUESTION_WORD.test(sentence.trim())) return parts.every((part) => /\p{L}{2}/u.test(part)) ? parts : [sentence];
  return parts.every((part) => QUESTION_WORD.test(part)) ? parts : [sentence];
}
