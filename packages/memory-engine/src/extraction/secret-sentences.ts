// Sentences whose place for a value is known, whatever the value looks like: seven languages.
import { getRarity } from '../correction/word-rarity.js';
import { isFunctionWord } from '../words/function-words.js';
import { stem } from '../words/stem.js';
import { NETWORK_IS_LIKE } from './secret-accounts.js';
import { isMeasureOrProduct, isReferenceCode, looksSecret, type Span } from './secret-shapes.js';
import { ACCOUNT, CONFIRMS, DESCRIPTION, DIGIT_WORD, SENDER, SENDS } from './secret-words.js';

const IS = String.raw`(?:is now|is|ist jetzt|ist|c['’]est|est|es|è|é)`;
const CLAUSE_ENDS = String.raw`(?=\s{0,3}(?:[.,!;]|$)|\s(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|btw)\s)`;
/** "The wifi in my house is teapot-giraffe", "il wifi è pastaalforno". */
const NETWORK_IS = new RegExp(
  String.raw`(?<!\p{L})(?:wi-?fi|wlan)(?:['’]s|(?:\s\p{L}[\p{L}'’]{0,15}){0,4}\s${IS})\s(\p{Ll}{3,30}(?:-\p{Ll}{3,20}){0,5})${CLAUSE_ENDS}`,
  'giu',
);
/** Single words of this length are rarely a description without one of its endings. */
const joinedWordMin = 12;
/** Endings of adjectives, adverbs and participles. */
const DESCRIBES =
  /(?:able|ible|ing|ent|ant|al|ory|ary|ic|ed|some|ful|less|ous|ive|ly|est|er|isch|ig|lich|bar|los|frei|end|haft|sam|en|ique|aire|elle?|eux|euse|ante|ente|ée?s?|if|oso|osa|íssim[oa]|issim[oa]|ísim[oa]|bile|ad[oa]|id[oa]|at[oa]|ut[oa]|it[oa]|ico|ica|ari[oa]|iv[oa]|eel|lijk|baar|loos|[dt])$/iu;

/** "Für Netflix nimm kuchenblech99", "use kuchenblech99 for netflix". */
const FOR = String.raw`(?:for|für|pour|para|per|voor)`;
const USE = String.raw`(?:use|take|try|nimm|nehme|nutze|benutze|prends|mets|utilise|usa|uso|pon|pongo|metti|põe|gebruik|neem|pak)`;
const GIVEN = String.raw`(\p{L}{4,20}[\p{L}_.!-]{0,10}\d{1,6}[!?*#]?)`;
const FOR_ACCOUNT_USE = new RegExp(
  String.raw`(?<!\p{L})${FOR}\s((?:\p{L}{1,10}\s){0,2}\p{L}[\p{L}-]{2,15}),?\s(?:\p{L}{1,10}\s){0,3}?${USE}\s(?:\p{L}{1,12}\s){0,2}?${GIVEN}${CLAUSE_ENDS}`,
  'giu',
);
const USE_FOR_ACCOUNT = new RegExp(
  String.raw`(?<!\p{L})${USE}\s(?:\p{L}{1,12}\s)?${GIVEN}\s${FOR}\s((?:\p{L}{1,10}\s){0,2}\p{L}[\p{L}-]{2,15})`,
  'giu',
);
/** "Uso Ginepro77 per tutti i siti" */
const EVERYWHERE =
  /(?<!\p{L})(?:use|nehme|benutze|utilise|uso|gebruik)\s(\p{Lu}\p{Ll}{3,20}\d{2,6}[!?*]?)\s(?:(?:for|on) (?:every|all|most)|für (?:alle|jede)|(?:pour|sur) (?:tou(?:s|t|tes)|chaque)|(?:para|en|em) tod[oa]s?|(?:per|su) tutt[aeio]|voor alle?)(?!\p{L})/giu;

/** "My voicemail asks for 6650", "ma messagerie demande le 4410" */
const ASKED_BY =
  /(?<!\p{L})(?:voice-?mail|mailbox|messagerie|segreteria|buzón|correo de voz|caixa postal|correio de voz|phone|laptop|tablet|ipad|handy|tel(?:efon[eo]?|éfono|éphone|emóvel|efoon)?|móvil|celular)(?!\p{L})[^.!?,;\n]{0,20}?\s(?:asks?(?: me)? for|wants|needs|will|fragt(?: mich)? nach|verlangt|demande|pide|quiere|chiede|vuole|pede|quer|vraagt(?: me)? om|wil)\s(?:(?:die|den|the|le|el|il|o|de|het)\s)?(\d{4,8})(?![\d.,]|\s?[€$£%])/giu;

