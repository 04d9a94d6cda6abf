// A user name and the word behind it: "user ada and then Tulip-Moth", "entro con ada / Tulip.7". Seven languages.
import { isFunctionWord } from '../words/function-words.js';
import { NETWORK_IS_LIKE } from './secret-accounts.js';
import { looksLikePassword, toPieces, toSpan, type Piece, type Span } from './secret-shapes.js';
import { DESCRIPTION } from './secret-words.js';

const LABEL =
  'user(?: ?name)?|benutzer(?:name)?|kennung|identifiant|utilisateur|usuario|usuário|utilizador|utente|gebruiker(?:snaam)?';
/** Names of user names that are common in other senses, too. */
const WEAK_LABEL = 'id|login|log-in|account|acc|anmeldung|zugang|konto|compte|cuenta|conta|inlog(?:naam)?';
const USER = String.raw`\d{3}(?: \d{3}){1,2}|[^\s,;/|]{2,60}`;
/** Also "there" and "is" between a label and its user name. */
const IS = String.raw`(?:\s?[:=]|\s(?:is|ist|est|es|è|é|dort|there|là|c['’]est))?`;
const BEHIND = String.raw`(?:and|und|et|y|e|en|then|dann|puis|ensuite|luego|después|poi|depois|daarna|dan)`;
/** "And then", "/", ", ", with what it is for and what it is called: "and to get in", ", Kennwort". */
const NEXT = String.raw`(?:\s?[/|]\s?|[,;]\s(?:${BEHIND}\s){0,2}|\s(?:${BEHIND}\s){1,2})(?:(?:pour|para|pra|per|zum|om|to)\s(?:\p{L}{1,4}\s)?(?:\p{L}{3,12}\s))?`;
const PASS = String.raw`((?:pass|pw|contra|clave|kennwort|passwort|password|contraseña|senha|wachtwoord|ww|mdp|code|código|codice)\s)?`;
const VALUE = String.raw`(\S{4,60})`;

const NAMED = new RegExp(
  String.raw`(?<!\p{L})(?:(${LABEL})|${WEAK_LABEL})${IS}\s(${USER})${NEXT}${PASS}${VALUE}`,
  'giu',
);
const ENTERS = [
  String.raw`(?:log(?:s|ged|ging)?[ -]?(?:(?:me|you|us) )?(?:in|on)|sign(?:s|ed)?[ -]in|gets? (?:me |you |us |him |her )?in(?:to)?|enters?)(?!\p{L})[^.!?;,\n]{0,50}?\s(?:with|as|using)`,
  String.raw`(?:logge?n?|melde[nt]?|komm\p{L}*|ein(?:zu)?logg\p{L}*|an(?:zu)?meld\p{L}*|rein|geh\p{L}*)(?!\p{L})[^.!?;,\n]{0,50}?\s(?:mit|als)`,
  String.raw`(?:connect\p{L}*|entr\p{L}*|accèd\p{L}*|accéd\p{L}*|rentr\p{L}*)(?!\p{L})[^.!?;,\n]{0,50}?\savec`,
  String.raw`(?:entr\p{L}*|acced\p{L}*|ingres\p{L}*|sesión|conect\p{L}*)(?!\p{L})[^.!?;,\n]{0,50}?\scon`,
  String.raw`(?:entr\p{L}*|acced\p{L}*|aced\p{L}*|colleg\p{L}*|loga?\p{L}{0,3}|conect\p{L}*)(?!\p{L})[^.!?;,\n]{0,50}?\sco[nm]`,
  String.raw`(?:inlogg\p{L}*|log|loggen|erin|binnen\p{L}*|aanmeld\p{L}*)(?!\p{L})[^.!?;,\n]{0,50}?\smet`,
].join('|');
const OWN = String.raw`(?:(?:my|his|her|our|the|mein\p{L}*|dem|der|mon|ma|mi|la|el|mia|il|mio|o|meu|minha|mijn|het|de|user|usuario|usuário|utente)\s){0,2}`;
const WITH = new RegExp(String.raw`(?<!\p{L})(?:${ENTERS})\s${OWN}(${USER})${NEXT}${PASS}${VALUE}`, 'giu');

