// How likely a number, or a word of mixed signs, is a secret, from the words around it: a logistic regression over hashed features.

/** A word without the signs around it: the nearest one of each side is `opening` and `closing`. */
export interface Word {
  readonly text: string;
  readonly at: number;
  readonly opening: string;
  readonly closing: string;
}

/** Features are numbers below this one, of three bytes. */
const BUCKETS = 2 ** 24;
/** Longer words are left to rules. */
const lengthMax = 60;
/** Times, dates, prices and measures. */
const ORDINARY =
  /^\d{1,2}[:h]\d\d|^\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?$|^[€$£~]?\d[\d.,]*\s?(?:[€$£%°]|(?:st|nd|rd|th|er|e|º|ª|x|k|km|kg|g|mg|cm|m|mm|h|am|pm|min|gb|mb|tb|k?m\/h|kmh|mph)$)|^[€$£]|@|^https?:/iu;
const near = 9;
const beside = 5;
const previousMax = 25;
const WORD = /\S+/gu;
const EDGE = new Set('"\'”“„«»()[]{}.,;:!?…¿¡—–');

const NUMBER_WORDS = new Set(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred oh double ' +
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante ' +
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce treinta cuarenta cincuenta mil cento due tre quattro cinque sei sette otto nove dieci undici dodici venti trenta quaranta cinquanta doppio ' +
    'um dois duas três quatro sete oito dez vinte trinta quarenta cinquenta nul een twee drie vijf zes zeven negen tien dubbel'
  ).split(' '),
);

type Form = 'number' | 'digits' | 'mixed' | 'spoken' | 'signs' | 'name' | 'word';

export function readWords(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: raw, index }) => {
    let from = 0;
    let to = raw.length;
    while (from < to && EDGE.has(raw.charAt(from))) from += 1;
    while (to > from && EDGE.has(raw.charAt(to - 1))) to -= 1;
    return {
      text: raw.slice(from, to),
      at: index + from,
      opening: raw.charAt(from - 1),
      closing: raw.charAt(to),
    };
  }).filter(({ text: word }) => word !== '');
}

function formOf(word: string): Form {
  if (/\d/u.test(word)) return /^\d+$/u.test(word) ? 'number' : /\p{L}/u.test(word) ? 'mixed' : 'digits';
  const parts = word.toLowerCase().split(/[-,]/u);
  if (parts.every((part) => NUMBER_WORDS.has(part))) return 'spoken';
  if (/\p{Ll}\p{Lu}|[!$%&*_+=#@^~]/u.test(word)) return 'signs';
  return /^\p{Lu}/u.test(word) ? 'name' : 'word';
}

/** Whether a word can be a secret that this model knows. Plain words are left to rules. */
export function isCandidate({ text }: Word): boolean {
  if (text.length > lengthMax || ORDINARY.test(text)) return false;
  const form = formOf(text);
  return form === 'number' ? text.length >= 3 : form !== 'name' && form !== 'word';
}

const shapeOf = (word: string): string =>
  word
    .replaceAll(/\d/gu, '0')
    .replaceAll(/\p{Lu}/gu, 'X')
    .replaceAll(/\p{Ll}/gu, 'x')
    .replaceAll(/x{4,}/gu, 'xxxx')
    .replaceAll(/X{4,}/gu, 'XXXX')
    .slice(0, 14);

const plain = (word: string): string => word.toLowerCase().replaceAll(/\d/gu, '0');

/** FNV-1a */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93);
  return (value >>> 0) % BUCKETS;
}

/** Returns the features of a word. @param before plain words of the message before */
export function featuresOf(words: readonly Word[], index: number, before: readonly string[]): number[] {
  const word = words[index];
  if (!word) return [];
  const form = formOf(word.text);
  const kind = form === 'digits' ? 'number' : form;
  const found = new Set<number>();
  const add = (feature: string) => void found.add(hash(`${feature}&${kind}`));
  add(`form ${form}`);
  add(`shape ${shapeOf(word.text)}`);
  if (/^(?:19|20)\d\d$/u.test(word.text)) add('year');
  if (/^\d+0$/u.test(word.text)) add('round');
  add(`opening ${word.opening}`);
  add(`closing ${word.closing}`);
  add(`behind ${words[index - 1]?.closing ?? ''}`);
  for (const step of [-2, -1, 1, 2]) add(`${step} ${plain(words[index + step]?.text ?? '<>')}`);
  for (const step of [-1, 1]) add(`${step} form ${formOf(words[index + step]?.text ?? 'x')}`);
  for (let other = Math.max(0, index - near); other < Math.min(words.length, index + near + 1); other += 1) {
    if (other === index) continue;
    const text = plain(words[other]?.text ?? '');
    add(`near ${text}`);
    if (text.length > 6) add(`stem ${text.slice(0, 5)}`);
    if (Math.abs(other - index) <= beside) add(`${other < index ? '<' : '>'} ${text}`);
  }
  for (const text of before) add(`before ${text}`);
  return [...found];
}

/** Returns what `featuresOf` reads of the message before. */
export const readBefore = (text: string): string[] =>
  readWords(text)
    .slice(-previousMax)
    .map((word) => plain(word.text));

/** How far below the limit a word beside a likely secret may be. */
const LIMIT_BESIDE = 1.5;

/** Chooses secrets by their log-odds: those over the limit, and candidates beside them that nearly are. */
export function chooseLikely(odds: readonly (number | null)[], limit: number): boolean[] {
  const chosen = odds.map((value) => value !== null && value >= limit);
  const spread = (from: number, step: number) => {
    for (let index = from + step; (odds[index] ?? -Infinity) >= limit - LIMIT_BESIDE && !chosen[index]; index += step)
      chosen[index] = true;
  };
  odds.forEach((value, index) => {
    if (value === null || value < limit) return;
    spread(index, 1);
    spread(index, -1);
  });
  return chosen;
}