/** "Sicherheitsfrage: mein erstes Haustier hieß Schnurzel" */
const SECURITY_QUESTION =
  /(?<!\p{L})(?:security question|sicherheitsfrage|question (?:secrète|de sécurité)|pregunta (?:secreta|de seguridad)|domanda (?:segreta|di sicurezza)|pergunta (?:secreta|de segurança)|(?:geheime|beveiligings|controle)-?\s?vraag)(?!\p{L})/iu;
const ANSWER = new RegExp(
  String.raw`(?::|\s(?:is|was|were|called|answer|hieß|hiess|heißt|heisst|war|ist|antwort|s['’]appelait|s['’]appelle|était|est|réponse|llamaba|llama|era|es|respuesta|chiamava|chiama|risposta|è|chamava-se|chamava|resposta|é|heette|heet|antwoord)[:,]?)\s((?!an?\s|the\s)[\p{L}\d'’-]{3,30}(?:\s[\p{L}\d'’-]{1,20}){0,2})\s{0,3}[.!]?$`,
  'iu',
);

/** "Avec 7781 tu rentres dans le parking": what follows the number enters a building. */
const WITH_ENTERS =
  /(?<!\p{L})(?:with|mit|avec|con|com|met)\s(\d{4,8}[A-Z#*]?)\s(?:\p{L}{1,4}\s)?(?:gets?|enters?|komm\p{L}*|rentr\p{L}*|entr\p{L}*|accèd\p{L}*|acced\p{L}*|kom\p{L}?|kunt?|kann\p{L}*|can)\s[^.!?,;\n]{0,25}?\p{L}{0,12}(?:house|haus|home|building|office|garage|garaj\p{L}*|garagem|parking|gym|lobby|hall|flat|casa|maison|immeuble|edificio|prédio|palazzo|ufficio|oficina|huis|gebouw|kantoor|büro|keller|cellar|shed|gebäude|wohnung|portal|portone|bureau|cave)(?!\p{L})/giu;

/** "The new code of the bank": six digits, in one or two groups. */
const SENT_DIGITS =
  /(?<![\d\p{L}.,€$£-])\d{3}[ -]?\d{3}(?![\p{L}\d]|[.,-]\d| ?[€$£%]| (?!(?:to|for|as|and|so|um|für|zur?|pour|afin|para|per|om|voor|van|von|de|di|da)(?!\p{L}))\p{L})/gu;

/** "I changed my password to silver badger hums quietly." */
const CHANGED_TO =
  /(?<!\p{L})(?:changed?|set|updated?|switched|geändert|gesetzt|changé|mis|cambi(?:é|ado|ato|ai)|puesto|messo|mud(?:ei|ado)|alter(?:ei|ado)|veranderd|gewijzigd)(?=\s(?:[^.!?\n]{0,40}\s)?(?:password|passphrase|passwort|kennwort|mot de passe|contraseña|parola|senha|palavra-passe|wachtwoord)(?!\p{L}))[^.!?\n]{0,60}?\s(?:to|auf|zu|en|pour|a|por|in|para|naar)\s((?:\p{L}{3,14}\s){3,7}\p{L}{3,14})(?=\s{0,3}(?:[.,!;]|$))/giu;
/** "I changed my password to regain access to it": the first word says what for. */
const PURPOSE =
  /^(?:be|get|make|keep|avoid|prevent|protect|secure|stop|match|meet|include|contain|use|have|regain|restore|improve|comply|satisfy|access|stay|log|sign|fix|help|follow|reflect|add|remove|test|see|try|feel|let|enable|allow|unlock|recover|increase|reduce|something|anything|one)$/iu;

/** Her name before she married opens accounts: "mother's maiden name for the bank: …". */
const MAIDEN_NAME =
  /(?<!\p{L})(?:maiden name|mädchenname|geburtsname meiner mutter|nom de jeune fille|apellido de soltera|cognome da nubile|nome de solteira|meisjesnaam)(?!\p{L})/iu;

/** Returns the values that stand where a sentence of these kinds has them. */
export function findSentenceSecrets(segment: string): Span[] {
  return [
    ...capture(segment, NETWORK_IS).filter(({ text }) => isNetworkKey(text)),
    ...capture(segment, ASKED_BY),
    ...capture(segment, EVERYWHERE).filter(({ text }) => !isMeasureOrProduct(text)),
    ...capture(segment, CHANGED_TO).filter(({ text }) => isPlainPhrase(text)),
    ...Array.from(segment.matchAll(WITH_ENTERS), ({ 0: all, 1: text = '', index }) => ({
      text,
      at: index + all.indexOf(text),
    })),
    ...findAccountUse(segment),
    ...findSecurityAnswer(segment),
    ...findSentCode(segment),
  ].map(({ text, at }) => ({ from: at, to: at + text.length }));
}

interface Found {
  readonly text: string;
  readonly at: number;
}

/** Returns the first group of each match. It is the last of its text. */
function capture(segment: string, pattern: RegExp): Found[] {
  return Array.from(segment.matchAll(pattern), ({ 0: all, 1: text = '', index }) => ({
    text,
    at: index + all.lastIndexOf(text),
  }));
}

/** "teapot-giraffe": words that describe nothing, and that English rarely uses. */
export function areJoinedAtRandom(text: string): boolean {
  const parts = text.toLowerCase().split('-');
  // French "très" is Spanish "tres" without its accent.
  const isSaying = (part: string) => (isFunctionWord(part) && !DIGIT_WORD.test(part)) || DESCRIPTION.test(part);
  if (parts.some((part) => isSaying(part) || /fa[ck]tor/u.test(part))) return false;
  return parts.length > 2 || (parts.length > 1 && parts.every((part) => getRarity(stem(part)) === 1));
}

function isNetworkKey(text: string): boolean {
  if (DESCRIBES.test(text) || NETWORK_IS_LIKE.test(text)) return false;
  return areJoinedAtRandom(text) || (text.length >= joinedWordMin && !text.includes('-') && !DESCRIPTION.test(text));
}

function isPlainPhrase(text: string): boolean {
  const words = text.split(/\s/u);
  return !PURPOSE.test(words[0] ?? '') && !words.some((word) => isFunctionWord(word) || DESCRIPTION.test(word));
}

function findAccountUse(segment: string): Found[] {
  if (!/\d/u.test(segment) || !ACCOUNT.test(segment)) return [];
  const isValue = (text: string) => looksSecret(text) && !isReferenceCode(text) && !isMeasureOrProduct(text);
  const named = Array.from(segment.matchAll(FOR_ACCOUNT_USE), ({ 0: all, 1: thing = '', 2: text = '', index }) => ({
    thing,
    text,
    at: index + all.lastIndexOf(text),
  }));
  const used = Array.from(segment.matchAll(USE_FOR_ACCOUNT), ({ 0: all, 1: text = '', 2: thing = '', index }) => ({
    thing,
    text,
    at: index + all.indexOf(text),
  }));
  return [...named, ...used].filter(({ thing, text }) => ACCOUNT.test(thing) && isValue(text));
}

function findSecurityAnswer(segment: string): Found[] {
  const isOfAccount = ACCOUNT.test(segment) || SECURITY_QUESTION.test(segment);
  const question = SECURITY_QUESTION.exec(segment) ?? (isOfAccount ? MAIDEN_NAME.exec(segment) : null);
  if (!question) return [];
  const from = question.index + question[0].length;
  const answer = ANSWER.exec(segment.slice(from).trimEnd());
  // "My security question is X" says the question.
  const text = answer && answer.index > 0 ? answer[1] : undefined;
  const [first = ''] = text?.split(/\s/u) ?? [];
  if (text === undefined || isFunctionWord(first) || DESCRIPTION.test(first)) return [];
  return [{ text, at: segment.lastIndexOf(text) }];
}

function findSentCode(segment: string): Found[] {
  if (!SENDER.test(segment) || !SENDS.test(segment) || !CONFIRMS.test(segment)) return [];
  return Array.from(segment.matchAll(SENT_DIGITS), ({ 0: text, index }) => ({ text, at: index }));
}
