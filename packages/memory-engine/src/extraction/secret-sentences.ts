// Sentences whose place for a value is known, whatever the value looks like: seven languages.
import { getRarity } from '../correction/word-rarity.js';
import { isFunctionWord } from '../words/function-words.js';
import { stem } from '../words/stem.js';
import { NETWORK_IS_LIKE } from './secret-accounts.js';
import { findSecurityAnswers } from './secret-answers.js';
import { isPlainNoun } from './secret-noun.js';
import { isMeasureOrProduct, looksSecret, type Span } from './secret-shapes.js';
import { findTyped } from './secret-typed.js';
import { CONFIRMING, DESCRIPTION, DIGIT_WORD, LOCK, PASSWORD, UNLOCK } from './secret-words.js';

const IS = String.raw`(?:is now|is|ist jetzt|ist|c['’]est|est|es|è|é)`;
const CLAUSE_ENDS = String.raw`(?=\s{0,3}(?:[.,!;]|$)|\s(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|btw)\s)`;
/** "The wifi in my house is teapot-giraffe", "il wifi è pastaalforno". German nouns begin with a capital letter, so the case counts. */
const NETWORK_IS = new RegExp(
  String.raw`(?<!\p{L})(?:[Ww][Ii]-?[Ff][Ii]|WLAN|[Ww]lan)(?:['’]s|(?:\s\p{L}[\p{L}'’]{0,15}){0,4}\s${IS})\s(\p{Ll}{3,30}(?:-\p{Ll}{3,20}){0,5})${CLAUSE_ENDS}`,
  'gu',
);
/** Single words of this length are rarely a description without one of its endings. */
const joinedWordMin = 12;
/** Endings of adjectives, adverbs and participles. */
const DESCRIBES =
  /(?:able|ible|ing|(?<!ph)[aeu]nt|[aeu]nd|[cfhnrt]i?al|[ae]an|iger|ory|ary|ic|ed|some|ful|less|ous|ive|ly|est|isch|ig|lich|bar|los|frei|haft|sam|[cnrt]ale|ge\p{L}{3,}(?:en|[td])|ward|ique|aire|elle?|nel|eux|euse|ante|ente|ée?s?|if|oso|osa|íssim[oa]|issim[eoa]|ísim[oa]|b[ai]le|ible|ad[oa]|id[oa]|ico|ica|ari[oa]|iv[oa]|eel|lijk|baar|loos)$|^(?:ver|über|unter|ent|zer|over|ont)\p{L}+(?:t|en)$/iu;
/** Italian participles end like Portuguese and Spanish nouns. */
const DESCRIBES_IN_ITALIAN = /(?:at|ut|it)[oa]$/u;
/** What things that long words name are made of: "infrastructure". */
const NOUN = /(?:ure|ness|ment|[st]ion|ity|ism|ship|hood|ance|ence|keit|heit|ung|schaft|dad|dade|tà|té)$/u;
/** "Bullet-proof", "top-notch": what English puts after a hyphen to describe. */
const DESCRIBES_AFTER_HYPHEN =
  /-(?:proof|notch|cheap|optic|par|ready|friendly|resistant|tight|grade|rate|style|prone|heavy|sharp|edge|range|end|hoc|top|like|worthy|miss|bound|centric|savvy|smooth|steady|ish)$/u;

/** "Für Netflix nimm kuchenblech99": joined words and two digits, for an account that is no device. */
const FOR_ACCOUNT_USE =
  /(?<!\p{L})(?:for|für|pour|para|per|voor)\s(?:netflix|hulu|hbo|disney|spotify|amazon|ebay|paypal|instagram|facebook),?\s(?:\p{L}{1,10}\s){0,3}?(?:use|take|try|nimm|nehme|nutze|benutze|prends|mets|utilise|usa|uso|pon|pongo|metti|põe|gebruik|neem|pak)\s(?:\p{L}{1,12}\s){0,2}?(\p{L}{11,30}\d{2})(?=\s{0,3}(?:[.,!;]|$))/giu;
