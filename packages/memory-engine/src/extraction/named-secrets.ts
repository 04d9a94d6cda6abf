import { mapInSteps, type Steps } from '../steps.js';
import { isFunctionWord } from '../words/function-words.js';
import { SECRET_MARK } from './secret-rules.js';
import { asksSecurityQuestion, listsAnswers } from './secret-answers.js';
import { findAnsweredNumber, isBareNumber, namesOpened } from './secret-bare-numbers.js';
import { NETWORK_IS_LIKE } from './secret-accounts.js';
import { findImplied } from './secret-finders.js';
import { findListed, redactListedLines } from './secret-lists.js';
import { mask } from './secret-mask.js';
import { findMisspeltNames } from './secret-misspelt.js';
import { findNoted } from './secret-notes.js';
import { CODE_TO_PLACE, findPlainWords, isDescription, PARTICIPLE } from './secret-plain-words.js';
import { valueOfPhrase } from './secret-passphrase.js';
import { findSecretsByShape } from './secret-places.js';
import { PRONOUN, valuesBefore } from './secret-values-before.js';
import { areJoinedAtRandom } from './secret-sentences.js';
import {
  isExclaimed,
  isOrdinary,
  isReferenceCode,
  looksLikeKeyCode,
  looksSecret,
  toPieces,
  toSpan,
  type Piece,
  type Span,
} from './secret-shapes.js';
import {
  CONFIRMS,
  LOG_IN,
  PASSWORD,
  WEAK,
  LOGIN,
  CODE,
  BARE_CODE,
  BARE_KEY,
  KEY_WORD,
  OWN_KEY_WORD,
  LOCKED,
  NETWORK,
  SENDER,
  SENDS,
  OTHER_THING,
  OTHER_BEFORE,
  LINK,
  INTO,
  FILLER,
  DESCRIPTION,
  TIME_BEFORE,
} from './secret-words.js';

/** Digits in groups: "558 204". */
const GROUPS = /^\d{2,4}(?: \d{2,4}){1,3}(?![\d\p{L}])/u;
/** Words that a name may stand before its value: "the password of my router at home is". */
const pieceMax = 14;
const reach = 160;
const segmentMax = 400;
const LONG_PART = /[^]{1,400}/gu;
/** Shorter segments name nothing. */
const segmentMin = 6;
/** An answer, and what is read of its question. */
const answerMax = 80;
const askedMax = 320;

type Kind = 'password' | 'login' | 'weak' | 'code' | 'bare' | 'sent';
/** Names of things that may also be no secret. */
const isSure = ({ kind }: { readonly kind: Kind }) => kind !== 'weak' && kind !== 'bare' && kind !== 'sent';

/**
 * Replaces the values of passwords, PINs, codes and logins that a sentence names, in seven languages. `asked` is the message before: "What is
 * your PIN?" makes a short answer a secret.
 */
