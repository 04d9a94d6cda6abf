import { createRequire } from 'node:module';
import { afterAll, describe, expect, it } from 'vitest';
import { createLocalEmbedder } from '../src/local-embedder.js';

/** Half of this file tests the fast engine if the optional package is installed. */
const onnxInstalled = canResolve('onnxruntime-node');
const wasm = createLocalEmbedder({ engine: 'wasm' });
const auto = createLocalEmbedder();
const onnx = createLocalEmbedder({ engine: 'onnx' });

function canResolve(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? NaN), 0);

const oddTexts = {
  'an empty text': '',
  spaces: ' \t\n ',
  'a NUL': 'a\0b',
  'an emoji of many parts': '👩‍👩‍👧‍👦 🇨🇭 😀',
  'lone surrogates': '\udc00 tea \ud800',
  'combining marks alone': '\u0300\u0301',
  'special tokens': '[CLS] [SEP] [PAD] [MASK] [UNK]',
  'ten thousand letters': 'x'.repeat(10_000),
  'ten thousand characters of words': 'word '.repeat(2_000),
  'a surrogate pair across the cut': `${' '.repeat(15_999)}😀`,
};

const ordinaryTexts = [
  'I moved to Lisbon in March and work for a small bakery now.',
  'Where does she live?',
  'tea',
  "Don't call me before 9:30 a.m., please!",
  'The invoice of $1,299.00 (no. 4711/B) is due on 2024-02-29.',
  'CAFÉ crème, naïve façade, Ärger, São Paulo, Łódź',
  'Привет, как дела? Всё хорошо.',
  'ΟΔΥΣΣΕΥΣ και η ΟΔΟΣ',
  '東京に住んでいます。寿司が好きです。',
  '我喜欢喝绿茶。',
  '저는 서울에 살아요.',
  'مرحبا بالعالم',
  'İstanbul Straße ẞ ǅ Ⓐ Ⅷ',
  'const add = (a, b) => a + b; // adds <two> & more',
  'https://example.org/path?query=1#part and user@example.org',
  'She said: "never again" — and left…',
  'a\tb\r\nc\u00a0d\u3000e\u2028f',
  'zero\u200bwidth soft\u00adhyphen',
  'unbelievableunpronounceablesupercalifragilistic',
  `${'y'.repeat(99)} ${'z'.repeat(101)}`,
  `exactly full: ${'tea '.repeat(250)}`,
  `${'the quick brown fox jumps over the lazy dog '.repeat(40)}[SEP]`,
];
const texts = [...ordinaryTexts, ...Object.values(oddTexts)];

afterAll(() => Promise.all([wasm, auto, onnx].map((embedder) => embedder.close())));

describe('the local embedder', () => {
  it('names its vector space and its dimension', () => {
    expect(wasm.id).toBe('local/all-minilm-l6-v2');
    expect(wasm.dimension).toBe(384);
    expect(auto.id).toBe(wasm.id);
  });

  it.each(Object.entries(oddTexts))('gives a unit vector for %s', async (_, text) => {
    const [vector] = await wasm.embed([text]);
    expect(vector).toHaveLength(384);
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
  });

  it('gives texts that mean the same closer vectors than texts that do not', async () => {
    const [cat, kitten, dog, bond] = await wasm.embed([
      'The cat sleeps on the sofa.',
      'A kitten is napping on the couch.',
      'The dog runs in the park.',
      'Bond yields rose after the central bank spoke.',
    ]);
    const [near, middle, far] = [kitten, dog, bond].map((other) => cosine(cat!, other!));
    expect(near).toBeGreaterThan(middle! + 0.2);
    expect(middle).toBeGreaterThan(far! + 0.05);
    // Specific to these weights: another tokenizer, pooling or model would give another value.
    expect(near).toBeCloseTo(0.741, 2);
  });

  it('picks ONNX Runtime if and only if it is installed', async () => {
    expect(await wasm.engine()).toEqual({ name: 'wasm' });
    const fallback = { name: 'wasm', note: 'ONNX Runtime is not installed.' };
    expect(await auto.engine()).toEqual(onnxInstalled ? { name: 'onnx' } : fallback);

    const asked = await onnx.engine().catch((error: unknown) => String(error));
    const refused = 'Error: The embedding process stopped: ONNX Runtime is not installed.';
    expect(asked).toEqual(onnxInstalled ? { name: 'onnx' } : refused);
  });

  it('gives the same vectors with whichever engine it picks', async () => {
    // Without the package both sides are WebAssembly, so a few texts are enough.
    const compared = onnxInstalled ? texts : texts.slice(0, 3);
    const [expected, actual] = await Promise.all([wasm.embed(compared), auto.embed(compared)]);
    const strangers = compared.filter((_, index) => cosine(expected[index]!, actual[index]!) < 0.999);
    expect(strangers).toEqual([]);
    expect(texts.length).toBeGreaterThanOrEqual(30);
  });
});

