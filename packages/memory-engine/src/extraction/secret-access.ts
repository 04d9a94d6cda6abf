// Unusual words beside what they give access to: "netflix is on my sister's account, snowflake77 I think". Seven languages.
import { isFunctionWord } from '../words/function-words.js';
import { looksLikePassword, toPieces, toSpan, type Piece, type Span } from './secret-shapes.js';
import { ACCOUNT, NETWORK } from './secret-words.js';

const start = String.raw`(?<!\p{L})`;
const end = String.raw`(?!\p{L})`;
/** What one gets into, beside the accounts of `ACCOUNT`, and how. */
const ACCESS = new RegExp(
  `${start}(?:log(?:s|ged|ging)?[ -]?(?:in|on|into)|sign(?:s|ed)? in|get(?:s|ting)? (?:in|into|on|onto)|access|admin|portal\\p{L}*|intranet|e-?learning|moodle|extranet|vpn|teamviewer|anydesk|zoom|webex|skype|minecraft|roblox|fortnite|playstation|xbox|nintendo|discord|twitch|disney(?:\\s?plus|\\+)?|prime|hbo|dazn|sky|apple id|google|dropbox|nextcloud|onedrive|github|gitlab|wordpress|doctolib|ameli|elster|digid|spid|inps|hacienda|finanças|gov\\.br|webmail|backup|zip|hotspot|fritz!?box|livebox|freebox|printer|drucker|imprimante|impresora|stampante|impressora|app` +
    '|ein(?:zu)?logg\\p{L}*|an(?:zu)?meld\\p{L}*|reinkomm\\p{L}*|rein komm\\p{L}*|zugang|zugriff|programm|system|drauf' +
    '|connect\\p{L}*|accéd\\p{L}+|accès|logiciel|plateforme|espace (?:client|personnel|famille)|site|appli' +
    '|entrar|entro|entras?|entramos|acced\\p{L}+|acceso|plataforma|programa|sistema|aplicación|inicio' +
    '|entrare|accedere|accesso|gestionale|piattaforma|programma|sito' +
    `|aced\\p{L}+|acesso|aplicativo|aplicação|inlogg\\p{L}*|toegang|systeem|erop|erin)${end}`,
  'iu',
);
/** A digit or a sign beside a letter. */
const MIXED = /\p{L}[\d!$%&*+=?_~-]|\d\p{L}/u;
/** Public names, files, versions and codes of shops. */
const PUBLIC =
  /(?<!\p{L})(?:user-?\s?names?|handle|nick\p{L}*|gamer-?tag|tag|pseudo|alias|profil\p{L}*|screen name|account name|(?:steam|psn|xbox|discord) (?:name|id)|benutzername|usuario|usuário|nome utente|utilisateur|gebruikersnaam|bijnaam|apodo|spitzname|soprannome|apelido|instagram|insta|tiktok|reddit|twitter|mastodon|bluesky|snapchat|youtube|hash-?tag|file|datei|fichier|archivo|bestand|arquivo|version\p{L}*|versión|versione|versão|versie|branch|commit|column|function|variable|class|release|package|paket|install\p{L}*|upgrad\p{L}*|updat\p{L}*|model\p{L}*|modèle|promo\p{L}*|discount|coupon|gutschein|voucher|rabatt\p{L}*|sconto|desconto|descuento|korting\p{L}*|error|fehler\p{L}*|erreur|errore|erro|fout|port|host\p{L}*|domain|call(?:ed|s)?|named?|heiß(?:t|en)|heisst|genannt|(?:s['’])?appel\p{L}*|llam\p{L}*|chiam\p{L}*|chama\p{L}*|heet|noem\p{L}*)(?!\p{L})/iu;
/** "snowflake77", "Tulip&Moth9", "x7r4kq": small letters, and digits or signs between letters. */
const UNUSUAL =
  /^(?!.*\.(?:\p{L}{2,5})$)(?=.*\p{Ll}.*\p{Ll})(?:(?=.*\d)\p{Ll}|(?=.*[!$%&*+~].|.*[?=]\p{Lu}|.*_.*\d)\p{L}|\d)[^/@#:\\(){}[\]<>]{5,40}$/u;
/** "iphone15", "node18", "customer-17", "report_v2" */
const PRODUCT =
  /^(?:i?phone|ipad|galaxy|pixel|node|python|java|php|vue|react|angular|windows|macos|ios|android|ubuntu|debian|mp|wifi|usb|hdmi|web|covid|gpt|claude|llama|word|excel|office|ps|vitamin|omega)-?\d|^\d+\p{L}{1,6}$|^(?:https?|www)|^\p{Ll}{1,3}\d{1,3}$|^\p{L}+_\p{L}?\d$|^(?:customer|client|user|agent|app|run|session|ticket|issue|task|order|item|room|node|server|host|team|part|chapter|page|step|version|test|kunde|kunden|nutzer|cliente|usuario|utente)-\d+$/iu;
const APART =
  /^(?:[,/:=-]|and|und|et|y|e|en|plus|then|dann|puis|ensuite|luego|después|poi|depois|daarna|dan|with|mit|avec|con|com|met|it['’]?s|c['’]?est)$/iu;
/** "snowflake77", "Tulip*Moth", "jellybean_stomp3": longer than most names of products. */
const CHOSEN = /^(?=.{8})(?!\p{L}+\d\p{L}+$|\p{Ll}+&\p{Ll}+$)\p{L}.*[\d!$%&*?~]/u;
/** Code, formulas and checksums. */
const CODE =
  /[(){}[\]<>^]|\w=|(?<!\p{L})(?:sha-?\d*|md5|hash|tables?|columns?|librar\p{L}+|modules?|gen[e]?|protein\p{L}*|const|import)(?!\p{L})/iu;
const LIGHT =
  /^(?:(?:think|believe|btw|lol|please|again|glaub|glaube|bitte|crois|pense|creo|credo|acho|denk|geloof|ok|okay|always|immer|toujours|siempre|sempre|altijd|lo|de|of|ff|eingeben|ein|intypen|invoeren|tippen)(?!\p{L})|[.,;!?])/iu;

/** Returns unusual words in a sentence about access. */
export function findAccessWords(segment: string): Span[] {
  if (!MIXED.test(segment) || PUBLIC.test(segment)) return [];
  const pieces = toPieces(segment);
  const hasAccess = ACCESS.test(segment) || ACCOUNT.test(segment) || NETWORK.test(segment);
  const isUnusual = hasAccess
    ? isUnusualBesideAccess
    : pieces.length > 2 && !CODE.test(segment)
      ? isUnusualAnywhere
      : null;
  if (isUnusual === null) return [];
  return pieces
    .filter((piece, index) => isUnusual(piece) && isApart(pieces, index) && isLast(pieces, index))
    .map(toSpan);
}

function isUnusualBesideAccess({ text }: Piece): boolean {
  return UNUSUAL.test(text) && looksLikePassword(text) && !PRODUCT.test(text);
}

function isUnusualAnywhere(piece: Piece): boolean {
  return CHOSEN.test(piece.text) && isUnusualBesideAccess(piece);
}

/** "…, snowflake77", "and snowflake77", "with snowflake77": not what a verb or a noun before names. */
function isApart(pieces: readonly Piece[], index: number): boolean {
  const isSigned = index === pieces.length - 1 && /\p{L}{3}[!$%&*?~]\p{L}{3}/u.test(pieces[index]?.text ?? '');
  return index === 0 || isSigned || APART.test(pieces[index - 1]?.text ?? '');
}

/** Whether no noun follows. */
function isLast(pieces: readonly Piece[], index: number): boolean {
  const after = pieces[index + 1]?.text;
  return after === undefined || isFunctionWord(after) || LIGHT.test(after);
}