/** "Uso Ginepro77 per tutti i siti" */
const FOR_ALL_SITES =
  /(?<!\p{L})(?:use|nehme|benutze|utilise|uso|gebruik)\s(\p{L}{4,20}\d{2,6}[!?*]?)\s(?:(?:for|on) (?:every|all|all (?:my|the)|most)|für (?:alle|jede)|(?:pour|sur) tou(?:s|tes) (?:les|mes)|(?:para|en|em) tod[oa]s (?:los|las|os|as)|(?:per|su) tutt[ei] (?:i|gli|le)|voor alle?)\s(?:web)?(?:sites?|siti|seiten|sitios|accounts?|konten|logins?|cuentas|contas|comptes)(?=\s{0,3}(?:[.,!;]|$))/giu;

const PAUSE = String.raw`(?=\s{0,3}(?:[.!,;](?!\d)|$)|\s(?:haben|and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|before|first)(?!\p{L}))`;
/** Four digits and more: no year, no round sum. */
const DIGITS = String.raw`(?!(?:19|20)\d\d(?!\d)|\d+00(?!\d))\d{4,8}`;
const THE = String.raw`(?:(?:die|den|the|le|el|il|o|de|het)\s)?`;
/** "My voicemail asks for 6650", "ma messagerie demande le 4410" */
const VOICEMAIL_ASKS = new RegExp(
  String.raw`(?<!\p{L})(?:voice-?mail|mailbox|answering machine|anrufbeantworter|messagerie|répondeur|segreteria|buzón|correo de voz|caixa postal|correio de voz)(?!\p{L})[^.!?,;\n]{0,20}?\s(?:asks?(?: me)? for|wants|needs|will|fragt(?: mich)? nach|verlangt|demande|pide|quiere|chiede|vuole|pede|quer|vraagt(?: me)? om|wil)\s${THE}(${DIGITS})${PAUSE}`,
  'giu',
);
const DEVICE_ASKS = new RegExp(
  String.raw`(?<!\p{L})(?:phone|laptop|tablet|ipad|handy|tel(?:efon[eo]?|éfono|éphone|emóvel|efoon)?|móvil|celular)\s(?:always\s)?(?:asks?(?: me)? for|fragt(?: mich)? nach|verlangt|demande|pide|chiede|pede|vraagt(?: me)? om)\s${THE}(${DIGITS})${PAUSE}`,
  'giu',
);

const BUILDING = String.raw`\p{L}{0,12}(?:house|haus|home|building|office|garage|garaj\p{L}*|garagem|parking|gym|lobby|hall|flat|casa|maison|immeuble|edificio|prédio|palazzo|ufficio|oficina|huis|gebouw|kantoor|büro|keller|cellar|shed|gebäude|wohnung|portal|portone|bureau|cave)(?!\p{L})(?!\s(?:market|price|ladder|of)(?!\p{L}))`;
const INTO_BUILDING = String.raw`(?:into (?:the|my|our)|ins|in (?:das|die|den|de|het|our|my|the)|dans (?:le|la|mon|notre)|en (?:el|la)|nel(?:la)?|no|na)\s(?:\p{L}{1,12}\s)?${BUILDING}`;
const WITH = String.raw`(?<!\p{L})(?:with|mit|avec|con|com|met)\s${THE}`;
const WHO = String.raw`(?:you|we|i|they|anyone|everyone|man|du|ihr|wir|ich|jeder|tu|on|vous|je|nous|se|você|jij|u|ik)`;
const ENTER = String.raw`(?:(?:can )?gets?|(?:can )?enters?|komm\p{L}*|rentr\p{L}*|entr\p{L}*|accèd\p{L}*|acced\p{L}*|kom\p{L}?)`;
/** "Avec 7781 tu rentres dans le parking" */
const WITH_ENTERS = new RegExp(
  String.raw`${WITH}(${DIGITS}[A-Z#*]?)\s(?:${WHO}\s)?${ENTER}\s(?:${WHO}\s)?${INTO_BUILDING}`,
  'giu',
);
/** "7712 gets you into the building." */
const LETS_IN = new RegExp(
  String.raw`(?<=^|[,;:]\s|(?<!\p{L})(?:and|but)\s)(${DIGITS}[#*]?)\s(?:gets?|lets?)\s(?:you|me|us|them|anyone|everyone)\s${INTO_BUILDING}`,
  'giu',
);
/** "I get into the office with 7712." */
const ENTERS_WITH = new RegExp(
  String.raw`(?<!\p{L})${ENTER}\s(?:${WHO}\s)?${INTO_BUILDING}\s${WITH}(${DIGITS}[#*]?)${PAUSE}`,
  'giu',
);
/** "With 4471# anyone can open the side door": no sum ends with such a sign. */
const WITH_SIGN = new RegExp(String.raw`${WITH}(\d{4,8}[#*])(?=\s${WHO}(?!\p{L}))`, 'giu');

