import { SECRET_MARK } from './secret-rules.js';
import {
  PASSWORD,
  WEAK,
  LOGIN,
  CODE,
  BARE_CODE,
  BARE_KEY,
  LOCKED,
  NETWORK,
  OTHER_THING,
  OTHER_BEFORE,
  LINK,
  INTO,
  FILLER,
  DESCRIPTION,
  TIME_BEFORE,
} from './secret-words.js';

const PIECE = /[^\s"'“”„«»「」()|;]+(?:['’][^\s"“”„«»]+)?/gu;
/** Digits in groups: "558 204". */
const GROUPS = /^\d{2,4}(?: \d{2,4}){1,3}(?![\d\p{L}])/u;
/** Words that a name may stand before its value: "the password of my router at home is". */
const pieceMax = 14;
const reach = 160;
const segmentMax = 400;
const LONG_PART = /[^]{1,400}/gu;
/** Shorter segments name nothing. */
const segmentMin = 6;

interface Piece {
  readonly text: string;
  readonly at: number;
  /** Whether quotation marks surround it. */
  readonly isQuoted: boolean;
}

type Kind = 'password' | 'login' | 'weak' | 'code';
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Replaces the values of passwords, PINs, codes and logins that a sentence names, in seven languages. `asked` is the message before: "What is
 * your PIN?" makes a short answer a secret.
 */
export function redactNamedSecrets(text: string, asked: string | null): string {
  const segments = text.split(/(?<=[.!?。！？]["'”»)]?\s)|(?<=\n)/u).flatMap(cut);
  const own = segments.map(redactSegment).join('');
  return asked !== null && own === text && text.length <= 80 && asksForSecret(asked) ? redactAnswer(text) : own;
}

function cut(segment: string): string[] {
  return segment.length <= segmentMax ? [segment] : (segment.match(LONG_PART) ?? []);
}

/** Whether a text names a password, a code or a login, whatever its value. */
export function namesSecret(text: string): boolean {
  return LOG_IN.test(text) || /(?<!\p{L})(?:login|usern?ame)(?!\p{L})/iu.test(text) || findNames(text).length > 0;
}

/** Whether a question asks for a secret. */
function asksForSecret(asked: string): boolean {
  const question = /[^.!?\n]{0,300}[?？]\s*$/u.exec(asked.slice(-320))?.[0];
  return question !== undefined && findNames(question).some(({ kind }) => kind !== 'weak');
}

const NO_ANSWER =
  /^(?:yes|no|yeah|nope|sure|ja|nein|oui|non|s[ií]|não|sim|nee|i |je |ich |no sé|ik |io |eu |yo |keine|why|what|never|none)/iu;

function redactAnswer(text: string): string {
  const pieces = toPieces(text);
  const spans = pieces.filter(({ text: value }) => looksSecret(value) || /^\d{3,10}$/u.test(value)).map(toSpan);
  if (spans.length > 0) return mask(text, spans);
  return pieces.length <= 3 && !NO_ANSWER.test(text.trim()) ? SECRET_MARK : text;
}

interface Name extends Span {
  readonly kind: Kind;
}

function findNames(segment: string): Name[] {
  const found = [
    ...matches(segment, PASSWORD, 'password'),
    ...matches(segment, CODE, 'code'),
    ...matches(segment, LOGIN, 'login'),
    ...matches(segment, WEAK, 'weak'),
  ];
  if (LOCKED.test(segment)) {
    found.push(...matches(segment, BARE_CODE, 'code'));
    found.push(...matches(segment, BARE_KEY, 'weak'));
  }
  if (NETWORK.test(segment)) found.push(...matches(segment, BARE_KEY, 'password'));
  return found
    .filter(({ from, to }) => !OTHER_THING.test(segment.slice(to)) && !OTHER_BEFORE.test(segment.slice(0, from)))
    .sort((a, b) => a.from - b.from);
}

function matches(segment: string, pattern: RegExp, kind: Kind): Name[] {
  return Array.from(segment.matchAll(pattern), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
    kind,
  }));
}

function redactSegment(segment: string): string {
  if (segment.length < segmentMin) return segment;
  const names = findNames(segment);
  const spans = names.flatMap((name) => [...valuesAfter(segment, name), ...valuesBefore(segment, name)]);
  spans.push(...valuesOfActions(segment));
  return spans.length === 0 ? segment : mask(segment, spans);
}

function mask(text: string, spans: readonly Span[]): string {
  let masked = '';
  let at = 0;
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    if (to <= at) continue;
    masked += text.slice(at, Math.max(at, from)) + SECRET_MARK;
    at = to;
  }
  return masked + text.slice(at);
}

const toSpan = ({ at, text }: Piece): Span => ({ from: at, to: at + text.length });

