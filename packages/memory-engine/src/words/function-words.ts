import { isStopWord } from './stop-words.js';

// Words of other languages that say nothing about a topic, as those of `stop-words.ts` in English: the database knows the English ones only. Without
// accents.
const FUNCTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  English: toSet(
    'what who whom whose when where which why how is are was were do does did am have has the my our your his her of for with you i we',
  ),
  German: toSet(
    'ich du er sie es wir ihr mich mir dich dir uns euch ihm ihn ihnen mein meine meinen meinem meiner meines dein deine deinen unser unsere unseren unserem unserer sein seine seinen ihre ihren ' +
      'der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber nicht nur auch noch schon sehr mal denn doch hier da dort jetzt gerade zuletzt ' +
      'in im an am auf aus bei beim mit nach von vom vor zu zum zur fur gegen uber unter um ohne durch seit bis als wie wenn dass ob ' +
      'wer wem wen wessen was wo wohin woher wann warum wieso weshalb welche welcher welches welchen welchem wogegen womit wofur wieviel viel viele hoch ' +
      'ist bin bist sind seid war waren habe hast hat haben habt hatte wird werden wurde kann konnen muss mussen soll will wollen mochte mag darf gibt gern gerne ' +
      'heisst heisse heissen heiss nennt gehort steht stehen stehe mache macht machen hin alles etwas',
  ),
  French: toSet(
    'je j tu il elle on nous vous ils elles me m moi te t toi se s lui leur mon ma mes ton ta tes son sa ses notre nos votre vos leurs ' +
      'le la l les un une des du de d et ou mais ne n pas plus aussi tres en dans sur sous avec sans pour par chez a au aux depuis entre vers ' +
      'qui que qu quoi quel quelle quels quelles ou quand comment pourquoi combien lequel laquelle ce c cet cette ces ca cela ' +
      'est suis es sommes etes sont etait ai as avons avez ont aurai fait fais faire faut peux peut veux veut voudrais voudrions voulons dois doit ' +
      'appelle appelles appellent s’appelle quelque moment est-ce y',
  ),
  Spanish: toSet(
    'yo tu el ella nosotros vosotros ellos ellas usted ustedes me te se nos os lo la los las le les mi mis tu tus su sus nuestro nuestra nuestros nuestras ' +
      'un una unos unas del de al a en con sin por para sobre desde hasta entre y e o u ni pero no si muy mas tambien ya que porque como ' +
      'quien quienes que cual cuales cuando cuanto cuanta cuantos cuantas donde adonde ' +
      'es son soy eres somos era fue esta estan estoy estamos ser estar he has ha hemos han haber hay tengo tienes tiene tenemos tienen tener hago hace hacer quiero quiere queremos debo debe puedo puede ' +
      'llama llamas llaman llamo esto ese esa eso este',
  ),
  Italian: toSet(
    'io tu lui lei noi voi loro mi ti si ci vi il lo la i gli le un uno una e o ma non di del della dei a al alla da dal in nel nella con su per tra fra ' +
      'mio mia miei mie tuo tua suo sua nostro nostra chi che cosa quale quali come dove quando quanto quanti perche sono sei siamo ho hai ha abbiamo hanno chiama chiamano questo',
  ),
  Portuguese: toSet(
    'eu tu voce ele ela nos eles elas me te se o a os as um uma e ou mas nao de do da dos das em no na nos nas com por para ' +
      'meu minha meus minhas teu seu sua nosso nossa quem que qual quais como onde quando quanto quantos porque sou somos estou esta tenho tem temos chama chamam fica',
  ),
  Dutch: toSet(
    'ik jij je hij zij wij we mij me ons mijn jouw zijn haar onze de het een en of maar niet in op aan bij met naar van voor uit over ' +
      'wie wat waar wanneer waarom hoe hoeveel welke welk is ben bent was heb hebt heeft hebben heet heten doe doet',
  ),
};

/** Returns the words of a text, between single spaces. */
export function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Returns a word as the database folds it: lowercase and without accents. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  // Most words are ASCII, and normalizing takes most of the time.
  if (/^\p{ASCII}*$/u.test(lower)) return lower;
  return lower.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('œ', 'oe');
}

/** Whether a word is a function word of any of these languages. */
export function isFunctionWord(word: string): boolean {
  const folded = foldWord(word);
  return isStopWord(folded) || Object.values(FUNCTION_WORDS).some((known) => known.has(folded));
}

/** Whether a word without accents is a function word of a language, given by its English name. */
export function isFunctionWordOf(language: string, folded: string): boolean {
  return FUNCTION_WORDS[language]?.has(folded) === true || (language === 'English' && isStopWord(folded));
}

