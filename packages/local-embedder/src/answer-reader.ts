import { readFile } from 'node:fs/promises';
import { buildPairReaderGraph } from './onnx-graph.js';
import { openReader, type BuiltInModel } from './reader-session.js';
import { createTokenizer } from './tokenizer.js';

/** Tokens of a question and a text that are read. Learned with as many. */
export const READER_TOKENS_MAX = 96;

/**
 * Loads the reader that tells whether a text answers a question: the built-in model with small changes, learned by `bench/readers`. It returns log-odds.
 */
export async function loadAnswerReader(
  model: BuiltInModel,
): Promise<(question: string, text: string) => Promise<number>> {
  const weights = await readFile(new URL('../readers/answers.safetensors', import.meta.url));
  const tokenize = await createTokenizer(model.tokenizer, {}, READER_TOKENS_MAX);
  const read = await openReader(model, { weights, buildGraph: buildPairReaderGraph });
  return async (question, text) => {
    const [odds = NaN] = await read(tokenize(question, text));
    return odds;
  };
}