function toPieces(text: string, offset = 0): Piece[] {
  const pieces: Piece[] = [];
  for (const match of text.matchAll(PIECE)) {
    // "Tulip!," ends before its comma, "pass=Tulip" begins after its sign.
    let from = match.index;
    const raw = match[0].replace(/[,.:?!]+$/u, (tail) => (/^!+[.,]?$/u.test(tail) ? tail.replace(/[.,]$/u, '') : ''));
    if (raw === '') {
      pieces.push({ text: match[0], at: offset + from, isQuoted: false });
      continue;
    }
    const sign = /^[=:：/]+/u.exec(raw)?.[0] ?? '';
    if (sign !== '') pieces.push({ text: sign.charAt(0), at: offset + from, isQuoted: false });
    from += sign.length;
    const value = raw.slice(sign.length);
    const isQuoted = /["“„«「]$/u.test(text.slice(0, match.index)) || text.charAt(match.index - 1) === "'";
    if (value !== '') pieces.push({ text: value, at: offset + from, isQuoted });
    const tail = match[0].slice(raw.length);
    if (/^[:,]/u.test(tail))
      pieces.push({ text: tail.charAt(0), at: offset + match.index + raw.length, isQuoted: false });
  }
  return pieces;
}

/** Returns what follows a name as its value: "my password is still X", "PIN, 4711,", "pass=X", "the old one was X, the new one is Y". */
function valuesAfter(segment: string, { kind, to }: Name): Span[] {
  const phrase = kind !== 'code' && valueOfPhrase(segment, to);
  if (phrase) return [phrase];
  const pieces = toPieces(segment.slice(to, to + reach), to).slice(0, pieceMax);
  const spans: Span[] = [];
  // How the value is introduced: right after the name, after "is" or ":", or after "to".
  let lead: 'near' | 'link' | 'into' | null = 'near';
  for (const [index, piece] of pieces.entries()) {
    const value = piece.text;
    if (LINK.test(value)) lead = 'link';
    else if (INTO.test(value)) lead = 'into';
    else if (value === ',') lead = lead === 'near' ? 'near' : null;
    else if (isValue(piece, { kind, lead, before: pieces[index - 1]?.text ?? '', rest: pieces[index + 1]?.text })) {
      const groups = kind === 'password' ? null : GROUPS.exec(segment.slice(piece.at));
      spans.push({ from: piece.at, to: piece.at + (groups?.[0].length ?? value.length) });
      lead = null;
    } else if (!FILLER.test(value)) lead = null;
  }
  return spans;
}

/** Quoted values, and all words of a passphrase. */
function valueOfPhrase(segment: string, to: number): Span | null {
  const rest = segment.slice(to, to + reach);
  const quoted = /^[^"“„«「.!?\n]{0,30}?["“„«「]([^"“”„«»「」\n]{3,120})["”“»」]/u.exec(rest);
  if (quoted?.[1] !== undefined) {
    const from = to + quoted[0].length - 1 - quoted[1].length;
    return { from, to: from + quoted[1].length };
  }
  const isPhrase = /phrase$|mnemonic$/iu.test(segment.slice(Math.max(0, to - 12), to));
  const plain = isPhrase
    ? /^\s*(?:is|:|=|ist|lautet|est|es|è|é)\s*((?:[\p{L}\d-]+ ){2,23}[\p{L}\d-]+)/iu.exec(rest)
    : null;
  if (plain?.[1] === undefined) return null;
  return { from: to + plain[0].length - plain[1].length, to: to + plain[0].length };
}

interface Position {
  readonly kind: Kind;
  readonly lead: 'near' | 'link' | 'into' | null;
  readonly before: string;
  readonly rest: string | undefined;
}

function isValue({ text, isQuoted }: Piece, { kind, lead, before, rest }: Position): boolean {
  if (isOrdinary(text)) return false;
  const isYear = /^(?:19|20)\d\d$/u.test(text) && TIME_BEFORE.test(before);
  if (isYear) return false;
  if (kind === 'code') {
    if (lead === null) return looksLikeKeyCode(text);
    return /^\d{3,10}[#*]?$|^\d{1,4}(?:-\d{1,4}){1,4}$/u.test(text) || looksSecret(text) || isGroup(text, rest);
  }
  if (looksSecret(text)) return kind !== 'weak' || lead !== null;
  if (lead === null) return false;
  if (/^\d{1,4}(?:-\d{1,4}){2,4}$/u.test(text)) return true;
  if (/^\d{4,12}$/u.test(text)) return lead !== 'into' || kind === 'password';
  if (kind !== 'password' || lead !== 'link') return isQuoted && lead === 'link';
  if (/^[\p{L}]+(?:[-_][\p{L}]+)+$/u.test(text)) return true;
  const endsClause =
    rest === undefined || rest === ',' || /^(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|on|for)$/iu.test(rest);
  return endsClause && text.length >= 4 && /^\p{L}+$/u.test(text) && !DESCRIPTION.test(text) && !FILLER.test(text);
}

function isGroup(text: string, rest: string | undefined): boolean {
  return /^\d{2,4}$/u.test(text) && rest !== undefined && /^\d{2,4}$/u.test(rest);
}

/** "K7Q2-99XD": letters and digits in one code. */
function looksLikeKeyCode(text: string): boolean {
  return /^(?=.*\d)[A-Z\d]{3,6}(?:-[A-Z\d]{3,6})+$/u.test(text);
}

/** Times, dates, prices, ordinals, measures and addresses look like secrets, and are none. */
function isOrdinary(text: string): boolean {
  return (
    /^\d{1,2}[:h]\d\d(?:[-–]\d{1,2}[:h]\d\d)?$/iu.test(text) ||
    /^\d{1,2}[./-]\d{1,2}[./-]\d{4}$|^\d{4}[./-]\d{1,2}[./-]\d{1,2}$|^\d{1,2}\/\d{2,4}$/u.test(text) ||
    /^(?:\d+(?:st|nd|rd|th|er|e|º|ª|x|%|€|\$|£|k|km|kg|g|mg|cm|m|mm|h|am|pm|min|gb|mb|tb|ghz|fa)|[€$£]\d[\d.,]*|v\d[\d.]*|\d+\.\d+)$/iu.test(
      text,
    ) ||
    /^[\w.+-]+@[\w-]+\.[\w.-]+$|^https?:|^\w+\.(?:com|org|net|de|io)$/iu.test(text)
  );
}

/** Letters mixed with digits or signs, unlike in any word: "Sunflower42", "hunter22!", "gr8Tulips". */
function looksSecret(text: string): boolean {
  if (text.length < 4 || isOrdinary(text)) return false;
  const hasLetter = /\p{L}/u.test(text);
  return (
    (hasLetter && /\d/u.test(text)) ||
    (/[\p{L}\d]/u.test(text) && /[!#$%^&*_+=?~@§]./u.test(text)) ||
    /^[\p{L}\d]{4,}[!#$%*]$/u.test(text)
  );
}

/** "Use X as my password", "Nimm X als Kennwort", "mets X comme mot de passe". */
const AS = /(?:^|\s)(?:as|als|comme|como|come)\s+(?:\p{L}{1,8}\s+){0,2}$/iu;
/** "the PIN", "my new": words right before a name that belong to it. */
function valuesBefore(segment: string, { from }: Name): Span[] {
  const before = segment.slice(Math.max(0, from - 160), from);
  const as = AS.exec(before);
  if (!as) return [];
  const pieces = toPieces(before.slice(0, as.index), from - before.length);
  const last = pieces.at(-1);
  if (!last || isOrdinary(last.text) || FILLER.test(last.text)) return [];
  const isPlausible = looksSecret(last.text) || /^\d{3,12}$/u.test(last.text) || pieces.length <= 3;
  return isPlausible ? [toSpan(last)] : [];
}

const LOG_IN =
  /(?<!\p{L})(?:log(?:ge|g)?(?: (?:dich|euch|sie|me))?(?: in)?|logged in|login|sign(?: me)? in|sign-in|anmelden|melde dich|einloggen|connecte-toi|connectez-vous|connexion|inicia sesión|entra|acceda|accede|accedi|entre|inloggen)(?!\p{L})/iu;
const WITH = /(?<!\p{L})(?:with|mit|avec|con|com|met|and|und|et|y|e|en)\s+(\S+)/giu;
const OPEN_WITH =
  /(?<!\p{L})(?:unlock|unlocks|open|opens|entsperr\p{L}*|öffne\p{L}*|déverrouill\p{L}*|ouvr\p{L}*|desbloque\p{L}*|abr\p{L}+|sblocc\p{L}*|apr\p{L}+|ontgrendel\p{L}*)(?!\p{L})[^\n]{0,60}?(?<!\p{L})(?:with|mit|avec|con|com|met)\s+(\d{3,10}#?)/iu;
const TYPE_IN =
  /(?<!\p{L})(?:enter|type|press|dial|punch in|tippe?|drück\p{L}*|gib|tapez?|tape|teclea|pulsa|marca|digita|digite|toets|typ)\s+(?:in\s+)?(\d{3,10}#?)(?![\d\p{L}])/iu;
const LOGIN_PAIR =
  /(?<!\p{L})(?:login|account|log-in|anmeldung|usern?ame|user|benutzer(?:name)?|identifiant|utilisateur|usuario|usuário|utente|gebruiker|inlog)(?!\p{L})[^\n]{0,12}?[:= ] ?[^\s,/|]{1,60} ?(?:[,/|]|and ) ?(\S{1,60})/giu;

/** "Log in as rosa with X", "unlock my phone with 2904", "type 4471 at the alarm", "login: ada / X". */
function valuesOfActions(segment: string): Span[] {
  const values: Span[] = [];
  const add = (match: RegExpMatchArray | null, isSecret: (value: string) => boolean) => {
    const given = match?.[1];
    if (match?.index === undefined || given === undefined) return;
    const piece = toPieces(given)[0];
    if (!piece || !isSecret(piece.text)) return;
    const from = match.index + match[0].length - given.length + piece.at;
    values.push({ from, to: from + piece.text.length });
  };
  if (LOG_IN.test(segment)) for (const match of segment.matchAll(WITH)) add(match, looksSecret);
  add(OPEN_WITH.exec(segment), () => true);
  if (LOCKED.test(segment)) add(TYPE_IN.exec(segment), () => true);
  for (const match of segment.matchAll(LOGIN_PAIR)) add(match, looksSecret);
  return values;
}
