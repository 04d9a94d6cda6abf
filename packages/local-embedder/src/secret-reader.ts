import { readFile } from 'node:fs/promises';
import type { Passage } from './inputs.js';
import { buildWordReaderGraph } from './onnx-graph.js';
import { openReader, type BuiltInModel } from './reader-session.js';
import { ENGLISH_READING } from './reading.js';
import { createTokenizer, type TokenizerFile, type Tokens } from './tokenizer.js';

/** Tokens of a word, of the signs before it, and of the message before. Learned with as many. */
const [WORD_MAX, GAP_MAX, BEFORE_MAX] = [24, 12, 40];
const TOKENS_MAX = 200;
/** Types of tokens: signs, the message before, and from here on the forms of words. */
const [SIGNS, BEFORE, FORMS] = [0, 1, 2];

/** Tokens of a passage, and the place of the first one of each word. A word that has none is too far behind. */
interface PassageTokens extends Required<Tokens> {
  readonly places: readonly (number | null)[];
}

/** Returns a function that converts a passage to tokens. Words of a known language become English ones. */
export async function createPassageTokenizer(file: TokenizerFile): Promise<(passage: Passage) => PassageTokens> {
  const tokenize = await createTokenizer(file, {}, TOKENS_MAX);
  const [start = 0, end = 0] = tokenize('').ids;
  const tokensOf = (text: string) => tokenize(text).ids.slice(1, -1);
  return ({ words, tail, before }) => {
    const ids = [start];
    const types: number[] = [SIGNS];
    const add = (added: readonly number[], type: number) => {
      ids.push(...added);
      types.push(...added.map(() => type));
    };
    const text = words.map((word) => word.gap + word.text).join('') + tail;
    const english = ENGLISH_READING.wordsToEnglish(
      text,
      words.map((word) => word.text),
    );
    const places = words.map(({ gap, form }, index) => {
      if (ids.length > TOKENS_MAX - WORD_MAX - GAP_MAX - BEFORE_MAX) return null;
      add(tokensOf(gap).slice(-GAP_MAX), SIGNS);
      const place = ids.length;
      add(tokensOf(english[index] ?? '').slice(0, WORD_MAX), FORMS + form);
      return place < ids.length ? place : null;
    });
    add([...tokensOf(tail).slice(0, GAP_MAX), end], SIGNS);
    if (before !== '') add([...tokensOf(ENGLISH_READING.toEnglish(before)).slice(-BEFORE_MAX), end], BEFORE);
    return { ids, token_type_ids: types, places };
  };
}

/**
 * Loads the reader that tells which words of a message are secrets: the built-in model with small changes, learned by `bench/readers`. It returns log-odds, and -Infinity for a
 * word that it does not read.
 */
export async function loadSecretReader(model: BuiltInModel): Promise<(passage: Passage) => Promise<number[]>> {
  const toTokens = await createPassageTokenizer(model.tokenizer);
  const weights = await readFile(new URL('../readers/secrets.safetensors', import.meta.url));
  const read = await openReader(model, { weights, buildGraph: buildWordReaderGraph });
  return async (passage) => {
    const { places, ...tokens } = toTokens(passage);
    const odds = await read(tokens);
    return places.map((place) => (place === null ? -Infinity : (odds[place] ?? -Infinity)));
  };
}
