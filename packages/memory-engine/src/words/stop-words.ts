// English function words: the list of the Postgres text search configuration `english`, without apostrophe forms.
// They carry no topic, so they are never names and never enough for a search.
const FUNCTION_WORDS = new Set(
  (
    'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself ' +
    'they them their theirs themselves what which who whom this that these those am is are was were be been being have has had ' +
    'having do does did doing a an the and but if or because as until while of at by for with about against between into through ' +
    'during before after above below to from up down in out on off over under again further then once here there when where why ' +
    'how all any both each few more most other some such no nor not only own same so than too very s t can will just don should now'
  ).split(' '),
);

/** Words of questions about someone that say nothing about the topic. */
const QUESTION_WORDS = new Set(
  (
    'tell know remember say said think recall find show list give would could may might must shall get got anything everything ' +
    'something thing things info information fact facts detail details whose also ever please like kind type sort name called'
  ).split(' '),
);

/** Whether a word is an English function word, in any case. */
export function isStopWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.toLowerCase());
}

/** Whether a word carries a topic: neither a function word nor a word that any question may contain. */
export function isTopicWord(word: string): boolean {
  const lower = word.toLowerCase().replace(/['’]\p{L}*$/u, '');
  return /[\p{L}\p{N}]/u.test(lower) && !FUNCTION_WORDS.has(lower) && !QUESTION_WORDS.has(lower);
}
