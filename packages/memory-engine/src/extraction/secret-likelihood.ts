// How likely each word of a message is a secret, by what stands around it and how it is built: features of a logistic regression, which
// `bench/learn-secrets.ts` learns from written messages.
import { hashText, wordForms, type LikelyWord } from './likely-words.js';

/** Features are numbers below this one. */
export const featureCount = 2 ** 19;
const near = 9;
const beside = 5;
/** How many words of the message before are read. */
export const wordsBefore = 25;
/** Longer messages are understood without the one before. */
const answerMax = 12;
const NONE = hashText('<>');

/** What a feature is about. Learned weights belong to these numbers. */
const FEATURE = {
  form: 1,
  shape: 2,
  word: 3,
  opening: 4,
  closing: 5,
  trait: 6,
  closingBefore: 7,
  /** First or last word. */
  place: 8,
  messageLength: 9,
  /** 10 to 14: the word two before to two behind. */
  besideAt: 12,
  twoBefore: 15,
  /** 16 and 18: the form of the word before and behind. */
  formAt: 17,
  stem: 20,
  before: 21,
  behind: 22,
  answer: 23,
  messageBefore: 24,
  parts: 25,
  digits: 26,
  partsAndDigits: 27,
};
const QUESTION_MARK = '?'.charCodeAt(0);

/** The mixer of MurmurHash3. */
function mix(one: number, other: number): number {
  let value = Math.imul(one ^ (other + 0x9e_37_79_b9), 0x85_eb_ca_6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2_b2_ae_35);
  return (value ^ (value >>> 16)) >>> 0;
}

type Add = (kind: number, value: number) => void;
interface Place {
  readonly words: readonly LikelyWord[];
  readonly index: number;
  readonly before: readonly LikelyWord[];
}

/** Numbers of all forms share what is learned of them. */
const isNumber = ({ form }: LikelyWord) => form === 'short' || form === 'number' || form === 'digits';
const familyOf = (word: LikelyWord) => (isNumber(word) ? 1 : wordForms.indexOf(word.form));

/** Returns the features of a word. @param before the last words of the message before */
export function featuresOf(words: readonly LikelyWord[], index: number, before: readonly LikelyWord[]): number[] {
  const word = words[index];
  if (!word) return [];
  const features: number[] = [];
  const family = familyOf(word);
  const add: Add = (kind, value) => void features.push(mix(mix(kind, family), value) % featureCount);
  addOwn(add, word);
  addBeside(add, { words, index, before });
  if (family === 1 || word.form === 'spoken') addGroup(add, { words, index, before });
  return features;
}

function addOwn(add: Add, word: LikelyWord): void {
  add(FEATURE.form, wordForms.indexOf(word.form));
  add(FEATURE.shape, word.shape);
  if (!isNumber(word)) add(FEATURE.word, word.plain);
  add(FEATURE.opening, word.opening);
  add(FEATURE.closing, word.closing);
  for (const trait of word.traits) add(FEATURE.trait, trait);
}

function addBeside(add: Add, { words, index, before }: Place): void {
  add(FEATURE.closingBefore, words[index - 1]?.closing ?? 0);
  add(FEATURE.place, index === 0 ? 1 : index === words.length - 1 ? 2 : 0);
  add(FEATURE.messageLength, Math.min(6, Math.ceil(words.length / 4)));
  for (const step of [-2, -1, 1, 2]) add(FEATURE.besideAt + step, words[index + step]?.plain ?? NONE);
  add(FEATURE.twoBefore, mix(words[index - 2]?.plain ?? NONE, words[index - 1]?.plain ?? NONE));
  for (const step of [-1, 1]) add(FEATURE.formAt + step, formOrNone(words[index + step]));
  for (let other = Math.max(0, index - near); other < Math.min(words.length, index + near + 1); other += 1) {
    const { plain, stem } = words[other] as LikelyWord;
    if (other === index) continue;
    if (stem !== 0) add(FEATURE.stem, stem);
    if (Math.abs(other - index) <= beside) add(other < index ? FEATURE.before : FEATURE.behind, plain);
  }
  const last = before.at(-1);
  if (!last || words.length > answerMax) return;
  add(FEATURE.answer, (last.closing === QUESTION_MARK ? 8 : 0) + Math.min(7, Math.ceil(words.length / 3)));
  for (const { plain } of before) add(FEATURE.messageBefore, plain);
}

const formOrNone = (word: LikelyWord | undefined) => (word ? wordForms.indexOf(word.form) : -1);

/** How far a group reaches from a word. */
const groupMax = 8;

/** "82 19 46", "seven, then one three": numbers with at most one word between them are one group. */
function addGroup(add: Add, { words, index }: Place): void {
  const parts = [words[index] as LikelyWord];
  for (const step of [-1, 1])
    for (
      let other = index + step, gap = 0;
      Math.abs(other - index) <= groupMax && other in words && gap < 2;
      other += step
    ) {
      const word = words[other] as LikelyWord;
      gap = isNumber(word) || word.form === 'spoken' ? 0 : gap + 1;
      if (gap === 0) parts.push(word);
    }
  const digits = parts.reduce((sum, part) => sum + part.digits, 0);
  add(FEATURE.parts, Math.min(parts.length, 8));
  add(FEATURE.digits, Math.min(digits, 14));
  add(FEATURE.partsAndDigits, Math.min(parts.length, 6) * 16 + Math.min(digits, 12));
}

/** How far below the limit a word beside a likely secret may be. */
const limitBeside = 1.5;

/** Chooses secrets by their log-odds: those over the limit, and candidates beside them that nearly are. Null: no candidate. */
export function chooseLikely(odds: readonly (number | null)[], limit: number): boolean[] {
  const chosen = odds.map((value) => value !== null && value >= limit);
  const spread = (from: number, step: number) => {
    for (
      let index = from + step;
      (odds[index] ?? -Infinity) >= limit - limitBeside && chosen[index] === false;
      index += step
    )
      chosen[index] = true;
  };
  odds.forEach((value, index) => {
    if (value === null || value < limit) return;
    spread(index, 1);
    spread(index, -1);
  });
  return chosen;
}
