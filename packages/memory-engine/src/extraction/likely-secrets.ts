import { finishSteps, type Steps } from '../steps.js';
import { readLikelyWords, type LikelyWord } from './likely-words.js';
import { chooseLikely, featuresOf, wordsBefore } from './secret-likelihood.js';
import { endsWithPlace } from './secret-plain-words.js';
import { DESCRIPTION } from './secret-words.js';
import { toPlainSigns } from './plain-signs.js';
import { mask } from './secret-mask.js';
import { isHandle, isLastDigits, isPostalCode, isReference, isSampleAccount } from './secret-references.js';
import { SECRET_MARK } from './secret-rules.js';
import { isProgram, type Span } from './secret-shapes.js';

/** Log-odds of a secret, from which on one is removed. */
const limit = 1.25;
/** How much less is enough in a message that has another secret. */
const lessBeside = 0.75;
/** Words that are judged in a step. */
const wordsOfStep = 100;
/** Code units of the message before that have its last words. */
const lengthBefore = 1_000;

/** What was learned of secrets: a weight for each feature, in units of `scale`. Most are 0. */
export interface SecretWeights {
  readonly scale: number;
  readonly weights: Int8Array;
}

interface Said {
  /** The message as it was written. */
  readonly said: string;
  /** The same without the secrets that rules find. */
  readonly redacted: string;
  /** The message before, of any speaker. */
  readonly before: string | null;
  readonly learned: SecretWeights;
}

/** A message whose words were weighed. */
export interface WeighedMessage {
  readonly text: string;
  readonly redacted: string;
  readonly before: string;
  /** Whether rules found a secret. */
  readonly hasSecret: boolean;
  readonly words: readonly LikelyWord[];
  /** The log-odds of each word that may be a secret. Null: it cannot be one. */
  readonly odds: readonly (number | null)[];
}

/**
 * Weighs how likely each word is a secret by the words around it: "put 5521 somewhere safe for me, that's the Halifax one". A logistic regression over words, learned from
 * messages in seven languages, finds what rules do not name.
 */
export function* weighMessage({ said, redacted, before, learned }: Said): Steps<WeighedMessage> {
  // Rules write signs of other widths in ASCII, if they remove something.
  const text = redacted === said ? said : toPlainSigns(said);
  const weighed = yield* weighWords(text, before, learned);
  return { text, redacted, before: before ?? '', hasSecret: redacted !== said, ...weighed };
}

/** Removes what is likely a secret. @param odds those of `message`, or better ones */
export function removeLikely(message: WeighedMessage, odds: WeighedMessage['odds'] = message.odds): string {
  const { text, redacted, words, hasSecret } = message;
  const spans = chooseSpans(text, { words, odds, least: limit, hasSecret });
  return spans.length === 0 ? redacted : maskBoth(text, redacted, spans);
}

interface Judge {
  readonly before: string | null;
  /** Log-odds from which on a word is a secret. */
  readonly limit: number;
  readonly learned: SecretWeights;
  /** Whether rules found a secret in the same message. */
  readonly hasSecret: boolean;
}

/** Removes what is likely a secret, by any weights. */
export function maskLikely(text: string, { before, limit: least, learned, hasSecret }: Judge): string {
  const { words, odds } = finishSteps(weighWords(text, before, learned));
  return mask(text, chooseSpans(text, { words, odds, least, hasSecret }));
}

type Words = Pick<WeighedMessage, 'words' | 'odds'>;

export function* weighWords(said: string, before: string | null, learned: SecretWeights): Steps<Words> {
  const words = yield* readLikelyWords(said);
  const previous = before === null ? [] : (yield* readLikelyWords(before.slice(-lengthBefore))).slice(-wordsBefore);
  const odds: (number | null)[] = [];
  for (const [index, word] of words.entries()) {
    odds.push(word.isCandidate && !isNamed(said, word) ? sumOf(featuresOf(words, index, previous), learned) : null);
    if (index % wordsOfStep === wordsOfStep - 1) yield;
  }
  return { words, odds };
}

interface Choice extends Words {
  readonly least: number;
  readonly hasSecret: boolean;
}

export function chooseSpans(said: string, { words, odds, least, hasSecret }: Choice): Span[] {
  const first = chooseLikely(odds, least);
  const chosen = hasSecret || first.includes(true) ? chooseLikely(odds, least - lessBeside) : first;
  const spans: Span[] = [];
  for (const [index, { at, text }] of words.entries()) {
    if (chosen[index] !== true) continue;
    const last = spans.at(-1);
    const continues = last !== undefined && chosen[index - 1] === true && /^[\s,-]*$/u.test(said.slice(last.to, at));
    const from = continues ? (spans.pop()?.from ?? at) : at;
    spans.push({ from, to: at + text.length });
  }
  return spans;
}

/** Whether the words before say that a number is one that everyone may know, that a word tells where something is, or that it is a program. */
function isNamed(said: string, { text, at, digits, form }: LikelyWord): boolean {
  if (form === 'word') return DESCRIPTION.test(text) || endsWithPlace(said.slice(0, at + text.length));
  if (isProgram(text) || isHandle(said, at)) return true;
  return digits > 1 && [isReference, isPostalCode, isSampleAccount, isLastDigits].some((is) => is(said, text, at));
}

const sumOf = (features: readonly number[], { scale, weights }: SecretWeights): number =>
  features.reduce((sum, feature) => sum + (weights[feature] ?? 0), 0) * scale;

/** Masks spans of a message in its redacted form too. */
function maskBoth(said: string, redacted: string, spans: readonly Span[]): string {
  const kept: Span[] = [];
  let [at, place, next] = [0, 0, 0];
  for (const part of redacted.split(SECRET_MARK)) {
    const from = said.indexOf(part, at);
    if (from >= 0) {
      at = from + part.length;
      while ((spans[next]?.to ?? Infinity) <= from) next += 1;
      for (const span of startingBefore(spans, next, at))
        kept.push({ from: Math.max(span.from - from, 0) + place, to: Math.min(span.to - from, part.length) + place });
    }
    place += part.length + SECRET_MARK.length;
  }
  return mask(redacted, kept);
}

function* startingBefore(spans: readonly Span[], first: number, end: number): Iterable<Span> {
  for (let index = first; (spans[index]?.from ?? end) < end; index += 1) yield spans[index] as Span;
}
