import type { z } from 'zod';
import { readLooseJson, withoutThoughts } from './loose-json.js';

/** What a model answered, and why it stopped. */
export interface GivenAnswer {
  readonly text: string;
  readonly finishReason: string;
}

/** What is wrong with an answer, for the operator. */
const advice = {
  empty: 'The answer was empty.',
  cut: 'The answer was cut off: allow more output tokens or a larger context, or turn off that the model thinks.',
  words: 'The answer was no JSON.',
  form: 'The answer was JSON of another form.',
};

interface WrongAnswer {
  readonly text: string;
  /** What the model is told. */
  readonly faults: readonly string[];
  /** Whether the model had to stop before its end. */
  readonly isCut: boolean;
}

/** An answer of a language model is not what was asked for. Its text is not for logs. */
export class WrongAnswerError extends Error {
  override readonly name = 'WrongAnswerError';
  constructor(
    kind: keyof typeof advice,
    readonly answer: WrongAnswer,
  ) {
    super(advice[kind]);
  }
}

export interface ReadAnswer<T> {
  readonly value: T;
  /** Whether something is missing at the end. */
  readonly isCut: boolean;
}

/** Number of errors to list. */
const faultsMax = 5;

/**
 * Reads an object of this form in the text of a model: the first one that has content, because small models go on with examples of their own.
 * @throws WrongAnswerError
 */
export function readAnswer<T>(schema: z.ZodType<T>, { text, finishReason }: GivenAnswer): ReadAnswer<T> {
  const { candidates, isCut: hasLost } = readLooseJson(text);
  const isCut = finishReason === 'length' || hasLost;
  const read = candidates.map((candidate) => schema.safeParse(candidate));
  const fits = read.flatMap((each) => (each.success ? [each.data] : []));
  const found = fits.find(hasContent) ?? fits[0];
  if (found !== undefined) return { value: found, isCut };
  const wrong = (kind: keyof typeof advice, ...faults: readonly string[]) =>
    new WrongAnswerError(isCut ? 'cut' : kind, { text, faults, isCut: finishReason === 'length' });
  if (text.trim() === '') throw wrong('empty', 'The answer is empty.');
  if (withoutThoughts(text).trim() === '') throw wrong('cut', 'The answer has thoughts only.');
  throw candidates.length === 0
    ? wrong('words', 'The answer is not JSON.')
    : wrong('form', ...faultsOf(read[0]?.error));
}

function hasContent(value: unknown): boolean {
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return parts.some((part) => !Array.isArray(part) || part.length > 0);
}

function faultsOf(error: z.ZodError | undefined): string[] {
  const issues = error?.issues.slice(0, faultsMax) ?? [];
  return issues.map(({ path, message }) => `${path.length === 0 ? 'The answer' : path.join('.')}: ${message}.`);
}
