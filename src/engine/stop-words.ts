/**
 * English function words: the list that Postgres ships for its `english` text search configuration, without the apostrophe forms.
 * Words on it carry no topic, so they are never a name and never enough to search with.
 */
const FUNCTION_WORDS = new Set(
  (
    'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself ' +
    'they them their theirs themselves what which who whom this that these those am is are was were be been being have has had ' +
    'having do does did doing a an the and but if or because as until while of at by for with about against between into through ' +
    'during before after above below to from up down in out on off over under again further then once here there when where why ' +
    'how all any both each few more most other some such no nor not only own same so than too very s t can will just don should now'
  ).split(' '),
);

/** Words that a question about someone is made of and that say nothing about the topic. */
const QUESTION_WORDS = new Set(
  (
    'tell know remember say said think recall find show list give would could may might must shall get got anything everything ' +
    'something thing things info information fact facts detail details whose also ever please like kind type sort name called'
  ).split(' '),
);

/** True for an English function word, in any case. */
export function isStopWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.toLowerCase());
}

/** True when the word carries some topic: neither a function word nor one of the verbs and nouns that any question is made of. */
export function isTopicWord(word: string): boolean {
  const lower = word.toLowerCase().replace(/['’]\p{L}*$/u, '');
  return /[\p{L}\p{N}]/u.test(lower) && !FUNCTION_WORDS.has(lower) && !QUESTION_WORDS.has(lower);
}
