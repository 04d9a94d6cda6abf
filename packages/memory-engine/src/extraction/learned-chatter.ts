import { categorize } from '../categories/categorize.js';
import { opensCorrection } from '../correction/self-correction.js';
import { readStanding } from '../traits/standing.js';
import { LEARNED_CHATTER } from './learned-values.js';
import { introducesSpeaker } from './phrases.js';

/** Longer statements are rarely chatter alone. */
const lengthMax = 100;
const probabilityMin = 0.9;
/** Of a statement with a word of a category: "ugh i hate mondays". */
const categorizedMin = 0.95;

/** Numbers of errors: "i get error 404". */
const ERROR_NUMBER =
  /(?<!\p{L})(?:error|code|line|status|fehler|zeile|erreur|ligne|línea|errore|riga|erro|linha|fout|regel) \d+/giu;

let weights: readonly number[] | undefined;

/**
 * Whether a statement can be chatter that states nothing that lasts: a short one without a number, a name of the speaker, a
 * standing instruction or words that take something back. Only such statements are worth the vector that {@link isLikelyChatter} needs.
 */
export function mayBeChatter(text: string): boolean {
  if (text.length > lengthMax || /\d/u.test(text.replaceAll(ERROR_NUMBER, '')) || introducesSpeaker(text)) return false;
  if (opensCorrection(text)) return false;
  return !readStanding(text).instruction;
}

/**
 * Whether a statement is chatter: "that made my day", "it still doesn't work on my machine", by its vector of all-MiniLM-L6-v2. A logistic
 * regression, which `bench/learn-chatter.ts` learns from written lines.
 */
export function isLikelyChatter(text: string, vector: Float32Array): boolean {
  const { constant, scale, bytes } = LEARNED_CHATTER;
  weights ??= Array.from(new Int8Array(Buffer.from(bytes, 'base64')), (value) => scale * value);
  const sum = weights.reduce((total, weight, index) => total + weight * (vector[index] ?? 0), constant);
  const isCategorized = categorize(text).some((name) => name !== 'misc');
  return 1 / (1 + Math.exp(-sum)) >= (isCategorized ? categorizedMin : probabilityMin);
}
