// Clauses beside a secret that was removed: "I work at Bosch; my PIN is [secret removed]." keeps "I work at Bosch".
import { readStanding } from '../traits/standing.js';
import { SPEAKER_VERBS } from '../words/speaker-verbs.js';
import { withoutClauses } from './clauses.js';
import { finishSteps } from '../steps.js';
import { isFunctionWord } from '../words/function-words.js';
import { namePronouns, startsWithPronoun } from './pronouns.js';
import { namesSecret } from './named-secrets.js';
import { isPretended } from './pretended.js';
import { asksToForget } from './refusals.js';
import { findRequestedFact } from './requested-facts.js';
import { listStarts } from './run-on.js';
import { SECRET_MARK } from './secret-rules.js';
import { isNumberCode, looksLikePassword, toPieces } from './secret-shapes.js';
import { DIGIT_WORDS } from './secret-words.js';
import { isCompleteSentence } from './short-answers.js';
import { beginsOwnClause, beginsSpeakerClause } from './subject-clauses.js';

/** Words before a statement that say nothing: "btw i moved to Leeds". */
const BY_THE_WAY =
  /^(?:btw|fyi|by the way|also|plus|oh|hey|so|now|anyway|übrigens|auch|ach|au fait|por cierto|tb|tmb|también|comunque|cmq|a propósito|aliás|tbm|também|trouwens|ook|ah),?\s+/iu;

/** Behind these words, a clause ends or begins anyway. */
const JOINS =
  /(?<!\p{L})(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|that|dass|que|che|dat|il|la|lo|o|a|os|as)\s*$/iu;
/** "My pin is ", "mein wlan passwort ist ". */
const isSecretClause = (text: string) =>
  /^(?:(?:il|la|o|a) )?(?:my|our|mein\p{L}*|unser\p{L}*|mon|ma|notre|mi|nuestr[oa]|meu|minha|mijn|mn|onze) (?:\S+ ){1,4}(?:is|ist|est|es|è|é) $/iu.test(
    text,
  );
/** Pronouns for what a clause before it named. */
const BACK = /^(?:it|he|she|they)(?!\p{L})/iu;
const ENDS_BACK = /(?<!\p{L})(?:it|them)\W*$/iu;
const THAT = /^(?:that|dass|que|che|dat)\s+/iu;
/** "Never tell anyone", "never share it": the secret that was removed. */
const isAboutSecret = (part: string) =>
  /(?<!\p{L})(?:tell|share|show|repeat|reveal|verrate?|sag|zeig|dis|montre|digas?|dire|dica|zeg)(?!\p{L})|(?<!\p{L})(?:it|them|this|that)\W*$/iu.test(
    part,
  );
/** The speaker without a pronoun: "vivo en Sevilla", "me mudé a Bilbao", "on part en Corse", and what people type: "im vegan", "just moved to Utrecht". */
const FIRST_PERSON = new RegExp(
  `^(?:${SPEAKER_VERBS}|im|ive|(?:just )?(?:had|got|moved|started|finished|broke|bought|adopted|turned) (?:my|our|an?|to|back)|bin|(?:uso|utilizo) (?:[oa]|il|l[ao]|el|una?|um|uma)|voy|vamos|vado|andiamo|vou|viajo|viajamos|salgo|esco|llego|chego|empiezo|começo|ficamos|quedamos|vivimos|viviamo|moramos|estamos|siamo|somos|a gente \\p{L}+|me \\p{L}+[éeo]|mi (?:sono|chiamo)|on \\p{L}+|(?:vorrei|voglio|quiero|quisiera|quero|queria) (?!saber|sapere|preguntar|chiedere|perguntar|que|che|una? (?:domanda|pregunta|pergunta))\\p{L}+)(?!\\p{L})`,
  'iu',
);
/** "Das Rad ist grün", "la bici è rossa". English sentences are complete with any verb. */
const THING_IS =
  /^(?:der|die|das|le|la|les|el|los|las|il|lo|gli|o|os|de|het) \p{L}+(?: (?:de|du|di|da|do|del) \p{L}+| d['’]\p{L}+)? (?:ist|sind|heißt|hat|est|sont|s['’]appelle|es|son|tiene|se llama|è|sono|ha|si chiama|é|são|tem|chama-se|is|zijn|heet|heeft|kommt|wohnt|lebt|schläft|passe|vient|arrive|habite|vit|dort|pasa|viene|llega|vive|duerme|passa|arriva|abita|dorme|vem|chega|mora|komt|woont|slaapt)(?!\p{L})/iu;

/** Whether a text holds no mark of a removed secret. */
export function isStorableText(text: string): boolean {
  return !text.includes(SECRET_MARK);
}

/** Whether a clause is clear without the ones around it. */
export function standsAlone(given: string): boolean {
  const clause = given.replace(BY_THE_WAY, '');
  return isCompleteSentence(clause) || FIRST_PERSON.test(clause) || THING_IS.test(clause);
}

/**
 * Returns the clauses of a sentence that stand beside a secret, or the sentence itself if none was removed.
 * @param isStatement whether a text is a fact to keep
 */