const SIX_DIGITS = String.raw`(?!\d{3}[ -]?000)\d{3}[ -]?\d{3}(?![\d\p{L}]|[.,-]\d)`;
const RECEIVED = String.raw`(?:sent|texted|got|received|geschickt|schickte|bekommen|kam|erhalten|envoyé|reçu|enviado|mandado|llegado|recibí|recibido|llegó|inviato|mandato|ricevuto|arrivat[oa]|enviou|mandou|recebi|chegou|kreeg|gekregen|ontving|ontvangen|stuurde)`;
/** "Me", "here", "just": what stands between the verb and the digits. */
const BETWEEN = String.raw`(?:(?:me|us|i|in|here|just|mir|uns|gerade|eben|hier|ici|aquí|ahora|el|il|qui|ora|aqui|agora|pra mim|o|mij|ik|net|hier|de|the|der)\s){0,3}`;
const PURPOSE_OF_CODE = String.raw`(?:to|um|zur?|zum|pour|para|pra|per|om)\s(?:\p{L}{1,5}\s){0,2}`;
/** "La banque m'a envoyé 482 019 pour valider", "kreeg ik 641 207 binnen van DigiD om in te loggen": six digits, right after the verb. */
const SENT_DIGITS = new RegExp(
  String.raw`(?<=(?<!\p{L})${RECEIVED}\s${BETWEEN})${SIX_DIGITS}(?=\s(?:binnen\s)?(?:(?:by|per|via|par|por|no|en|in|op|auf|van|von|vom|from|de|du|des|del|do|della|dalla|dal|da)\s(?:\p{L}{1,12}\s){1,4}?)?${PURPOSE_OF_CODE}${CONFIRMING})`,
  'giu',
);

/** "310 558 per SMS bekommen, um mich einzuloggen" */
const DIGITS_RECEIVED = new RegExp(
  String.raw`(?<![\d\p{L}.,-])${SIX_DIGITS}(?=\s(?:\p{L}{2,12}\s){0,4}?(?:bekommen|erhalten|gekregen|ontvangen),?\s${PURPOSE_OF_CODE}${CONFIRMING})`,
  'giu',
);

const A_PASSWORD = String.raw`(?:(?:locker|door|gate|alarm|safe|garage|lock)\s?(?:code|combination|combo)|passcode|password|passphrase|passwort|kennwort|mot de passe|contraseña|parola|senha|palavra-passe|wachtwoord)(?!\p{L})`;
const CHANGED = String.raw`(?:changed?|reset|set|updated?|switched|geändert|gesetzt|changé|mis|cambi(?:é|ado|ato|ai)|puesto|messo|mud(?:ei|ado)|alter(?:ei|ado)|veranderd|gewijzigd)`;
const OWN = String.raw`(?:my|the|our|mein|das|unser|mon|le|notre|mi|la|mia|a|o|minha|mijn|het)`;
const PLAIN_PHRASE = String.raw`((?:\p{L}{3,14}\s){0,7}\p{L}{3,14})(?=\s{0,3}(?:[.,!;]|$))`;
/** "I changed my password to silver badger hums quietly.": the password is what was changed. */
const CHANGED_TO = new RegExp(
  String.raw`(?<!\p{L})(?:${CHANGED}\s(?:${OWN}\s){1,2}(?:\p{L}{2,12}\s)?${A_PASSWORD}|${A_PASSWORD}\s(?:was |is |has been |wurde |now )?${CHANGED})(?:\s(?:to|auf|zu|en|a|in|naar|(?:pour|por|para)(?!\s\p{L}{1,14}(?:[aei]r|re)(?!\p{L})))|\.\s(?:it['’]s|it is|it is now))\s${PLAIN_PHRASE}`,
  'giu',
);
/** "I changed my password to regain access to it": the first word says what for. */
const PURPOSE =
  /^(?:be|get|make|keep|avoid|prevent|protect|secure|stop|match|meet|include|contain|use|have|regain|restore|improve|comply|satisfy|access|stay|log|sign|fix|help|follow|reflect|add|remove|test|see|try|feel|let|enable|allow|unlock|recover|increase|reduce|block|lock|require|deter|confuse|defeat|annoy|limit|force|give|show|share|start|expire|rotate|renew|factory|default|something|anything|one)$/iu;
