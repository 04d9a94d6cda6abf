/** The used part of `@huggingface/tokenizers`, whose own types leave out file extensions, so that Node's resolution misses them. */
interface TokenizerLibrary {
  readonly Tokenizer: new (file: TokenizerFile, config: object) => { encode: Encode };
}
type Encode = (text: string, options?: { text_pair?: string; return_token_type_ids?: boolean }) => Tokens;

/** The used part of a parsed `tokenizer.json`. */
export interface TokenizerFile {
  readonly normalizer?: { readonly lowercase?: boolean } | null;
  readonly model?: { readonly unk_token?: string };
}

export interface Tokens {
  readonly ids: readonly number[];
  /** 0 for the first text, 1 for the second one. */
  readonly token_type_ids?: readonly number[];
}

export type Tokenize = (text: string, pair?: string) => Tokens;

/**
 * Creates the tokenizer of a model: the tokens of one text or of a pair of texts.
 * @param file parsed `tokenizer.json`
 * @param config parsed `tokenizer_config.json`
 * @param maxTokens maximum length, including the special tokens
 */
export async function createTokenizer(file: TokenizerFile, config: object, maxTokens: number): Promise<Tokenize> {
  const { Tokenizer } = (await import('@huggingface/tokenizers')) as TokenizerLibrary;
  // Short configurations leave out the unknown token, which the library looks for there only.
  const tokenizer = new Tokenizer(file, { unk_token: file.model?.unk_token, ...config });
  const empty = tokenizer.encode('').ids;
  // JavaScript has another lowercase sigma at the end of words, models do not.
  const prepare = (text: string) => (file.normalizer?.lowercase === true ? text.replaceAll('Σ', 'σ') : text);
  return (text, pair) => {
    const options = pair === undefined ? undefined : { text_pair: prepare(pair), return_token_type_ids: true };
    const { ids, token_type_ids: types } = tokenizer.encode(prepare(text), options);
    if (ids.length === 0) return { ids: [0] };
    // Special tokens at the end stay when the text is cut.
    let kept = 0;
    while (kept < empty.length && empty.at(-1 - kept) === ids.at(-1 - kept)) kept += 1;
    const cut = (values: readonly number[]) =>
      values.length <= maxTokens
        ? values
        : [...values.slice(0, maxTokens - kept), ...values.slice(values.length - kept)];
    return { ids: cut(ids), ...(types && { token_type_ids: cut(types) }) };
  };
}