export function withoutSecretClauses(sentence: string, isStatement: (text: string) => boolean): string[] {
  if (isStorableText(sentence)) return [sentence];
  const parts = withoutClauses(separateSecrets(sentence), (clause) => !isStorableText(clause) || namesSecret(clause));
  const kept = parts.flatMap((clauses) => {
    // "… and remember that I'm vegan": the request of a clause of its own, or the second half of one.
    const part = findRequestedFact(clauses) ?? clauses.replace(THAT, '');
    if (isPretended(part) || asksToForget(part)) return [];
    if (readStanding(part).instruction && !isAboutSecret(part)) return [part];
    const named = nameByRemoved(part, sentence);
    if (named !== null && isStatement(part)) return [named];
    const last = part.split(/;\s+/u).at(-1) ?? '';
    const isClear = (rest: string) =>
      standsAlone(rest) && !ENDS_BACK.test(rest) && (rest === part || !BACK.test(rest)) && isStatement(rest);
    return [part, last].find(isClear) ?? [];
  });
  if (kept.length > 0) return kept;
  const isRefused = parts.some((part) => isPretended(part) || asksToForget(part));
  return !isRefused && tellsMore(sentence) && isStatement(sentence) ? [sentence] : [];
}

/** Content words of a sentence that says more than what its secret is for. */
const contentMin = 5;

/** A number, a letter or a digit in words: beside a secret, they may be the rest of it. */
const UNIT = String.raw`(?:\d\S*|(?![aeiouyàáèéêòó])\p{L}|${DIGIT_WORDS})`;
const REST_OF_SECRET = new RegExp(
  String.raw`[^\s"'“„”‘’«»(:=>\]]\[secret|removed\][^\s"'“„”‘’«»),.:;!?[]|(?<![^\s,])${UNIT}[\s,;-]+\[secret removed\]|\[secret removed\][\s,;-]+${UNIT}(?![^\s,.;])|(?<![^\s,])(?:${UNIT}[\s,;-]+){3}`,
  'iu',
);
const YEAR = /^(?:19|20)\d\d$/u;
/** "WQZ", "73K", "02/29": letters that make no word, and the end of a card. */
const SHORT_CODE = /^(?!SMS|PDF|DVD|MMS|VPN|NHS|GPS)[B-DF-HJ-NP-TV-XZ\d]{3}$(?<!^\d{3})|^(?:0\d|1[0-2])\/\d\d$/u;

/** Whether a sentence with the mark of a secret says something beside it, and nothing that may be the rest of it or another. */
function tellsMore(sentence: string): boolean {
  const pieces = toPieces(sentence.replaceAll(SECRET_MARK, ' ')).map(({ text }) => text);
  const isCode = (piece: string) =>
    looksLikePassword(piece) || SHORT_CODE.test(piece) || (isNumberCode(piece) && !YEAR.test(piece));
  if (pieces.some(isCode)) return false;
  const words = pieces.filter((piece) => /[\p{L}\p{N}]{2}/u.test(piece) && !isFunctionWord(piece));
  return words.length >= contentMin && !REST_OF_SECRET.test(sentence);
}

const DEVICE =
  '(?:phone|tablet|ipad|iphone|handy|laptop|pc|rechner|ordinateur|portable|móvil|celular|ordenador|computador|tel[eé]\\p{L}*|tablette)';
/** "Il telefono di Giulia", "Sanne haar telefoon" */
const OWNER = new RegExp(
  `(?<!\\p{L})${DEVICE}\\s(?:of|von|de|di|do|da|del|van)\\s(\\p{Lu}\\p{Ll}{2,}|papa|papá|papà|maman|mamá|mamma|mamie|papi|oma|opa)(?!\\p{L})|^(\\p{Lu}\\p{Ll}{2,})(?:['’]s?|s|\\s(?:haar|zijn|z['’]n|d['’]r))\\s${DEVICE}(?!\\p{L})`,
  'u',
);

/** Puts the person before a pronoun that only the clause with the secret names: "Nina's phone opens with [secret removed], she is deaf." */
function nameByRemoved(part: string, sentence: string): string | null {
  if (!startsWithPronoun(part)) return null;
  const before = sentence.slice(0, Math.max(0, sentence.indexOf(part))).replaceAll(SECRET_MARK, ' ');
  const always = () => true;
  const given = { earlier: [before], addressee: null, isStatement: always, canName: always };
  const [named = part] = finishSteps(namePronouns([part], given));
  if (named !== part) return named;
  const owner = OWNER.exec(before);
  return owner === null ? null : `${owner[1] ?? owner[2] ?? ''}. ${part}`;
}

/** Puts a comma where a clause of the speaker follows a secret, or the clause with the secret follows one: "[secret removed] i live in Kiel". */
function separateSecrets(sentence: string): string {
  const breaks = listStarts(sentence).filter((start) => {
    const [before, rest] = [sentence.slice(0, start), sentence.slice(start)];
    if (/[,;:.!?–-]\s*$/u.test(before) || /^[-–—]/u.test(rest) || JOINS.test(before)) return false;
    const next = rest.replace(BY_THE_WAY, '');
    const isNext = before.trimEnd().endsWith(SECRET_MARK) || next !== rest;
    if (isNext && (beginsSpeakerClause(next) || beginsOwnClause(next))) return true;
    const [clause = ''] = rest.split(SECRET_MARK, 1);
    return rest !== clause && isSecretClause(clause) && namesSecret(clause);
  });
  return breaks.toReversed().reduce((text, at) => `${text.slice(0, at).trimEnd()}, ${text.slice(at)}`, sentence);
}
