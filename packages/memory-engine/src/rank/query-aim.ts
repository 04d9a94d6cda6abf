import { asksAboutPast } from '../correction/question-tense.js';
import type { QueryAim } from './types.js';

const TIME_QUESTION =
  /^\s*(?:and |so )?(?:when|what (?:date|day|month|year|time)|how long|which (?:day|month|year)|wann|seit wann|wie lange|quand|depuis quand|cuándo|cuando|quando|da quando|wanneer|sinds wanneer)\b|什么时候|何时|いつ/iu;
const NAME_QUESTION =
  /\b(?:who|whom|whose|where|which|name|named|called|what (?:book|movie|film|game|song|city|country|place|band|restaurant|company))\b|(?<!\p{L})(?:wer|wem|wen|wo|welche[rsnm]?|qui|où|quel(?:le)?|quién|dónde|chi|dove|quem|onde|wie|waar|welke)(?!\p{L})|谁|哪里|誰|どこ/iu;
const ASSISTANT_QUESTION =
  /\b(?:did|do|have|had|were|are) you\b|\byou (?:said|say|told|recommend(?:ed)?|suggest(?:ed)?|advised?|gave|mention(?:ed)?|explain(?:ed)?)\b|\byour (?:advice|recommendations?|suggestions?|answer|list|plan|recipe)\b/iu;

/** Returns the kind of answer that a query asks for, judged by its words. */
export function readQueryAim(query: string): QueryAim {
  return {
    time: TIME_QUESTION.test(query),
    name: NAME_QUESTION.test(query),
    role: ASSISTANT_QUESTION.test(query) ? 'assistant' : 'user',
    past: asksAboutPast(query),
  };
}

const MONTH_OR_SEASON =
  'spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december';
const NEWEST = new RegExp(
  `(?<!\\p{L})(?:most recent(?:ly)?|latest|newest|last(?! (?:names?|resort|minute|${MONTH_OR_SEASON})(?!\\p{L}))|zuletzt|neueste[rnsm]?|letzte[rnsm]?|derni[eè]re?s?|últim[oa]s?|más recientes?)(?!\\p{L})`,
  'iu',
);
const OLDEST =
  /(?<!\p{L})(?:earliest|first(?! (?:names?|aid|class|language|place|of)(?!\p{L}))|zuerst|erste[rnsm]?|premi[eè]re?s?|primer[oa]?s?)(?!\p{L})/iu;

/** Returns which of several events a query asks for, judged by its words without those of a relative time. Null: any. */
export function readQueryOrder(text: string): 'newest' | 'oldest' | null {
  if (NEWEST.test(text)) return 'newest';
  return OLDEST.test(text) ? 'oldest' : null;
}
