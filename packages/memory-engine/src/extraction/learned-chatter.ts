import { categorize } from '../categories/categorize.js';
import { opensCorrection } from '../correction/self-correction.js';
import { readStanding } from '../traits/standing.js';
import { LEARNED_CHATTER, LEARNED_SHORT_FACT } from './learned-values.js';
import { introducesSpeaker } from './phrases.js';

/** Longer statements are rarely chatter alone. */
const lengthMax = 100;
const probabilityMin = 0.9;
/** Of a statement with a word of a category: "ugh i hate mondays". */
const categorizedMin = 0.95;

/** Numbers of errors: "i get error 404". */
const ERROR_NUMBER =
  /(?<!\p{L})(?:error|code|line|status|fehler|zeile|erreur|ligne|línea|errore|riga|erro|linha|fout|regel) \d+/giu;

/** Of a statement of two words, for which most are chatter. */
const shortFactMin = 0.8;

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
  const isCategorized = categorize(text).some((name) => name !== 'misc');
  return getProbability(LEARNED_CHATTER, vector) >= (isCategorized ? categorizedMin : probabilityMin);
}

/** Whether a statement of two words is a fact, by its vector of all-MiniLM-L6-v2: "sono single", unlike "sono qui". */
export function isLikelyFact(vector: Float32Array): boolean {
  return getProbability(LEARNED_SHORT_FACT, vector) >= shortFactMin;
}

type LearnedModel = typeof LEARNED_CHATTER;

function getProbability({ constant, scale, bytes }: LearnedModel, vector: Float32Array): number {
  const weights = new Int8Array(Buffer.from(bytes, 'base64'));
  const sum = weights.reduce((total, weight, index) => total + scale * weight * (vector[index] ?? 0), constant);
  return 1 / (1 + Math.exp(-sum));
}
