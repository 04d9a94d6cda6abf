const PAST =
  /\b(?:before|previous(?:ly)?|used to|use to|at first|first(?! (?:name|language|aid|class|floor|thing))|original(?:ly)?|formerly|former|old(?!er|est)|earlier|initial(?:ly)?|was|were|did|had|back then|in the past|until|wasn['’]t|didn['’]t)\b/iu;
const NOT_PAST = /\b(?:how old|years? old|old (?:is|are|am)|had better)\b/iu;

/** Whether an English question asks about a past state rather than the current one. */
export function asksAboutPast(question: string): boolean {
  return PAST.test(question.replace(NOT_PAST, ' '));
}
