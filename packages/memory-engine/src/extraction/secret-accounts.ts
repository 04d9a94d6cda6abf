import { isFunctionWord } from '../words/function-words.js';
import { looksLikePassword, looksSecret, toPieces, toSpan, type Span } from './secret-shapes.js';
import { ACCOUNT, DESCRIPTION } from './secret-words.js';

/** Characters before a value in which its account is named. */
const reach = 80;
/** A word, a sign and a digit in one: "Kestrel%2024", "Lerche!7". */
const WORD_SIGN_DIGIT = /^\p{L}{3,20}[!$%&*?~^]{1,3}\p{L}{0,12}\d{1,8}$/u;
/** "Netflix: moonpie_88". Accounts with public names, such as "Instagram: rosa_92", are left out. */
const LABELED =
  /(?:^|[\s,;])(?:netflix|disney\+?|hulu|hbo|amazon|paypal|e?-?mail|gmail|outlook|mailbox|inbox|postfach|messagerie|icloud|onlinebanking)\s?:\s?(\p{L}{3,20}[_!$%&*?~^#]{1,3}\p{L}{0,12}\d{2,8}[!?*]?)(?=\s*(?:[,;.]|$))/giu;
/** "I use Rosebud1941 for everything": a word and a year. */
const FOR_EVERYTHING =
  /(?<!\p{L})(?:use|nehme|benutze|utilise|uso|gebruik)\s(?!(?:office|windows|excel|word|outlook|photoshop|autocad)\d)(\p{L}{4,20}(?:19|20)\d\d[!?*]?)(?=\s(?:for everything|for all my accounts|on all sites|für alles|pour tout|para todo|per tutto|para tudo|voor alles)(?!\p{L}))/giu;

/** "Le wifi c'est chaussette-bleue". English puts two words together too freely: "rock-solid", "so-so". */
const JOINED_WORDS =
  /(?<!\p{L})(?:wi-?fi|wlan)(?: \p{L}[\p{L}'’]{0,15}){0,4},? (?:c['’]est|est|ist|es|è|é|(?<=(?:de|het|mijn|ons|onze) wi-?fi )is|is(?= \p{L}+-\p{L}+-))\s+(?:["“„«]\s?)?(\p{Ll}{3,20}(?:-\p{Ll}{2,20}){1,5})(?=[\s.,!?;)"”»]|$)/giu;
/** "Ultra-rapide", "kabel-gebunden", "company-wide-managed": what a network is like. */
export const NETWORK_IS_LIKE =
  /^(?:super|tout|voll|ultra|hyper|mega|semi|quasi|halb|demi|half|auto|hors|bi|dual|multi|mal|bien|sehr|razend|wel)-|-(?:\p{L}+(?:able|ible|ed|ing|less|ful)|wide|based|ge\p{L}{2,}(?:en|t)|\p{L}+(?:bar|los|frei|fähig))(?:-|$)/iu;

const ADDRESS_PAIR = /[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,60}\s?(?:[,/|:]|and|und|et|y|e|en)\s(\S{1,60})/giu;
const LOGIN_PAIR =
  /(?<!\p{L})(?:login|account|acc(?=: ?\p{L})|log-in|anmeldung|usern?ame|user|benutzer(?:name)?|identifiant|utilisateur|usuario|usuário|utente|gebruiker|inlog)(?!\p{L})[^\n]{0,12}?[:= ] ?[^\s,/|]{1,60} ?(?:[,/|]|and ) ?(\S{1,60})/giu;

/** "login: ada / tulip": two words after the name of both. "user ada pass tulip" */
const LOGIN_SLASH =
  /(?<=^\s{0,4}(?:login|log-in|zugang|zugangsdaten|credentials|creds|accès|acceso|accesso|acesso|inlog)\s?:\s?[\w.@+-]{2,40}\s?\/\s?)(?!(?:pass\p{L}*|kennwort|mot|contrase\p{L}*|senha|wachtwoord|google|apple|facebook|sso)\b)[^\s,/]{4,60}(?=\s*$)|(?<=(?<!\p{L})(?:user(?:name)?|login|usuario|utente|benutzer)[ :=]{1,2}[^\s,/]{2,40}[ ,/]{1,2}pass\s)[^\s,/]{4,60}(?=\s*$)/giu;

/** "Spotify -> ada / X": what opens the account, after its name. */
const ACCOUNT_PAIR = new RegExp(
  String.raw`${ACCOUNT.source}\s?(?:[-=]>|→|:)\s?[^\s/|]{2,60}\s?[/|]\s?(\S{4,60})`,
  'giu',
);

/** "ada / X for the NAS" */
const PAIR_FOR = new RegExp(
  String.raw`(?:^|\s)[\w.@+-]{2,60} ?/ ?(\S{4,60}) (?:for|für|pour|para|per|voor) (?:\p{L}{2,5} )?${ACCOUNT.source}`,
  'giu',
);

/** "The bank just texted me 551 204." */
const TEXTED =
  /(?<!\p{L})(?:bank|paypal) (?:(?:has|have|just) ){0,2}texted (?:me|us) (\d{3}[ -]?\d{3})(?![\p{L}\d]|[.,-]\d| ?[€$£%]| (?!(?:to|for|as|and|so|but|just|when|this|at|on)(?!\p{L}))\p{L})/giu;

/** "user: ada / X", "ada@example.com, X", "the bank texted me X". */
function findPairs(segment: string): Span[] {
  const texted = Array.from(segment.matchAll(TEXTED), ({ 0: all, 1: code = '', index }) => ({
    from: index + all.length - code.length,
    to: index + all.length,
  }));
  const pairs = [LOGIN_PAIR, ADDRESS_PAIR, ACCOUNT_PAIR, PAIR_FOR]
    .flatMap((pair) => [...segment.matchAll(pair)])
    .flatMap(({ 0: all, 1: given = '', index }) => {
      const piece = toPieces(given, index + all.lastIndexOf(given))[0];
      return piece && looksSecret(piece.text) ? [toSpan(piece)] : [];
    });
  const noted = Array.from(segment.matchAll(LOGIN_SLASH), ({ 0: text, index }) =>
    toSpan({ text, at: index, isQuoted: false }),
  );
  return [...texted, ...noted, ...pairs];
}

/** Returns values that stand beside the account they open, without the word "password". */
export function findAccountSecrets(segment: string): Span[] {
  const joined = [...segment.matchAll(JOINED_WORDS)]
    .map(({ 0: all, 1: text = '', index }) => ({ text, at: index + all.length - text.length, isQuoted: false }))
    .filter(
      ({ text }) =>
        !NETWORK_IS_LIKE.test(text) && !text.split('-').some((part) => isFunctionWord(part) || DESCRIPTION.test(part)),
    );
  const found = [...joined.map(toSpan), ...findPairs(segment)];
  if (!/\d/u.test(segment)) return found;
  const signed = toPieces(segment).filter(
    ({ text, at }) => WORD_SIGN_DIGIT.test(text) && ACCOUNT.test(segment.slice(Math.max(0, at - reach), at)),
  );
  const labeled = [LABELED, FOR_EVERYTHING]
    .flatMap((pattern) => [...segment.matchAll(pattern)])
    .flatMap(({ 0: all, 1: given = '', index }) => toPieces(given, index + all.length - given.length).slice(0, 1))
    .filter(({ text }) => looksLikePassword(text));
  return [...found, ...[...signed, ...labeled].map(toSpan)];
}
