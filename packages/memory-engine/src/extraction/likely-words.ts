// The words of a message as the learned model of secrets reads them: what each looks like, without its meaning.

import type { Steps } from '../steps.js';

/** A word without the signs around it. */
export interface LikelyWord {
  readonly text: string;
  readonly at: number;
  readonly form: WordForm;
  /** Whether a secret may be written like this: no date, price, measure or address. */
  readonly isCandidate: boolean;
  /** The signs before and behind, as code units. 0: none. */
  readonly opening: number;
  readonly closing: number;
  /** Hash of the word in small letters, without accents and with each digit as 0. */
  readonly plain: number;
  /** Hash of the first letters of a long word. 0: a short one. */
  readonly stem: number;
  /** Hash of capitals, small letters, digits and signs in their order. */
  readonly shape: number;
  readonly traits: readonly number[];
  readonly digits: number;
}

export const wordForms = ['short', 'number', 'digits', 'mixed', 'spoken', 'signs', 'name', 'word'] as const;
type WordForm = (typeof wordForms)[number];

const WORD = /(?:\d:\d|[^\s=→:])+/gu;
const EDGE = new Set('"\'”“„«»()[]{}.,;:!?…¿¡—–`*');
/** Longer words are left to rules. */
const lengthMax = 60;
const stemLength = 5;
/** Times, dates, prices, ordinals, measures, addresses. */
const ORDINARY =
  /^\d{1,2}[:h]\d\d|^\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?$|^[€$£~]?\d[\d.,]*\s?(?:[€$£%°]|(?:st|nd|rd|th|er|e|º|ª|x|k|km|kg|g|mg|cm|m|mm|h|am|pm|min|gb|mb|tb|k?m\/h|kmh|mph)$)|^[€$£]|@|^https?:/iu;

const NUMBERS = new Set(
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    'twenty thirty forty fifty sixty seventy eighty ninety hundred oh double',
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante',
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce treinta cuarenta cincuenta mil',
    'cento due tre quattro cinque sei sette otto nove dieci undici dodici venti trenta quaranta cinquanta doppio',
    'um dois duas três quatro sete oito dez vinte trinta quarenta cinquenta',
    'nul een twee drie vijf zes zeven negen tien dubbel',
  ].flatMap((line) => line.split(' ')),
);

/** FNV-1a */
export function hashText(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93);
  return value >>> 0;
}

/** Words that are read in a step. */
const wordsOfStep = 500;

export function* readLikelyWords(text: string): Steps<LikelyWord[]> {
  const words: LikelyWord[] = [];
  for (const { 0: raw, index } of text.matchAll(WORD)) {
    let from = 0;
    let to = raw.length;
    while (from < to && EDGE.has(raw.charAt(from))) from += 1;
    while (to > from && EDGE.has(raw.charAt(to - 1))) to -= 1;
    if (from < to) words.push(toWord(text, index + from, index + to));
    if (words.length % wordsOfStep === wordsOfStep - 1) yield;
  }
  return words;
}

function toWord(message: string, at: number, end: number): LikelyWord {
  const text = message.slice(at, end);
  const plain = fold(text).replaceAll(/\d/gu, '0');
  const isCandidate = text.length <= lengthMax && !ORDINARY.test(text);
  const form = formOf(text);
  return {
    text,
    at,
    form,
    isCandidate,
    opening: message.charCodeAt(at - 1) || 0,
    closing: message.charCodeAt(end) || 0,
    plain: hashText(plain),
    stem: plain.length > stemLength + 1 ? hashText(`^${plain.slice(0, stemLength)}`) : 0,
    shape: isCandidate ? hashText(shapeOf(text)) : 0,
    traits: isCandidate ? traitsOf(text, form) : [],
    digits: text.replaceAll(/\D/gu, '').length,
  };
}

function fold(word: string): string {
  const small = word.toLowerCase();
  return /\P{ASCII}/u.test(small) ? small.normalize('NFD').replaceAll(/\p{M}/gu, '') : small;
}

function formOf(word: string): WordForm {
  if (/^\d+$/u.test(word)) return word.length < 3 ? 'short' : 'number';
  if (/\d/u.test(word)) return /\p{L}/u.test(word) ? 'mixed' : 'digits';
  if (
    word
      .toLowerCase()
      .split(/[-,]/u)
      .every((part) => NUMBERS.has(part))
  )
    return 'spoken';
  if (/\p{Ll}\p{Lu}|[!$%&*_+=#@^~]/u.test(word)) return 'signs';
  return /^\p{Lu}/u.test(word) ? 'name' : 'word';
}

const shapeOf = (word: string): string =>
  word
    .replaceAll(/\d/gu, '0')
    .replaceAll(/\p{Lu}/gu, 'X')
    .replaceAll(/\p{Ll}/gu, 'x')
    .replaceAll(/x{4,}/gu, 'xxxx')
    .replaceAll(/X{4,}/gu, 'XXXX')
    .slice(0, 14);

/** How words of mixed signs are built. A trait is the place in this list. */
const TRAITS = [
  /[!$%&*_+=#@^~§?]/u,
  /\p{L}[!$%&*+=#@^~§?]|[!$%&*+=#@^~§?]\p{L}/u,
  /\p{L}\d+\p{L}/u,
  /\p{Ll}\p{Lu}/u,
  /^\p{Lu}\p{Ll}{2,}\d+$/u,
  /^\p{Ll}{3,}\d+$/u,
  /^\p{Lu}+[\d-]+$/u,
  /\p{L}-\p{L}.*\d|\d.*\p{L}-\p{L}/u,
  /\p{L}\.\p{L}.*\d|\d.*\p{L}\.\p{L}/u,
  /_/u,
  /\.\p{L}{2,4}$/u,
  /^v?\d+(?:\.\d+)+/u,
  /^\d+\p{L}{1,3}$/u,
  /^\p{L}\d{1,3}$/u,
  /^0/u,
  /(\d)\1/u,
  /^\d(?:-\d)+$/u,
  /^\d{2}(?:-\d{2})+$/u,
  /\//u,
  /^[#*]|[#*]$/u,
  /\p{Lu}.*\p{Ll}.*\d.*[^\p{L}\d]|\d.*\p{Lu}.*\p{Ll}/u,
  /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u,
  /\d{2,4}$/u,
  /(?:19|20)\d\d$/u,
  /^(?:19|20)\d\d$/u,
  /^\d+0$/u,
];
const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\d/u, /[^\p{L}\d]/u];
const kindOf = (sign: string) => (/\d/u.test(sign) ? 0 : /\p{L}/u.test(sign) ? 1 : 2);
/** Traits that count begin behind those of the list, in steps. */
const [lengths, kinds, changes] = [100, 120, 130];

function traitsOf(word: string, form: WordForm): number[] {
  const ofLength = lengths + Math.min(12, word.length);
  if (form === 'word' || form === 'name' || form === 'spoken') return [ofLength];
  const signs = Array.from(word, kindOf);
  const changed = signs.filter((kind, index) => index > 0 && kind !== signs[index - 1]).length;
  return [
    ofLength,
    ...TRAITS.flatMap((trait, index) => (trait.test(word) ? [index] : [])),
    kinds + KINDS.filter((kind) => kind.test(word)).length,
    changes + Math.min(6, changed),
  ];
}
