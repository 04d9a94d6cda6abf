// Passphrases that a sentence tells: "the encrypted drive opens with seven sleepy otters guard the attic". Seven languages.
import { isFunctionWord } from '../words/function-words.js';
import { NETWORK_IS_LIKE } from './secret-accounts.js';
import { isDescribing } from './secret-plain-words.js';
import { looksLikePassword, toPieces, toSpan, type Span } from './secret-shapes.js';
import { ACCOUNT, DESCRIPTION, DIGIT_WORD, NETWORK, UNLOCK } from './secret-words.js';

const start = String.raw`(?<!\p{L})`;
const end = String.raw`(?!\p{L})`;
/** Data that a passphrase opens. */
const ENCRYPTED = new RegExp(
  `${start}(?:back-?ups?|sicherung|copia de seguridad|sauvegarde|encrypted|crypt\\p{L}*|verschlüssel\\p{L}*|chiffr\\p{L}*|cifrad[oa]s?|cifrat[oa]|criptograf\\p{L}*|encriptad[oa]|crittografat[oa]|versleuteld\\p{L}*|archives?|archivo|arquivo|archivio|archiv|archief|zip|vault|ssh|gpg|pgp|veracrypt|truecrypt|bitlocker|filevault|luks|keepass\\p{L}*|bitwarden|1password|lastpass|dashlane|keychain|schlüsselbund|private key|clé (?:ssh|privée)|git push|hard drive|festplatte|disque|disco|harde? schijf|schijf|usb-?\\s?stick|clé usb|pendrive|chiavetta)${end}`,
  'iu',
);
const WORDS = String.raw`((?:\p{L}{2,14}\s){3,8}\p{L}{3,14})`;
const PHRASE_END = String.raw`(?=\s{0,3}(?:[.,!;]|$))`;
const TYPE = 'type|enter|tippe?|gib|tapez?|tape|teclea|escribe|digitare|digit[ao]|scrivi|digite|typ|tik';
const WITH = 'with|mit|avec|con|com|met';
/** What opens with a passphrase, unlike a file with old photos. */
const OPENED = new RegExp(
  `${UNLOCK.source}|${start}(?:geht (?:nur )?auf|gaat (?:alleen )?open|opengaat|s['’]ouvre|se abre|si apre|abre)${end}`,
  'iu',
);
const OPENS_WITH = new RegExp(String.raw`${start}(?:${WITH})\s["“„«']?${WORDS}${PHRASE_END}`, 'giu');
const OPENS_WITH_WORD = new RegExp(String.raw`${start}(?:${WITH})\s(\S{5,60})(?=\s|$)`, 'giu');
const TYPES = new RegExp(String.raw`${start}(?:${TYPE})\s(?:(?:in|ein)\s)?["“„«']?${WORDS}${PHRASE_END}`, 'giu');
/** "the program wants a sentence, the moon owes me nine pounds", "my laptop sentence is three owls walked past" */
const SENTENCE = String.raw`(?:sentence|phrase|satz|frase|zin)`;
const WANTS = new RegExp(
  String.raw`${start}(?:wants?|asks? for|needs|will|fragt nach|verlangt|veut|demande|quiere|pide|vuole|chiede|quer|pede|wil|vraagt(?: om)?)\s(?:(?:a|an|eine?n?|une?|una|uma?|een|the|la|il|o|a|de|le|den|die)\s)?${SENTENCE}[,:]\s${WORDS}${PHRASE_END}`,
  'giu',
);
/** "The wifi is a whole sentence: the moon owes me nine pounds" */
const A_SENTENCE = new RegExp(
  String.raw`\s(?:an?|eine?n?|une?|una|uma?|een)\s(?:\p{L}{3,10}\s)?${SENTENCE}(?:\s(?:entera|intera|inteira|entière|completa))?[,:]\s${WORDS}${PHRASE_END}`,
  'giu',
);
const SENTENCE_IS = new RegExp(
  String.raw`${start}(?:my|mein|ma|mi|la mia|minha|mijn)\s(?:\p{L}{2,12}[\s-])?${SENTENCE}(?:\s(?:is|ist|est|es|è|é)|:)\s${WORDS}${PHRASE_END}`,
  'giu',
);
/** "He wants the phrase of the key, three ducks below the bridge", "ssh key passphrase: my aunt paints tigers" */
const PHRASE_OF = new RegExp(
  String.raw`${start}(?:${SENTENCE}\s(?:of|for|to|von|vom|für|de|du|del|della|di|do|da|van|voor|zum)\s[^,:.;!?\n]{0,16}?(?:key|clé|clef|clave|llave|chiave|chave|schlüssel|sleutel|ssh|gpg|pgp|back-?up|archiv\p{L}*|disk|disque|disco|festplatte)(?:\s\p{L}{2,10})?|pass-?(?:phrase|satz)|wachtzin|passzin|phrase (?:de passe|secrète)|frase (?:secreta|segreta|de paso))\s?[,:]\s${WORDS}${PHRASE_END}`,
  'giu',
);
/** Words of a sentence that asks for something, or says where something is. */
const NO_PHRASE =
  /(?<!\p{L})(?:pass\p{L}*|phrase|frase|satz|zin|command|comando|befehl|commande|path|name|nome|nombre|nom|code|código|codice|key|clave|senha|wachtwoord|mail|correo|email|datei|fichier|click|klick\p{L}*|please|bitte|your|dein\p{L}*|deine|votre|ton|ta|tu|tuo|tua|seu|jouw|je|twice|again|doppelt|into|nochmal|deux fois|dos veces|due volte|duas vezes|twee keer|finger\p{L}*|face|gesicht|app|software|program\p{L}*|version|windows|mac|linux|gb|tb|gigabytes?)(?!\p{L})/iu;
