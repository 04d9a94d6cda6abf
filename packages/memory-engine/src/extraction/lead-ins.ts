// Words in front of a statement that say nothing of its subject: "btw", "oh and", "sounds good, but". And an order behind a statement: "we're
// three, so scale it down please". English, German, French, Spanish, Italian, Portuguese and Dutch.
import { opensCorrection } from '../correction/self-correction.js';
import { readStanding } from '../traits/standing.js';
import { getWords } from '../words/stem.js';
import { wholeWords } from '../words/whole-words.js';
import { findClauses } from './clauses.js';
import { isQuestion } from './statement.js';

interface StatementKinds {
  /** Whether a text is a fact to keep. */
  readonly isStatement: (text: string) => boolean;
  readonly isRequest: (text: string) => boolean;
}

/** Each is also a word of another language, or begins a phrase, except before these words. */
const BEFORE_CLAUSE =
  "(?=(?:i|we|my|our|he|she|they|it|im|ive|i['’]\\p{L}+|we['’]\\p{L}+|it['’]s|no|ik|mijn|wij|hij|ze|het|io|mio|mia|ho|sono|eu|meu|minha|tenho|sou|ich|wir|mein\\p{L}*|unser\\p{L}*|je|j['’]\\p{L}+|mon|ma|mes|nous|on|yo|mis?|me|tengo|soy|please|do|s?hes|bitte)(?!\\p{L}))";
const FILLERS = new RegExp(
  `^(?:(?:${[
    'btw|by the way|fyi|oh+|a+h+|ok(?:ay)?|anyways?|h+m+|mind you',
    '(?:(?:one|another) more(?: thing)?|(?:just )?(?:an? |one |another )?(?:quick|last|other) (?:one|note))(?=[,:])',
    'übrigens|ach(?:so| so)?|naja|na ja|apropos',
    "au fait|bref|d[’']ailleurs|ah oui",
    'por cierto|oye|a propósito',
    "a proposito|comunque|tra l[’']altro|beh",
    'aliás|por falar nisso',
    'trouwens|o ?ja|nou',
    '(?:so|well|ha|haha|e|en|ei|bueno|bom|bon|vale)(?=,)',
  ].join(
    '|',
  )})(?!\\p{L})[,:]? *|(?:so|well|thx|thanks|and|und|et|y|e|en) ${BEFORE_CLAUSE})+(?:[-–—] )?(?=\\p{L}|\\p{N})`,
  'iu',
);
/** Beginnings of phrases that belong to the words behind them. */
const PHRASES =
  /^(?:ok(?:ay)? (?:with|is)|und zwar|et al|y eso|and (?:then|yet|so)|so (?:that|far|long|much|many))(?!\p{L})/iu;

/** The verdict on an answer, at the end of a clause of a few words: "those look great", "das klingt gut", "huevos vale". */
const VERDICT = new RegExp(
  `(?:^|[\\s,])(?:${[
    'good|great|fine|nice|perfect|ok(?:ay)?|lovely|amazing|awesome|brilliant|cool|better|yummy|delicious|tempting|fun|works?|fair(?: enough)?|what you mean',
    'gut|super|toll|passt|prima|perfekt|besser|lecker|schön|klasse|okay|geht',
    'bien|bon|bonne|parfait|génial|top|pas mal|mieux|délicieux',
    'vale|perfecto|genial|bueno|buena|mejor|rico|guay',
    'bene|bello|bella|ottimo|perfetto|buon[oa]|meglio',
    'bom|boa|ótimo|perfeito|legal|beleza|show|melhor',
    'goed|leuk|lekker|beter|mooi',
  ].join('|')})$`,
  'iu',
);
/** A verdict on what belongs to the speaker, or on a person, is a fact. So is one with a time or a reason. */
const ABOUT_LIFE = wholeWords([
  "(?:i|we)(?:['’](?:m|ve|re))?|my|our|he|she|they(?=['’ ]re?)|me|us|ich|wir|mein\\p{L}*|unser\\p{L}*|je|j|mon|ma|mes|nous|notre|nos|yo|mis?|nuestr[oa]s?|io|mi[oae]|miei|nostr[oaie]|eu|meus?|minhas?|ik|mijn|wij|ons|onze",
  'not|never|no|nicht|kein\\p{L}*|nie|non|non|não|niet|geen|was|were|when|if|because',
]);
const CONTRAST =
  /\s*[,;]?\s(?:but|though|except|only|aber|nur|bloß|allerdings|mais|sauf que|pero|solo que|ma|però|mas|só que|maar|alleen)\s+/giu;