describe('the reader of answers', () => {
  const asked = [
    ['How old is Rex?', 'Rex turned nine last spring.', 'Rex is a beagle from a shelter in Otley.'],
    ['Where does my sister work?', 'My sister works at the post office.', 'My sister has two cats.'],
    ['Wie alt ist Jonathan?', 'Jonathan ist im Januar dreizehn geworden.', 'Jonathan braucht seit Januar eine Brille.'],
    ['¿Dónde vive mi tía?', 'Mi tía vive en Vigo.', 'Mi tía toca el violín.'],
  ] as const;

  it.each(asked)('tells what answers "%s" from what only resembles it', async (question, answer, other) => {
    const [answers, resembles] = await Promise.all([
      auto.readAnswer?.(question, answer),
      auto.readAnswer?.(question, other),
    ]);
    if (!onnxInstalled) return expect([answers, resembles]).toEqual([null, null]);
    expect(answers).toBeGreaterThan(0);
    expect(resembles).toBeLessThan(0);
  });

  it('says nothing without ONNX Runtime', async () => {
    expect(await wasm.readAnswer?.('How old is Rex?', 'Rex turned nine last spring.')).toBeNull();
  });

  it.each(Object.entries(oddTexts))('reads %s', async (_, text) => {
    const answers = await Promise.all([auto.readAnswer?.(text, 'tea'), auto.readAnswer?.('tea', text)]);
    for (const each of answers) expect(each).toEqual(onnxInstalled ? expect.any(Number) : null);
  });
});

describe('the reader of secrets', () => {
  /** Splits a message at its spaces. The form of a word with digits is 1, of another one 7. */
  const toPassage = (text: string, before = '') => ({
    words: text
      .split(' ')
      .map((word, place) => ({ gap: place > 0 ? ' ' : '', text: word, form: /\d/u.test(word) ? 1 : 7 })),
    tail: '',
    before,
  });

  it.each([
    ['put 5521 somewhere safe for me that is the one for the bank card', '5521', true],
    ['bitte merk dir dass der Keller mit 7731 aufgeht', '7731', true],
    ['our bus home is the 5521 from the station at half past', '5521', false],
    ['die Wohnung hat 7731 Euro Kaution gekostet', '7731', false],
  ])('tells a secret from what only looks like one: %s', async (text, word, isSecret) => {
    const odds = await auto.readSecrets?.(toPassage(text));
    if (!onnxInstalled) return expect(odds).toBeNull();
    expect(odds).toHaveLength(text.split(' ').length);
    expect((odds?.[text.split(' ').indexOf(word)] ?? 0) > 0).toBe(isSecret);
  });

  it('reads the message before', async () => {
    const answer = 'it says 48 30 17';
    const read = async (before: string) => (await auto.readSecrets?.(toPassage(answer, before)))?.[2] ?? null;
    const [asked, other] = [
      await read('What is the code of the safe?'),
      await read('What does the bus timetable say?'),
    ];
    if (!onnxInstalled) return expect([asked, other]).toEqual([null, null]);
    expect(asked).toBeGreaterThan(other ?? Infinity);
  });

  it('leaves words out that are too far behind, and reads texts without one', async () => {
    const odds = await auto.readSecrets?.(toPassage('a 4471 '.repeat(300)));
    if (!onnxInstalled) return expect(odds).toBeNull();
    expect([odds?.length, odds?.[0], odds?.at(-2)]).toEqual([601, expect.any(Number), -Infinity]);
    expect(Number.isFinite(odds?.[1])).toBe(true);
  });

  it.each(Object.entries(oddTexts))('reads %s', async (_, text) => {
    const odds = await auto.readSecrets?.(toPassage(text, text));
    if (onnxInstalled) expect(odds?.every((each) => !Number.isNaN(each))).toBe(true);
    else expect(odds).toBeNull();
  });

  it('says nothing without ONNX Runtime', async () => {
    expect(await wasm.readSecrets?.(toPassage('my bike lock opens with 4471'))).toBeNull();
  });
});