/** Returns the function words of the language of a query. Null: English, or too short to tell. */
export function findForeignFunctionWords(words: readonly string[]): ReadonlySet<string> | null {
  const language = findForeignLanguage(words);
  return language === null ? null : (FUNCTION_WORDS[language] ?? null);
}

/** "avons-nous", "a-t-elle", "dis-moi", but not "rendez-vous" and "qu'en-dira-t-on", which are nouns. */
const INVERSION = /(?<!^rendez|en-dira)-(?:t-)?(?=(?:je|tu|ils?|elles?|on|nous|vous|ce|moi)$)/iu;

/** Returns the words that an apostrophe or the hyphen of a French question joins. */
const splitJoined = (folded: string) =>
  /['’-]/u.test(folded) ? folded.split(/['’]/u).flatMap((part) => part.split(INVERSION)) : [folded];

/** Returns the English name of the language of a query. Null: English, or too short to tell. */
export function findForeignLanguage(words: readonly string[]): string | null {
  const folded = words.flatMap((word) => splitJoined(foldWord(word)));
  let best: { count: number; language: string | null } = { count: 1, language: null };
  for (const [language, known] of Object.entries(FUNCTION_WORDS)) {
    const count = folded.filter((word) => known.has(word)).length;
    if (language === 'English' ? count >= best.count : count > best.count) best = { count, language };
  }
  return best.count > 1 && best.language !== 'English' ? best.language : null;
}

/**
 * Returns the English names of the languages that a text may be in, by its function words.
 * @param clearlyMore a language is ruled out if another one has this many more words of the text
 */
export function findPossibleLanguages(words: readonly string[], clearlyMore = 2): ReadonlySet<string> {
  const folded = new Set(words.flatMap((word) => splitJoined(foldWord(word))));
  const counts = Object.entries(FUNCTION_WORDS).map(([language, known]) => ({
    language,
    count: [...folded].filter((word) => known.has(word)).length,
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  return new Set(counts.filter(({ count }) => count > most - clearlyMore).map(({ language }) => language));
}

/** Whether two texts may be in one language, by their function words. Null: one of them is too short to tell. */
export function mayShareLanguage(text: string, other: string): boolean | null {
  const [own, others] = [readLanguages(text), readLanguages(other)];
  if (own.length === 0 || others.length === 0) return null;
  return own.some((language) => others.includes(language));
}

/** Returns the languages that have most of the function words of a text. Empty: it has none. */
function readLanguages(text: string): readonly string[] {
  const words = (text.match(/[\p{L}\p{M}'’-]+/gu) ?? []).flatMap((word) => splitJoined(foldWord(word)));
  const counts = Object.keys(FUNCTION_WORDS).map((language) => ({
    language,
    count: words.filter((word) => isFunctionWordOf(language, word)).length,
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  return counts.flatMap(({ language, count }) => (most > 0 && count === most ? [language] : []));
}

/** "j'habite", "l'école", "dell'amico". */
const ELISION = /^(?:[cdjlmnst]|qu|dell|nell|all|un)['’](?=\p{L})/iu;

/** A query of a few words shows its language by its first one: "wann geboren", "cuándo nací", "mijn verjaardag". None of these is English. */
const OPENERS = toSet(
  'wann wer warum woher mein meine meinen unser unsere quand quel quelle mon ma mes notre cuando donde cual quien mi mis nuestro nuestra quando dove quale mio miei chi onde quem qual meu minha meus minhas wanneer waar hoe mijn onze',
);
const SHORT_QUERY_WORDS = 3;

/** Returns the words of a query without those that only a language needs, or all if no other is left. */
export function keepTopicWords(words: readonly string[]): readonly string[] {
  const language = findForeignLanguage(words);
  const [first = '', ...others] = words;
  if (language === null && words.length <= SHORT_QUERY_WORDS && others.length > 0 && OPENERS.has(foldWord(first)))
    return others;
  const foreign = language === null ? undefined : FUNCTION_WORDS[language];
  if (!foreign) return words;
  const isFrench = language === 'French';
  const bare = words.map((word) => {
    const own = word.replace(ELISION, '');
    return (isFrench && own.split(INVERSION)[0]) || own;
  });
  const kept = bare.filter((word) => !splitJoined(foldWord(word)).every((part) => foreign.has(part)));
  return kept.length > 0 ? [...new Set(kept)] : words;
}

/** Whether a query is in a language that writes compounds as one word. */
export function hasCompounds(query: string): boolean {
  const language = findForeignLanguage(query.match(/[\p{L}\p{M}'’-]+/gu) ?? []);
  return language === 'German' || language === 'Dutch';
}