/** "Dad's email and …", "mein Benutzername und …", "771 203 448 and …": who enters, without a name. */
const IDENTITY = new RegExp(
  String.raw`(?:(?<!\p{L})(?:e-?mails?|mail|mailadres|e?-?mail-?adress?e?|correo|numbers?|nummer|numéro|número|numero|user ?name|benutzername|dni|nif|cpf|bsn)(?:\s(?:sua|dela|dele|suo))?|(?<![\d-])\d{3} \d{3} \d{3,4})${NEXT}${PASS}${VALUE}`,
  'giu',
);

/** "reception1 and Tulip-Crisp", "dave@mail.example Tulip*Crisp" */
const CODED_PAIR = new RegExp(
  String.raw`(?<!\S)(?:\p{Ll}[\p{L}._-]{2,20}\d{1,4}${NEXT}|[\w.+-]{1,64}@[\w.-]{3,60}\s)((?=\S*\p{Lu}|\S*[_*&+=~!$%?])\p{L}{3,20}[-._*&+=~!$%?][\p{L}\d._*&+=~!$%?-]{3,40})`,
  'gu',
);

/** A user name rather than a word: "buha03", "t.bassi", "jrivas". Capital letters begin names of products and persons. */
const USER_NAME = /^(?=\S*[\d._@-])[\p{L}\d._@+-]{2,60}$|^\p{Ll}{2,20}$|^\d[\d ]*$/u;
const CODED = /[\d._@]/u;
/** "Two-factor", "Face-ID", "google.com" */
const OTHER_WORDS =
  /factor|faktor|face|touch|finger|auth|key|login|log-in|mail|app$|code|pass|token|sms|google|apple|microsoft|windows|office|\.(?:com|org|net|de|fr|es|it|pt|br|nl|io|be|at|ch|uk|eu|gov|edu|example|local|app|dev|info|pdf|docx?|xlsx?)$/iu;
const JOINED = /^\p{L}{3,20}(?:[-._*&+=~]\p{L}{2,20}){1,6}\d{0,4}$/u;
/** "Anne-Marie" */
const NAME = /^\p{Lu}\p{Ll}+-\p{Lu}\p{Ll}+$/u;

/** Whether words are joined by signs as nothing else is: "Tapioca.Com.Coco", "kiekeboe-Teun". */
export function areWordsJoined(text: string): boolean {
  if (!JOINED.test(text) || OTHER_WORDS.test(text) || NETWORK_IS_LIKE.test(text)) return false;
  return text.split(/[-._*&+=~]/u).every((part) => !isFunctionWord(part) || part.length < 4) && !DESCRIPTION.test(text);
}

/** Returns the words behind user names, if they look like passwords. */
export function findEntered(segment: string): Span[] {
  const named = [...segment.matchAll(NAMED)].flatMap(
    ({ 0: all, 1: label, 2: user = '', 3: pass, 4: value = '', index }) =>
      USER_NAME.test(user) && (label !== undefined || CODED.test(user))
        ? toValue({ text: value, at: index + all.length - value.length, isQuoted: false }, pass !== undefined)
        : [],
  );
  const entered = [...segment.matchAll(WITH)].flatMap(({ 0: all, 1: user = '', 2: pass, 3: value = '', index }) =>
    USER_NAME.test(user)
      ? toValue({ text: value, at: index + all.length - value.length, isQuoted: false }, pass !== undefined)
      : [],
  );
  const other = [...segment.matchAll(IDENTITY)].flatMap(({ 0: all, 1: pass, 2: value = '', index }) =>
    toValue({ text: value, at: index + all.length - value.length, isQuoted: false }, pass !== undefined),
  );
  const coded = [...segment.matchAll(CODED_PAIR)].flatMap(({ 0: all, 1: value = '', index }) =>
    toValue({ text: value, at: index + all.length - value.length, isQuoted: false }, true),
  );
  return [...named, ...entered, ...other, ...coded];
}

function toValue(given: Piece, isNamed: boolean): Span[] {
  // "**mail and websites.**": signs of Markdown.
  const [piece] = toPieces(given.text.replace(/[.*_]+$/u, ''), given.at);
  if (!piece || OTHER_WORDS.test(piece.text)) return [];
  const isValue = looksLikePassword(piece.text) || (areWordsJoined(piece.text) && (isNamed || !NAME.test(piece.text)));
  return isValue ? [toSpan(piece)] : [];
}
