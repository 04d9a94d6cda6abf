/** What the program that writes the examples of a reader needs: the tokens that the reader reads. */
export { READER_TOKENS_MAX } from './answer-reader.js';
export { ENGLISH_READING } from './reading.js';
export { createTokenizer, type TokenizerFile } from './tokenizer.js';
