// Wordings that say the same: "I've got 2 cats" and "I have two cats". They are compared with stored statements, so a wording that is not
// grammatical finds nothing. Names and possessives in English, German, French, Spanish, Italian, Portuguese and Dutch.
import { NUMBER_WORDS_BY_LANGUAGE } from './number-words.js';
import { withApostrophes, withoutApostrophes } from './contractions.js';
import { findForeignLanguage } from './function-words.js';
import { getWords } from './stem.js';

/** A longer text is no statement. */
const READ_MAX = 300;
const WORDINGS_MAX = 24;

const OWN =
  '(?:my|our|(?:mein|unser)e?|mon|ma|notre|mi|nuestr[oa]|(?:il |la )?(?:mi|nostr)[oa]|[oa] (?:meu|minha|noss[oa])|mijn|onze)';
const BE = '(?:is|are|ist|sind|est|es|son|è|é|são|zijn)';
const END = /[\s.!]+$/u;

const rewrite = (pattern: RegExp, ...into: readonly string[]) => {
  return (text: string) => (pattern.test(text) ? into.map((each) => text.replace(pattern, each)) : []);
};

/** "18:00" and "6 pm". */
function rewordTime(text: string): string[] {
  const half = /(?<![\p{N}:.])(1[0-2]|[1-9])(?::(\d\d))? ?([ap])\.?m\b\.?/iu;
  const [, hour = '', minutes, sign = ''] = half.exec(text) ?? [];
  if (hour !== '') {
    const whole = (Number(hour) % 12) + (sign.toLowerCase() === 'p' ? 12 : 0);
    const short = minutes === undefined ? hour : `${hour}:${minutes}`;
    return [`${whole}:${minutes ?? '00'}`, `${short} ${sign}m`, `${short}${sign}m`].map((time) =>
      text.replace(half, time),
    );
  }
  const full = /(?<![\p{N}:.])([01]?\d|2[0-3]):([0-5]\d)(?![\p{N}:])/u;
  const [, hours, rest = ''] = full.exec(text) ?? [];
  if (hours === undefined) return [];
  const short = `${Number(hours) % 12 || 12}${rest === '00' ? '' : `:${rest}`}`;
  const end = Number(hours) < 12 ? 'am' : 'pm';
  return [`${short} ${end}`, `${short}${end}`].map((time) => text.replace(full, time));
}

/** "Two cats" and "2 cats". */
function rewordNumbers(text: string): string[] {
  const numbers = NUMBER_WORDS_BY_LANGUAGE[findForeignLanguage(getWords(text)) ?? 'English'] ?? [];
  const inDigits = text.replaceAll(/\p{L}+/gu, (word) => {
    const at = numbers.indexOf(word.toLowerCase());
    return at === -1 ? word : String(at + 2);
  });
  const inWords = text.replaceAll(/(?<![\p{N}\p{L}.,:/-])(?:[2-9]|10)(?![\p{N}\p{L}:/-]|[.,]\p{N})/gu, (digits) => {
    return numbers[Number(digits) - 2] ?? digits;
  });
  return [inDigits, inWords];
}

const REWORDINGS: readonly ((text: string) => readonly string[])[] = [
  rewrite(/\b(i|we|you|they)(?:['’]?ve| have) got\b/iu, '$1 have'),
  rewrite(/\b(i|we|you|they)(?:['’]ve| have) (?!got\b)/iu, '$1 have got '),
  rewordNumbers,
  rewordTime,
  rewrite(/\b(fav|col|neighb|flav|hon|lab|hum)our/iu, '$1or'),
  rewrite(/\b(fav|col|neighb|flav|hon|lab|hum)or(?=[is]|\b)/iu, '$1our'),
  rewrite(/\bgrey\b/iu, 'gray'),
  rewrite(/\bgray\b/iu, 'grey'),
  rewrite(/^(.{2,40})['’]s name is (?=\S)/iu, '$1 is called ', '$1 is named '),
  rewrite(/^(.{2,40}) is (?:called|named) (?=\S)/iu, "$1's name is ", '$1 is called ', '$1 is named '),
  // "My boss is Eva" and "Eva is my boss"
  rewrite(new RegExp(`^(${OWN} .{2,60}?) (${BE}) ((?:\\S+ ){0,3}\\S+)$`, 'iu'), '$3 $2 $1'),
  rewrite(new RegExp(`^((?:\\S+ ){0,3}\\S+) (${BE}) (${OWN} .{2,60})$`, 'iu'), '$3 $2 $1'),
];

/** Returns wordings of a statement that say the same, itself among them. */
export function listWordings(statement: string): string[] {
  if (statement.length > READ_MAX) return [statement];
  const found = new Set([statement.replace(END, '')]);
  for (const reword of REWORDINGS)
    for (const wording of [...found])
      for (const other of reword(wording)) if (found.size < WORDINGS_MAX) found.add(other);
  return [
    ...new Set([...found].flatMap((wording) => [wording, withApostrophes(wording), withoutApostrophes(wording)])),
  ];
}
