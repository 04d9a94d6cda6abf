export interface TokenizerFile {
  readonly model: {
    readonly vocab: Readonly<Record<string, number>>;
    readonly unk_token: string;
    readonly continuing_subword_prefix: string;
    readonly max_input_chars_per_word: number;
  };
  readonly added_tokens: readonly { readonly id: number; readonly content: string }[];
}

/** Returns the token ids of one text, from `[CLS]` to `[SEP]`, at most `maxTokens`. */
export type Tokenize = (text: string) => number[];

// Rust strings have no lone surrogates: the reference tokenizer sees U+FFFD, which its cleaning drops.
const LONE_SURROGATES = /[\u{D800}-\u{DFFF}]/gu;
const LINE_SPACE = /[\t\n\r]/g;
const CONTROL = /[\uFFFD\p{Cc}\p{Cf}\p{Co}]/gu;
const CJK =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;
const ACCENTS = /\p{Mn}/gu;
const UPPER = /\p{Changes_When_Lowercased}/gu;
// BERT treats ASCII symbols as punctuation, although Unicode calls them symbols.
const WORDS = /[\p{P}$+<=>^`|~]|[^\p{White_Space}\p{P}$+<=>^`|~]+/gu;

/**
 * Creates BERT's uncased tokenizer, which returns the ids of Hugging Face's `BertNormalizer`, `BertPreTokenizer` and
 * `WordPiece`, except for characters that are newer than that library's Unicode tables.
 * @param file parsed `tokenizer.json`
 * @param maxTokens maximum length, including the two special tokens
 */
export function createTokenizer(file: TokenizerFile, maxTokens: number): Tokenize {
  const special = new Map(file.added_tokens.map((token) => [token.content, token.id]));
  const first = required(special, '[CLS]');
  const last = required(special, '[SEP]');
  const room = maxTokens - 2;
  const encodeWord = createWordPiece(file.model);
  // Special tokens in a text are recognized before cleaning, as in the reference.
  const specials = new RegExp(`(${[...special.keys()].map(escapePattern).join('|')})`);

  return (text) => {
    const ids = [first];
    for (const part of text.replace(LONE_SURROGATES, '').split(specials)) {
      if (ids.length > room) break;
      const id = special.get(part);
      if (id !== undefined) ids.push(id);
      else appendWords(ids, normalize(part), { encodeWord, room });
    }
    ids.length = Math.min(ids.length, room + 1);
    ids.push(last);
    return ids;
  };
}

function appendWords(
  ids: number[],
  text: string,
  limits: { encodeWord: (word: string) => number[]; room: number },
): void {
  for (const [word] of text.matchAll(WORDS)) {
    if (ids.length > limits.room) return;
    ids.push(...limits.encodeWord(word));
  }
}

/** Lowercases letter by letter, because JavaScript has another lowercase sigma at the end of words. */
function normalize(text: string): string {
  return text
    .replace(LINE_SPACE, ' ')
    .replace(CONTROL, '')
    .replace(CJK, ' $& ')
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(UPPER, (letter) => letter.toLowerCase());
}

function createWordPiece(model: TokenizerFile['model']): (word: string) => number[] {
  const vocab = new Map(Object.entries(model.vocab));
  const unknown = [required(vocab, model.unk_token)];
  const prefix = model.continuing_subword_prefix;

  return (word) => {
    const letters = Array.from(word);
    if (letters.length > model.max_input_chars_per_word) return unknown;
    const ids: number[] = [];
    for (let start = 0; start < letters.length;) {
      const piece = longestPiece(letters, start, (text) => vocab.get(start > 0 ? prefix + text : text));
      if (!piece) return unknown;
      ids.push(piece.id);
      start = piece.end;
    }
    return ids;
  };
}

function longestPiece(letters: readonly string[], start: number, find: (text: string) => number | undefined) {
  for (let end = letters.length; end > start; end -= 1) {
    const id = find(letters.slice(start, end).join(''));
    if (id !== undefined) return { id, end };
  }
  return null;
}

function required(vocab: ReadonlyMap<string, number>, token: string): number {
  const id = vocab.get(token);
  if (id === undefined) throw new Error(`The tokenizer file lacks ${token}.`);
  return id;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
