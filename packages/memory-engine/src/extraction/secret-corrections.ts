// A secret that its speaker corrects or repeats in the next message: "my password is Heron42", "no wait, it's Heron43".
import type { Steps } from '../steps.js';
import { mask } from './secret-mask.js';
import { SECRET_MARK } from './secret-rules.js';
import { isNumberCode, looksLikePassword, looksSecret, toPieces, toSpan, type Piece } from './secret-shapes.js';

/** How a correction begins. */
const CORRECTS =
  /^\W{0,3}(?:(?:oh|ah|ach|ay|ops|oops|ups|o)\W{1,3})?(?:no|nope|wait|hold on|sorry|actually|correction|i mean(?:t)?|typo|my bad|nein|nee|ne|moment|warte|sorry|falsch|quatsch|non|pardon|attends?|désolée?|désolé|en fait|je me suis trompée?|perd[óo]n\p{L}*|espera|me equivoqué|me he equivocado|corrijo|scusa(?:mi)?|aspetta|anzi|ho sbagliato|não|desculpa|errei|aliás|wacht|pardon|foutje|klopt niet)(?!\p{L})/iu;
const CLAUSE_ENDS = /^["'”»]?\s*(?:[.,;!?)](?!\S)|\n|$)/u;
/** "It's", "is", ":" */
const LEADS = /(?:[:=]|['’]s|(?<!\p{L})(?:is|ist|est|es|è|é|to|auf|en|in))\s["'“«]?$/iu;
/** Characters that two values begin with, of which one corrects the other. */
const sharedMin = 4;

interface Said {
  /** What the speaker said before. */
  readonly said: string;
  /** The same without its secrets. */
  readonly redacted: string;
}

/** Redacts the words of a message that correct or repeat a secret of the message before, by the same speaker. */
export function* redactCorrection(text: string, { said, redacted }: Said): Steps<string> {
  if (!redacted.includes(SECRET_MARK)) return text;
  const removed = listRemoved(said, redacted);
  const values = new Set(removed.filter((value) => looksSecret(value) || isNumberCode(value)));
  const starts = new Set(removed.filter(looksSecret).map(toStart));
  const lengths = new Set(removed.map(({ length }) => length));
  const corrects = CORRECTS.test(text);
  const isRemoved = ({ text: word, at }: Piece) => {
    if (values.has(word) || (looksSecret(word) && starts.has(toStart(word)))) return true;
    const isAlike = looksLikePassword(word) || (/^\d{4,10}$/u.test(word) && lengths.has(word.length));
    if (!corrects || !isAlike) return false;
    const [before, after] = [text.slice(Math.max(0, at - 10), at), text.slice(at + word.length, at + word.length + 8)];
    return LEADS.test(before) || CLAUSE_ENDS.test(after);
  };
  const spans = yield* findWords(text, isRemoved);
  return spans.length === 0 ? text : mask(text, spans.map(toSpan));
}

/** Finds words that are short enough for a secret: looking for the end of a long one takes long. */
function* findWords(text: string, isFound: (word: Piece) => boolean): Steps<Piece[]> {
  const found: Piece[] = [];
  for (const { 0: word, index } of text.matchAll(/(?<!\S)\S{4,100}(?!\S)/gu)) {
    found.push(...toPieces(word, index).filter(isFound));
    yield;
  }
  return found;
}

/** Returns what a value and its correction share. */
const toStart = (value: string) => value.slice(0, sharedMin);

/** Returns what was removed from a text. */
function listRemoved(said: string, redacted: string): string[] {
  const parts = redacted.split(SECRET_MARK);
  const removed: string[] = [];
  let from = (parts[0] ?? '').length;
  for (const part of parts.slice(1)) {
    const to = part === '' ? said.length : said.indexOf(part, from);
    if (to < 0) break;
    removed.push(said.slice(from, to));
    from = to + part.length;
  }
  return removed.filter((value) => value !== '' && !value.includes(SECRET_MARK));
}
