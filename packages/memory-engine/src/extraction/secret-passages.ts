// Parts of a message for a reader, which understands a word by the whole sentence.
import { wordForms } from './likely-words.js';
import type { WeighedMessage } from './likely-secrets.js';

/** A word with lower log-odds is not read for its own sake. */
const oddsMin = -3;
/** Characters before a word that is read, and from it on. */
const [behind, ahead] = [240, 400];
/** Words in the last part of a passage are read again, with what follows them. */
const margin = 160;
/** Characters of the message before. */
const lengthBefore = 240;
/** What a reader takes of the signs between words. */
const gapMax = 20;
/** Log-odds of a word count to both sides as much as this at most. */
const oddsMax = 8;
/** What the log-odds of a word count beside those of the reader. Learned with it. */
const oddsWeight = 0.522;
/** How much less sure than the weights the reader is, with the same number of words that it takes for secrets by mistake. */
const offset = 1.25;
/** The reader lowers the log-odds of a word by this at most: what the weights are sure of stays a secret. */
const lessMax = 2;

const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}{2}/u;

/** A part of a message with a word that may be a secret. */
export interface SecretPassage {
  /** Place of its first word in the message. */
  readonly first: number;
  readonly words: readonly { readonly gap: string; readonly text: string; readonly form: number }[];
  readonly tail: string;
  readonly before: string;
}

/** Returns the parts of a message that a reader should read: around each word that may be a secret. @param mustRead whether a word is one of these */
export function listPassages(
  message: WeighedMessage,
  mustRead = (index: number): boolean => (message.odds[index] ?? -Infinity) > oddsMin,
): SecretPassage[] {
  const { words, text } = message;
  // No text in another script was learned from.
  if (OTHER_SCRIPT.test(text)) return [];
  const passages: SecretPassage[] = [];
  let read = 0;
  words.forEach(({ at }, index) => {
    if (at < read || !mustRead(index)) return;
    passages.push(toPassage(message, at));
    read = at + ahead >= text.length ? text.length : at + ahead - margin;
  });
  return passages;
}

function toPassage({ text, words, before }: WeighedMessage, at: number): SecretPassage {
  const first = words.findIndex((word) => word.at >= at - behind);
  const part = words.slice(first).filter((word) => word.at + word.text.length <= at + ahead || word.at === at);
  let end = first === 0 ? 0 : (part[0]?.at ?? 0);
  const read = part.map((word) => {
    const gap = text.slice(end, word.at).slice(-gapMax);
    end = word.at + word.text.length;
    return { gap, text: word.text, form: wordForms.indexOf(word.form) };
  });
  return { first, words: read, tail: text.slice(end, end + gapMax), before: before.slice(-lengthBefore) };
}

/** Returns the log-odds of words with what a reader says of them. @param readings for each passage, the log-odds of its words */
export function withReadings(
  { odds }: WeighedMessage,
  passages: readonly SecretPassage[],
  readings: readonly (readonly number[])[],
): (number | null)[] {
  const added = new Map<number, number>();
  passages.forEach(({ first }, index) =>
    readings[index]?.forEach((reading, place) => {
      if (Number.isFinite(reading) && !added.has(first + place)) added.set(first + place, reading);
    }),
  );
  return odds.map((own, index) => {
    const reading = added.get(index);
    if (own === null || reading === undefined) return own;
    const both = reading + oddsWeight * Math.max(-oddsMax, Math.min(oddsMax, own)) - offset;
    return Math.max(both, own - lessMax);
  });
}