/** "Block spammers sending rubbish": a sentence, no phrase. */
const SENTENCE_WORD =
  /ing$|^(?:words|letters|characters|digits|days|yesterday|today|gestern|hier|ayer|ontem|ieri|gisteren)$/iu;
/** Words of a sentence in one language that name things in another one. */
const ALSO_NOUN = /^(?:come|llama)$/iu;

/** "The hint is dog, but the actual one is rufus-barks-loud." */
const ACTUAL_IS =
  /(?<!\p{L})(?:the (?:actual|real|new|right|current) one is|(?:der|das) (?:echte|richtige|neue) ist|l[ea] (?:vraie?|bonne?|nouvelle) est|l[ea] (?:real|buena|nueva|correcta) es|quella (?:vera|giusta|nuova) è|a (?:real|verdadeira|nova|certa) é|(?:de|het) (?:echte|juiste|nieuwe) is)\s(\S{4,60}?)(?=[.,!;]?(?:\s|$))/giu;
/** "The safe opens with 'Larkspur Sonata'" */
const OPENS_WITH_QUOTED =
  /(?<!\p{L})(?:with|mit|avec|con|com|met)\s["'“‘„«]\s?([^"'“”’«»\n]{3,60}?)\s?["'“”’»](?=[\s.,!;)]|$)/giu;

/** Returns the values that stand where a sentence of these kinds has them. */
export function findSentenceSecrets(segment: string): Span[] {
  const found = [
    ...capture(segment, NETWORK_IS).filter(({ text }) => isNetworkKey(text, segment)),
    ...capture(segment, FOR_ACCOUNT_USE),
    ...capture(segment, CHANGED_TO).filter(({ text }) => isPlainPhrase(text)),
    ...capture(segment, FOR_ALL_SITES).filter(({ text }) => !isMeasureOrProduct(text)),
    ...[VOICEMAIL_ASKS, DEVICE_ASKS, WITH_ENTERS, LETS_IN, ENTERS_WITH].flatMap((pattern) => capture(segment, pattern)),
    ...(LOCK.test(segment) ? capture(segment, WITH_SIGN) : []),
    ...(LOCK.test(segment) && UNLOCK.test(segment) ? capture(segment, OPENS_WITH_QUOTED) : []),
    ...(segment.search(PASSWORD) >= 0 ? capture(segment, ACTUAL_IS).filter(({ text }) => isActualValue(text)) : []),
    ...findSentCode(segment),
  ];
  return [
    ...found.map(({ text, at }) => ({ from: at, to: at + text.length })),
    ...findTyped(segment),
    ...findSecurityAnswers(segment),
  ];
}

interface Found {
  readonly text: string;
  readonly at: number;
}

/** Returns the first group of each match. */
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

function isNetworkKey(text: string, segment: string): boolean {
  if (DESCRIBES.test(text) || NETWORK_IS_LIKE.test(text) || DESCRIBES_AFTER_HYPHEN.test(text)) return false;
  if (DESCRIBES_IN_ITALIAN.test(text) && !/\sé\s/u.test(segment)) return false;
  if (text.includes('-')) return areJoinedAtRandom(text);
  return text.length >= joinedWordMin && !NOUN.test(text) && !DESCRIPTION.test(text);
}

function isActualValue(text: string): boolean {
  return looksSecret(text) || (text.includes('-') && areJoinedAtRandom(text));
}

function isPlainPhrase(text: string): boolean {
  const words = text.split(/\s/u);
  const isProse = (word: string) =>
    (isFunctionWord(word) && !ALSO_NOUN.test(word)) || DESCRIPTION.test(word) || SENTENCE_WORD.test(word);
  if (words.length === 1 && !isPlainNoun(text, { name: '', lead: ' is ' })) return false;
  return !PURPOSE.test(words[0] ?? '') && !words.some(isProse);
}

function findSentCode(segment: string): Found[] {
  if (!/\d{3}[ -]?\d{3}/u.test(segment)) return [];
  return [SENT_DIGITS, DIGITS_RECEIVED].flatMap((pattern) =>
    Array.from(segment.matchAll(pattern), ({ 0: text, index }) => ({ text, at: index })),
  );
}