export function* redactNamedSecrets(text: string, asked: string | null): Steps<string> {
  const segments = yield* joinFollowers(
    text.split(/(?<=[.!?。！？]["'”»)]?\s)|(?<=\n)(?!\n|[^\S\n]{0,8}```\w{0,20}\n)/u).flatMap(cut),
  );
  const own = redactListedLines(segments, yield* redactBelowHeadings(segments)).join('');
  if (asked === null || own !== text || text.length > answerMax) return own;
  return asksForSecret(asked) ? redactAnswer(text) : mask(text, findAnsweredNumber(text, asked.slice(-askedMax)));
}

/** "My passwords:": what names a secret, at the start of a list. */
const LIST_HEADING = /^[^\n]{1,100}[:：][^\S\n]{0,8}\n/u;
const LIST_ITEM = /^\s*(?:(?:[-*+•–]|\(?\d{1,3}[.)])\s{1,4})?[^:=\n]{1,60}\s?[:=–-]\s?\S{4,60}\s*$/u;
const LIST_MARK = /^\s*(?:\(?\d{1,3}[.)]\s*)?$/u;

/** Reads each item of a list with its heading: "My passwords:", "- mail: X". */
function redactBelowHeadings(segments: readonly string[]): Steps<string[]> {
  let heading = '';
  return mapInSteps(segments, (segment) => {
    if (heading !== '' && LIST_MARK.test(segment)) return segment;
    if (heading !== '' && LIST_ITEM.test(segment)) return redactSegment(heading + segment).slice(heading.length);
    const first = LIST_HEADING.exec(segment)?.[0] ?? '';
    heading = first !== '' && namesValueless(first) ? first : '';
    return redactSegment(segment);
  });
}

function cut(segment: string): string[] {
  return segment.length <= segmentMax ? [segment] : (segment.match(LONG_PART) ?? []);
}

/** Joins a sentence that names a secret without its value to the next one, if that speaks of it: "I have a new PIN. It's 4921." */
function* joinFollowers(segments: readonly string[]): Steps<string[]> {
  const joined: string[] = [];
  for (let index = 0; index < segments.length; index += 1) {
    yield;
    const [segment = '', next = ''] = segments.slice(index, index + 2);
    const isOpening = isBareNumber(next) && namesOpened(segment);
    const isNext = isOpening || listsAnswers(segment, next) || (speaksOfOne(next) && namesValueless(segment));
    const isJoined = isNext && segment.length + next.length <= segmentMax;
    joined.push(isJoined ? segment + next : segment);
    if (isJoined) index += 1;
  }
  return joined;
}

function speaksOfOne(segment: string): boolean {
  if (segment.trim() === '') return false;
  return PRONOUN.test(segment) || segment.trim().split(/\s+/u).length <= 3 || hasMixedWord(segment);
}

function hasMixedWord(segment: string): boolean {
  return toPieces(segment).some(({ text }) => looksSecret(text) && !isReferenceCode(text));
}

function namesValueless(segment: string): boolean {
  if (!/\p{L}{2}/u.test(segment)) return false;
  return (findNames(segment).some(isSure) || asksSecurityQuestion(segment)) && redactSegment(segment) === segment;
}

/** Whether a text names a password, a code or a login, whatever its value. */
export function namesSecret(text: string): boolean {
  return (
    LOG_IN.test(text) ||
    /(?<!\p{L})(?:login|usern?ame)(?!\p{L})/iu.test(text) ||
    findNames(text).some(({ kind }) => kind !== 'bare' && kind !== 'sent')
  );
}

/** Whether a question asks for a secret. */
function asksForSecret(asked: string): boolean {
  const question = /[^.!?\n]{0,300}[?？:：]\s*$/u.exec(asked.slice(-askedMax))?.[0];
  return question !== undefined && findNames(question).some(isSure);
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
    ...findMisspeltNames(segment).map((span) => ({ ...span, kind: 'password' as const })),
    ...matches(segment, CODE, 'code'),
    ...matches(segment, LOGIN, 'login'),
    ...matches(segment, WEAK, 'weak'),
  ];
  const isLocked = LOCKED.test(segment) || CODE_TO_PLACE.test(segment);
  const isSent = SENDS.test(segment) && (SENDER.test(segment) || CONFIRMS.test(segment));
  found.push(...matches(segment, isLocked || SENDER.test(segment) ? KEY_WORD : OWN_KEY_WORD, 'password'));
  found.push(...matches(segment, BARE_CODE, isLocked ? 'code' : isSent ? 'sent' : 'bare'));
  if (isLocked) found.push(...matches(segment, BARE_KEY, 'weak'));
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
  const places = names.filter(isSure);
  spans.push(...findSecretsByShape(segment, places, spans), ...findImplied(segment));
  return spans.length === 0 ? segment : mask(segment, [...spans, ...findListed(segment, spans)]);
}

/** "My password, which is X, expires." */
const WHICH = /^(?:which|das|der|die|welche[rs]?|qui|que|che|dat|die)$/iu;

/** "… and I went with my brother-in-law, who is": another noun. */
const RELATIVE = /^(?:who|qui|que|che)$/iu;

/** Returns what follows a name as its value: "my password is still X", "PIN, 4711,", "pass=X", "the old one was X, the new one is Y". */
function valuesAfter(segment: string, name: Name): Span[] {
  const { kind, to } = name;
  const phrase =
    (kind !== 'code' && valueOfPhrase(segment, to)) || findPlainWords(segment, name) || findNoted(segment, name);
  if (phrase && /\s/u.test(segment.slice(phrase.from, phrase.to))) return [phrase];
  const pieces = toPieces(segment.slice(to, to + reach), to).slice(0, pieceMax);
  const spans: Span[] = phrase ? [phrase] : [];
  // How the value is introduced: right after the name, after "is" or ":", or after "to".
  let lead: 'near' | 'link' | 'into' | null = 'near';
  for (const [index, piece] of pieces.entries()) {
    const value = piece.text;
    if (LINK.test(value)) lead = index > 1 && RELATIVE.test(pieces[index - 1]?.text ?? '') ? null : 'link';
    else if (INTO.test(value)) lead = 'into';
    else if (value === ',') lead = lead === 'near' ? 'near' : null;
    else if (lead === 'near' && pieces[index - 1]?.text === ',' && WHICH.test(value)) lead = 'near';
    else if (lead !== null && kind !== 'bare' && kind !== 'sent' && readGlued(segment, piece) !== null) {
      spans.push({ from: piece.at, to: piece.at + (readGlued(segment, piece) ?? '').length });
      lead = null;
    } else if (isValue(piece, { kind, lead, before: pieces[index - 1]?.text ?? '', rest: pieces[index + 1]?.text })) {
      const groups = kind === 'password' ? null : GROUPS.exec(segment.slice(piece.at));
      spans.push({ from: piece.at, to: piece.at + (groups?.[0].length ?? value.length) });
      lead = null;
    } else if (!FILLER.test(value) && !((kind === 'code' || kind === 'weak') && LOCKED.test(value))) lead = null;
  }
  return spans;
}

/** "Moth(Hazel)4", "moth;hazel;7": a word that goes on behind a sign that ends other words. */
function readGlued(segment: string, { text, at }: Piece): string | null {
  const [whole = ''] = /^[^\s"“”„«»]+/u.exec(segment.slice(at, at + reach)) ?? [];
  const value = whole.replace(/[.,;:!?)\]}>'’|]+$/u, '');
  const isGlued =
    value.length > text.length && /^[^()|;<>]{1,40}[(|;<>][^\s/]/u.test(value) && !/^https?:/iu.test(value);
  return isGlued && /[\d(|<>]/u.test(value) && /\p{L}/u.test(value) ? closeBracket(value, whole) : null;
}

/** "Moth(Hazel)" keeps its last sign. */
function closeBracket(value: string, whole: string): string {
  return value.includes('(') && !value.includes(')') && whole.startsWith(`${value})`) ? `${value})` : value;
}

interface Position {
  readonly kind: Kind;
  readonly lead: 'near' | 'link' | 'into' | null;
  readonly before: string;
  readonly rest: string | undefined;
}

function isValue({ text, isQuoted }: Piece, { kind, lead, before, rest }: Position): boolean {
  if (isOrdinary(text) || (isExclaimed(text) && !isExclaimedValue(text, lead, before))) return false;
  const isYear = /^(?:19|20)\d\d$/u.test(text) && TIME_BEFORE.test(before);
  if (isYear) return false;
  if (kind === 'sent' && lead !== null && isSentCode(text, rest)) return true;
  if (kind === 'bare' || kind === 'sent') return lead === 'link' && /^\d{4,8}[#*]?$|^\d(?:-\d){3,7}$/u.test(text);
  if (kind === 'code') {
    if (lead === null) return looksLikeKeyCode(text);
    return /^\d{3,10}[#*]?$|^\d{1,4}(?:[-.]\d{1,4}){1,4}$/u.test(text) || looksSecret(text) || isGroup(text, rest);
  }
  if (looksSecret(text)) return kind !== 'weak' || lead !== null;
  if (kind === 'password' && lead === 'link' && isQuoted && /^[\p{L}\d]{4,}$/u.test(text))
    return !DESCRIPTION.test(text);
  if (lead === null) return false;
  if (/^\d{1,4}(?:-\d{1,4}){2,4}$/u.test(text)) return true;
  if (/^\d{4,64}$/u.test(text)) return lead !== 'into' || kind === 'password';
  // "I told the password to Karl-Heinz": a name.
  const isJoined = /^[\p{Ll}-]+$/u.test(text) && !NETWORK_IS_LIKE.test(text) && areJoinedAtRandom(text);
  if (kind === 'password' && lead === 'into' && isJoined) return true;
  if (kind !== 'password' || lead !== 'link') return isQuoted && lead === 'link';
  if (/^[\p{L}]+(?:[-_.][\p{L}]+)+$/u.test(text)) return true;
  const endsClause =
    rest === undefined || rest === ',' || /^(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|on|for)$/iu.test(rest);
  // "Printed on the box"
  if (rest !== undefined && /^(?:on|for)$/iu.test(rest) && (isDescription(text) || PARTICIPLE.test(text))) return false;
  return endsClause && text.length >= 4 && /^\p{L}+$/u.test(text) && !DESCRIPTION.test(text) && !FILLER.test(text);
}

/** "Password: tulip!" and "password Tulip!", unlike "I forgot my password again!" and "Passwords are my nightmare!". */
function isExclaimedValue(text: string, lead: Position['lead'], before: string): boolean {
  if (/^(?:are|sind|sont|son|sono|são|zijn|my|our|an?|the|eine?|une?|una?|uma?|een)$/iu.test(before)) return false;
  const word = text.replace(/!+$/u, '');
  if (FILLER.test(word) || DESCRIPTION.test(word) || isFunctionWord(word)) return false;
  return lead === 'link' || lead === 'into' || (lead === 'near' && /^\p{Lu}/u.test(word));
}

function isGroup(text: string, rest: string | undefined): boolean {
  return /^\d{2,4}$/u.test(text) && rest !== undefined && /^\d{2,4}$/u.test(rest);
}

/** "551 204", "551204". */
function isSentCode(text: string, rest: string | undefined): boolean {
  return /^\d{6}$/u.test(text) || (/^\d{3}$/u.test(text) && rest !== undefined && /^\d{3}$/u.test(rest));
}
