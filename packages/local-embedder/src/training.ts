/** What the programs that write the examples of readers need: the tokens that the readers read. */
export { READER_TOKENS_MAX } from './answer-reader.js';
export { createPassageTokenizer } from './secret-reader.js';
export { ENGLISH_READING } from './reading.js';
export { createTokenizer, type TokenizerFile } from './tokenizer.js';
