// Lines that hold a request and a statement, without punctuation between them, "give me a recipe im vegan", "bin vegan was kann ich kochen", or
// with a comma: "make it shorter, I like short answers".
import { SPEAKER_VERBS } from '../words/speaker-verbs.js';
import { spellOut } from '../words/typed-words.js';
import { findForeignLanguage } from '../words/function-words.js';
import { wholeWords } from '../words/whole-words.js';
import { beginsRequest } from './request-words.js';
import { tellsLasting, tellsOurWay, tellsPlan } from './joined-facts.js';
import { beginsOwnClause } from './subject-clauses.js';

/** The speaker with a verb that no question has behind them: "im", "ich habe", "soy". */
const SPEAKER_IS = new RegExp(
  `^(?:${[
    `(?:${SPEAKER_VERBS}|bin)(?! (?:ich|ik)(?!\\p{L}))`,
    "i['’]?m|i['’]?ve|we['’](?:re|ve)|(?:i|we) (?:am|are|have(?! to)|live|work|own|hate|love|like|moved|don['’]?t|can['’]?t|cannot|never|always|only|also|just|eat|drink|play|study|drive|got)",
    '(?:ich|wir) (?:bin|sind|habe?n?|wohne?n?|leben?|arbeite?n?|mag|mögen|esse?n?|trinke?n?|heiße|vertrage?|nehme|fahre?|hasse|liebe|bekomme|darf kein\\p{L}*|war|hatte)',
    "je suis|j['’](?:ai|habite|adore|aime)|je (?:mange|bois|vis|travaille|déteste|bosse|viens|n['’]|ne)|on (?:est|habite|vit)",
    'odio|no (?:como|bebo|me gusta)|me llamo|somos|tenemos|vivimos|me acabo|me mud[oeé]',
    'non (?:mangio|bevo|mi piace)|mi chiamo|siamo|abbiamo|viviamo|abitiamo',
    'tô|odeio|(?:não|n) (?:como|bebo|gosto)|me chamo|temos|eu (?:sou|tenho|tô|to|estou|moro|odeio|trabalho)|acabei',
    '(?:ik|we|wij) (?:ben|zijn|heb|hebben|woon|wonen|werk|werken|eet|drink|hou|lust|haat|heet|rij|studeer)',
  ].join('|')}) \\S+ ?\\S`,
  'iu',
);
/** Words before a clause that belongs to them: conjunctions, question words, auxiliary verbs, verbs of saying. */
const TIES = new RegExp(
  `${
    wholeWords([
      "(?:do|does|did|is|are|was|were|has|have|had|can|could|should|would|will|shall|may|might|must|am|wo)(?:n['’]?t)?",
      'if|whether|that|what|where|when|how|who|why|which|than|think|thinks|know|say|says|said|told|guess|believe|remember|like|pretend|imagine|wonder|forgot|sure|for|with|about|of|to',
      'dass|ob|wenn|was|wo|wann|wie|wer|warum|als|denke|glaube|weiß|welche\\p{L}?|für|mit|von|bei|ist|sind|war|hat|heißt|soll|kann|muss|darf|ich',
      "ci|lo|que|qu['’]?|si|quand|où|comment|pourquoi|comme|qui|sais|pense|crois|pour|avec|de|est|sont|je|tu|cuando|donde|como|creo|sé|se|quien|cual|para|con|es|son|è|é",
      'che|ore|quando|dove|come|quanto|quanti|quali|chi|so|penso|credo|per|con|di|onde|sei|acho|quem|qual|não|non|no',
      'dat|of|als|wat|waar|wanneer|hoe|wie|weet|denk|vind|alsof|voor|met|van|heeft|kan|moet|zal|mag',
    ]).source
  }\\s*$`,
  'iu',
);
/** "The eggs i have left": a clause about the noun before it. */
const ABOUT_NOUN =
  /(?<!\p{L})(?:the|this|that|these|those|every|all|any\p{L}*|some\p{L}*|le|i|gli|questi|queste) (?:\p{L}+ )?$/iu;
