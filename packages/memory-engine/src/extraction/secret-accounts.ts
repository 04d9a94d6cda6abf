import { isFunctionWord } from '../words/function-words.js';
import {
  isMeasureOrProduct,
  isOrdinary,
  isReferenceCode,
  looksSecret,
  toPieces,
  toSpan,
  type Span,
} from './secret-shapes.js';
import { ACCOUNT, DESCRIPTION } from './secret-words.js';

/** Characters before a value in which its account is named. */
const reach = 80;
/** A word, a sign and a digit in one: "Kestrel%2024", "Lerche!7". */
const WORD_SIGN_DIGIT = /^\p{L}{3,20}[!$%&*?~^]{1,3}\p{L}{0,12}\d{1,8}$/u;
/** "Netflix: moonpie_88". Accounts with public names, such as "Instagram: rosa_92", are left out. */
const LABELED =
  /(?:^|[\s,;])(?:netflix|disney\+?|hulu|hbo|wi-?fi|wlan|router|modem|nas|e?-?mail|mailbox|inbox|postfach|messagerie|icloud|onlinebanking|laptop|computer)\s?:\s(\S{4,40})/giu;
/** "I use Rosebud1941 for everything": a word and a year of the last century, which no product has. */
const FOR_EVERYTHING =
  /(?<![\p{L}\d])(\p{L}{4,20}19\d\d[!?*]?)(?=\s(?:for everything|everywhere|für alles|überall|pour tout|partout|para todo|en todas partes|per tutto|ovunque|para tudo|em todo o lado|voor alles|overal)(?!\p{L}))/giu;

/** "Le wifi c'est chaussette-bleue": joined words that do not describe, as "super-slow" and "up-to-date" do. */
const JOINED_WORDS =
  /(?<!\p{L})(?:wi-?fi|wlan)(?: \p{L}[\p{L}'’]{0,15}){0,4},? (?:c['’]est|est|ist|es|è|é|is(?= \p{L}+-\p{L}+-))\s+(\p{Ll}{3,20}(?:-\p{Ll}{2,20}){1,5})(?=[\s.,!;]|$)/giu;

/** Returns values that stand beside the account they open, without the word "password". */
export function findAccountSecrets(segment: string): Span[] {
  const joined = [...segment.matchAll(JOINED_WORDS)]
    .map(({ 0: all, 1: text = '', index }) => ({ text, at: index + all.length - text.length, isQuoted: false }))
    .filter(({ text }) => !text.split('-').some((part) => isFunctionWord(part) || DESCRIPTION.test(part)));
  if (!/\d/u.test(segment)) return joined.map(toSpan);
  const signed = toPieces(segment).filter(
    ({ text, at }) => WORD_SIGN_DIGIT.test(text) && ACCOUNT.test(segment.slice(Math.max(0, at - reach), at)),
  );
  const labeled = [LABELED, FOR_EVERYTHING]
    .flatMap((pattern) => [...segment.matchAll(pattern)])
    .flatMap(({ 0: all, 1: given = '', index }) => toPieces(given, index + all.length - given.length).slice(0, 1))
    .filter(
      ({ text }) => looksSecret(text) && !isOrdinary(text) && !isReferenceCode(text) && !isMeasureOrProduct(text),
    );
  return [...joined, ...signed, ...labeled].map(toSpan);
}