/** "To open the zip type Lynx-Brown-8", "the master is teapot-gallop-nine" */
const TYPES_WORD = new RegExp(String.raw`${start}(?:${TYPE})\s(\S{5,60})(?=\s|$)`, 'giu');
const MASTER = new RegExp(
  String.raw`${start}(?:bitwarden|keepass\p{L}*|1password|lastpass|dashlane|enpass|nordpass|vault|master)(?:\smaster)?(?:\s?:|\s(?:is|ist|est|es|è|é))\s(\S{5,60})(?=\s|$)`,
  'giu',
);
/** "To open the backup one has to write a whole sentence" */
const ASKS_FOR_PHRASE =
  /(?<!\p{L})(?:(?:whole|entire|full|complete|secret|pass) ?(?:sentence|phrase)|(?:ganzen?|ganzer|vollständigen?|geheimen?) satz|passphrase|phrase (?:entière|complète|secrète)|frase (?:entera|completa|secreta|intera|segreta|inteira)|(?:hele|volledige|geheime) zin)(?!\p{L})/iu;
const WHOLE = new RegExp(String.raw`^\s{0,3}["“„«']?${WORDS.replace('{3,8}', '{2,8}')}["”»']?[.!]?\s{0,3}$`, 'iu');

/** Whether a text says that a whole sentence opens data. */
export function asksForPhrase(text: string): boolean {
  return ENCRYPTED.test(text) && ASKS_FOR_PHRASE.test(text);
}

/** Returns a message of plain words, if it asks for nothing. */
export function findWholePhrase(text: string): Span | null {
  const words = WHOLE.exec(text)?.[1] ?? '';
  const from = text.indexOf(words);
  return words !== '' && isPhrase(words) ? { from, to: from + words.length } : null;
}

/** Returns the passphrases of data that a sentence tells. */
export function findPassphrases(segment: string): Span[] {
  const isOpened = ENCRYPTED.test(segment);
  const told = [
    ...(isOpened ? [...capture(segment, TYPES), ...capture(segment, WANTS)] : []),
    ...(isOpened && OPENED.test(segment) ? capture(segment, OPENS_WITH) : []),
    ...(isOpened || NETWORK.test(segment) || ACCOUNT.test(segment) ? capture(segment, A_SENTENCE) : []),
    ...capture(segment, SENTENCE_IS),
  ];
  const single = [
    ...(isOpened ? capture(segment, TYPES_WORD) : []),
    ...(isOpened && OPENED.test(segment) ? capture(segment, OPENS_WITH_WORD) : []),
    ...capture(segment, MASTER),
  ];
  return [
    ...told.filter(({ from, to }) => isPhrase(segment.slice(from, to))),
    ...capture(segment, PHRASE_OF).filter(({ from, to }) => !isDescribing(firstOf(segment.slice(from, to)))),
    ...single.flatMap((span) => toUnusual(segment, span)),
  ];
}

const firstOf = (words: string) => words.split(/\s/u, 1)[0] ?? '';

/** "Quatro pombos comem pastel de feira": words that ask for nothing. */
function isPhrase(words: string): boolean {
  const first = firstOf(words);
  // "The moon owes me nine pounds", unlike "with a program from work".
  const isStart =
    !isFunctionWord(first) || DIGIT_WORD.test(first) || /^(?:the|der|die|das|le|la|el|il|o|de|het)$/iu.test(first);
  return isStart && !isDescribing(first) && !NO_PHRASE.test(words);
}

/** "Two-factor", "Face-ID", "google.com" */
const OTHER_WORDS =
  /factor|faktor|face|touch|finger|auth|key|login|log-in|mail|app$|code|pass|token|sms|google|apple|microsoft|windows|office|\.(?:com|org|net|de|fr|es|it|pt|br|nl|io|be|at|ch|uk|eu|gov|edu|example|local|app|dev|info|pdf|docx?|xlsx?)$/iu;
const JOINED = /^\p{L}{3,20}(?:[-._*&+=~]\p{L}{2,20}){1,6}\d{0,4}$/u;

/** Whether words are joined by signs as nothing else is: "Tapioca.Com.Coco", "kiekeboe-Teun". */
function areWordsJoined(text: string): boolean {
  if (!JOINED.test(text) || OTHER_WORDS.test(text) || NETWORK_IS_LIKE.test(text)) return false;
  return text.split(/[-._*&+=~]/u).every((part) => !isFunctionWord(part) || part.length < 4) && !DESCRIPTION.test(text);
}

/** Keeps words that look like a password, and three words or more that signs join. */
function toUnusual(segment: string, { from, to }: Span): Span[] {
  return toPieces(segment.slice(from, to), from)
    .slice(0, 1)
    .filter(({ text }) => looksLikePassword(text) || (/-.*-|[._*=~]/u.test(text) && areWordsJoined(text)))
    .map(toSpan);
}

/** Returns the first group of each match. */
function capture(segment: string, pattern: RegExp): Span[] {
  return Array.from(segment.matchAll(pattern), ({ 0: all, 1: text = '', index }) => {
    const from = index + all.lastIndexOf(text);
    return { from, to: from + text.length };
  }).filter(({ from, to }) => to > from);
}
