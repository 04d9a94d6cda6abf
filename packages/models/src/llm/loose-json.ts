import { LooseReader } from './loose-reader.js';

/** Tags that models put around their thoughts. */
const thoughts = 'think(?:ing)?|thought|reasoning|reflection';
const endOfThoughts = new RegExp(`^[\\s\\S]*?</(?:${thoughts})>\\s*`, 'i');
const unfinished = new RegExp(`^\\s*<(?:${thoughts})>`, 'i');

/**
 * Removes what a reasoning model thought before it answered, which some servers leave in the text: `<think>…</think>`. Some templates put the
 * first tag into the prompt, so it is missing here. Thoughts without an end leave no answer.
 */
export function withoutThoughts(text: string): string {
  if (/^\s*[[{`]/.test(text)) return text;
  const answer = text.replace(endOfThoughts, '');
  return answer === text && unfinished.test(text) ? '' : answer;
}

export interface LooseAnswer {
  /** Objects and lists that may be what was asked for, the likeliest first. */
  readonly candidates: readonly unknown[];
  /** Whether the end of the text is missing, and with it a value that was begun. */
  readonly isCut: boolean;
}

/** Reads the JSON in a model's text, ignoring thoughts, fences and surrounding words, and in the forms that {@link LooseReader} knows. */
export function readLooseJson(answer: string): LooseAnswer {
  const { values, isCut } = readValues(withoutThoughts(answer));
  // One object after the other, without a list around them.
  const all = values.length > 1 ? [values] : [];
  const inner = values.flatMap((value) => containersIn(value)).toSorted((one, other) => one.rank - other.rank);
  return { candidates: [...all, ...values, ...inner.map(({ value }) => value)].slice(0, candidatesMax), isCut };
}

function readValues(text: string): { readonly values: readonly unknown[]; readonly isCut: boolean } {
  try {
    return { values: [JSON.parse(text)], isCut: false };
  } catch {
    const reader = new LooseReader(text);
    return { values: reader.readAll(), isCut: reader.hasLost };
  }
}

/** Returns the likeliest JSON object or list of a model's text. Undefined if there is none. */
export function parseLooseJson(answer: string): unknown {
  return readLooseJson(answer).candidates[0];
}

/** An answer may be the argument of a function, or below a heading of its own. */
const depthMax = 3;
const candidatesMax = 500;
/** Order of the values within others. What is in a list may be a part of what was asked for. */
const ranks = { object: 1, list: 2, inList: 3 };

function containersIn(value: unknown, isInList = false, depth = 1): { value: unknown; rank: number }[] {
  // The arguments of a function are often JSON in a string.
  const given = typeof value === 'string' && /^\s*[{[]/.test(value) ? new LooseReader(value).readAll() : value;
  if (typeof given !== 'object' || given === null || depth > depthMax) return [];
  const isList = isInList || Array.isArray(value);
  return Object.values(given).flatMap((inner: unknown) => {
    if (typeof inner === 'string') return containersIn(inner, isInList, depth + 1);
    if (typeof inner !== 'object' || inner === null) return [];
    const rank = isList ? ranks.inList : Array.isArray(inner) ? ranks.list : ranks.object;
    return [{ value: inner, rank }, ...containersIn(inner, isList, depth + 1)];
  });
}