/** What is to be translated, written or said is no statement: "translate i am vegan". So is what is only imagined. */
const GIVES_WORDS = wholeWords([
  'if|imagine|pretend|suppose|tell (?!me|us)\\p{L}+|translate|say|says|saying|spell|rephrase|correct|grammar|sentence|means?|message|text|email|letter|caption',
  'wenn|stell|übersetz\\p{L}*|formulier\\p{L}*|korrigier\\p{L}*|satz|heißt|nachricht|mail|brief',
  'si|imagine|tradui\\p{L}*|corrige|phrase|dire|écri\\p{L}*|traduce|di|decir|escrib\\p{L}*|imagina|se|traduci|scriv\\p{L}*|correggi|traduz\\p{L}*|escrev\\p{L}*|finge|dizer|als|vertaal|schrijf|zeg|alsof|doe',
]);
/** "Act as a doctor, I have a cold." */
const PLAYS = /(?<!\p{L})(?:act|role|game|play|you are|you['’]re|spiel|joue|juega|gioca)(?!\p{L})/iu;
/** "Im" is "I'm" without its apostrophe, and "in the" in German. */
const isGerman = (text: string) => findForeignLanguage(text.match(/\p{L}+/gu) ?? []) === 'German';
const isPunctuated = (text: string) => /[.,:;!?¿¡"“„«()\n]/u.test(text);

const LOOK_AHEAD = 80;

/** Returns where words begin, without the first one. */
export const listStarts = (text: string) => Array.from(text.matchAll(/(?<=\s)\S/gu), ({ index }) => index);

const ENDS_JOINING = /\s(?:and|n|so|und|et|y|e|en)\s*$/iu;

export interface LineKinds {
  readonly isRequest: (text: string) => boolean;
  /** Whether a text is a fact to keep. */
  readonly isStatement: (text: string) => boolean;
}

/** Ends an order at a comma, if what the speaker says behind it lasts. */
function splitBehindOrder(sentence: string, { isRequest }: LineKinds): string[] {
  if (/["“”„«»():?¿\n]/u.test(sentence)) return [sentence];
  for (const { 0: pause, index } of sentence.matchAll(/[,;] |\s[-–—] /gu)) {
    const [order, rest] = [sentence.slice(0, index), sentence.slice(index + pause.length)];
    if (![tellsLasting, tellsPlan, tellsOurWay, beginsOwnClause].some((tells) => tells(rest))) continue;
    return isRequest(order) && !GIVES_WORDS.test(order) && !PLAYS.test(order) ? [order, rest] : [sentence];
  }
  return [sentence];
}

/**
 * Splits a line without punctuation where a request ends and a statement of the speaker begins, and where a request begins, and
 * another one behind an order. Returns other sentences as they are.
 */
export function splitRunOn(sentence: string, kinds: LineKinds): string[] {
  if (isPunctuated(sentence)) return splitBehindOrder(sentence, kinds);
  const meant = spellOut(sentence);
  const asks = kinds.isRequest(meant);
  const at = listStarts(sentence).find((start) => {
    const typed = sentence.slice(start, start + LOOK_AHEAD);
    const rest = meant === sentence ? typed : spellOut(typed);
    const begins = asks ? SPEAKER_IS.test(rest) || beginsOwnClause(rest) : beginsRequest(rest);
    if (!begins || (/^im /iu.test(rest) && isGerman(sentence))) return false;
    const before = sentence.slice(0, start);
    if (TIES.test(before)) return false;
    return asks ? !GIVES_WORDS.test(before) && !ABOUT_NOUN.test(before) : kinds.isStatement(before.trim());
  });
  if (at === undefined) return [sentence];
  return [sentence.slice(0, at).replace(ENDS_JOINING, '').trim(), ...splitRunOn(sentence.slice(at), kinds)];
}