const REACTION_WORDS = 5;
/** What a reaction without a contrast begins with: "Perfect, I'm vegan", "Thanks! …". */
const EXCLAIMED =
  /^(?:great|perfect|awesome|amazing|brilliant|fantastic|lovely|cool|nice|good|super|prima|toll|perfekt|parfait|génial|genial|perfecto|perfetto|ottimo|bene|ótimo|perfeito|show|leuk|thanks?|thx|thank you|danke|merci|gracias|grazie|obrigad[oa]|bedankt)(?:[,!]| [-–—]) (?=\p{L})/iu;

/** Where an order may begin behind a statement. */
const JOINTS =
  /\s*(?:[,;]|\s[-–—])\s+(?:(?:so|and|then|dann|also|deshalb|und|donc|alors|et|así que|entonces|y|quindi|allora|e|então|dus|en)\s+)?|\s+(?:so|also|donc|así que|quindi|então|dus)\s+/giu;
/** "Figma, que es donde trabajo": words that ask as well. */
const RELATIVE = /^(?:que|che|qui|où|donde|dove|onde|wo|where|which|who|waar)(?!\p{L})/iu;
/** A verb alone may tell as well in other languages than English: "maakte mijn oma soep". */
const POLITE = wholeWords([
  "please|pl[sz]|bitte|s[’']il (?:te|vous) plaît|stp|svp|por ?fa(?:vor)?|per favore|alsjeblieft|graag",
]);
const JOINED = /\p{L}/u;
/** Behind "so", a verb without a subject orders something. */
const SO_DO =
  /^(?:put|keep(?! in mind)|make|swap|skip|pick|leave|go (?:with|for)|build|use|do|give|take|cut|try)(?!\p{L})/iu;
const CONDITION = /^(?:if|when|wenn|als|si|se|quand|cuando|quando|toen)(?!\p{L})/iu;
const LEAST_WORDS = 3;

/**
 * Returns a sentence without what only leads to its statement or asks for something behind it, as far as the rest is a statement by itself.
 * A sentence that takes something back stays whole: its first words say so.
 */
export function withoutLeadIn(sentence: string, kinds: StatementKinds): string {
  if (opensCorrection(sentence)) return sentence;
  const begun = cutFillers(sentence, kinds);
  const stated = cutReaction(begun, kinds);
  return cutOrderBehind(stated, kinds);
}

/** Keeps the capital letter at the beginning. */
const begin = (rest: string, whole: string) =>
  /^\p{Lu}/u.test(whole) ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;

const isAlone = (text: string, { isStatement }: StatementKinds) =>
  getWords(text).length >= LEAST_WORDS && isStatement(text);

function cutFillers(sentence: string, kinds: StatementKinds): string {
  const filler = PHRASES.test(sentence) ? null : FILLERS.exec(sentence);
  if (!filler) return sentence;
  const rest = begin(sentence.slice(filler[0].length), sentence);
  return isAlone(rest, kinds) || kinds.isRequest(rest) ? rest : sentence;
}

function cutReaction(sentence: string, kinds: StatementKinds): string {
  for (const { 0: contrast, index } of sentence.matchAll(CONTRAST)) {
    const reaction = sentence.slice(0, index);
    if (getWords(reaction).length > REACTION_WORDS) break;
    if (!VERDICT.test(reaction) || ABOUT_LIFE.test(reaction)) continue;
    const rest = begin(sentence.slice(index + contrast.length), sentence);
    return isAlone(rest, kinds) || kinds.isRequest(rest) ? rest : sentence;
  }
  const exclaimed = EXCLAIMED.exec(sentence);
  if (!exclaimed) return sentence;
  const rest = begin(sentence.slice(exclaimed[0].length), sentence);
  return isAlone(rest, kinds) && ABOUT_LIFE.test(rest) ? rest : sentence;
}

/** Whether one of the clauses behind an order's first one states something. */
const tellsMore = (order: string, kinds: StatementKinds) =>
  findClauses(order).some(({ from, to }) => from > 0 && isAlone(order.slice(from, to), kinds));

/** "i cant drive so make it by train": an order for the moment. A wish for later answers belongs to its reason. */
function cutOrderBehind(sentence: string, kinds: StatementKinds): string {
  if (/["“”„«»?]/u.test(sentence)) return sentence;
  for (const { 0: joint, index } of sentence.matchAll(JOINTS)) {
    const [stated, order] = [sentence.slice(0, index), sentence.slice(index + joint.length)];
    const isDone = /so\s+$/iu.test(joint) && SO_DO.test(order);
    const isAsked = isQuestion(order) || POLITE.test(order) || (JOINED.test(joint) && kinds.isRequest(order));
    if (!isDone && (!isAsked || kinds.isStatement(order))) continue;
    if (RELATIVE.test(order) || CONDITION.test(stated) || kinds.isRequest(stated)) continue;
    if (isAlone(stated, kinds) && !tellsMore(order, kinds) && !readStanding(sentence).instruction) {
      const [end = ''] = /[.!]*$/u.exec(sentence) ?? [];
      return `${stated}${end}`;
    }
  }
  return sentence;
}
