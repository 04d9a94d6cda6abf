/** The words of one language with their English glosses, folded as {@link fold} does. */
export interface WordList {
  /** Whole words and phrases. */
  readonly words: ReadonlyMap<string, string>;
  /** Beginnings of words, which an ending of the language may follow. */
  readonly stems: ReadonlyMap<string, string>;
  readonly endings: ReadonlySet<string>;
  /** Letters with accents: a word with another one is of another language. */
  readonly letters: ReadonlySet<string>;
  /** Whether an unknown word may be composed of two known ones. */
  readonly hasCompounds: boolean;
  /** Whether ae, oe and ue may stand for ä, ö and ü. */
  readonly hasUmlauts: boolean;
}

/** Returns a text in small letters without accents: "Große Nüsse" is "grosse nusse". */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');
}

/**
 * Reads a word list: a line is `gloss: form, form`. A form that ends with a hyphen is a stem. A form may be a phrase. Without a gloss, the
 * form is left out.
 */
export function readWordList(file: string, rules: Omit<WordList, 'words' | 'stems'>): WordList {
  const words = new Map<string, string>();
  const stems = new Map<string, string>();
  for (const line of file.split('\n')) {
    const colon = line.indexOf(':');
    if (colon < 0 || line.startsWith('#')) continue;
    const gloss = line.slice(0, colon).trim();
    for (const form of fold(line.slice(colon + 1)).split(',')) {
      const text = form.trim();
      if (text.endsWith('-')) stems.set(text.slice(0, -1), gloss);
      else words.set(text, gloss);
    }
  }
  return { words, stems, ...rules };
}

/** Letters of a word that may be known. Longer ones are no words, and would be looked for in many parts. */
const WORD_MAX = 60;
/** Longest ending of a word, in letters. */
const ENDING_MAX = 6;

/** Finds the gloss of a folded word or phrase. The longest stem wins. Null if the list does not have it. */
export function findGloss(list: WordList, word: string): string | null {
  if (word.length > WORD_MAX) return null;
  const found = findForm(list, word);
  if (found !== null || !list.hasUmlauts || !/[aou]e/.test(word)) return found;
  return findForm(list, word.replace(/([aou])e/g, '$1'));
}

function findForm(list: WordList, word: string): string | null {
  const whole = list.words.get(word) ?? list.stems.get(word);
  if (whole !== undefined) return whole;
  for (let length = 1; length <= ENDING_MAX && length <= word.length - 3; length += 1) {
    const gloss = list.stems.get(word.slice(0, -length));
    if (gloss !== undefined && list.endings.has(word.slice(-length))) return gloss;
  }
  return null;
}

/** Ends of German and Dutch names of places: Freiburg is no free castle. */
const PLACE = /(?:burg|berg|dorf|bach|furt|hausen|bruck|kirchen|dam|drecht|hoven|dijk)$/;
/** Shortest part of a compound, in letters. */
const PART_MIN = 4;

/** Finds the glosses of the two parts of a compound: "nussallergie" is "nut allergy". The longest second part wins. */
export function findCompound(list: WordList, word: string): string | null {
  if (!list.hasCompounds || word.length > WORD_MAX || PLACE.test(word)) return null;
  for (let at = PART_MIN; at <= word.length - PART_MIN; at += 1) {
    const last = findGloss(list, word.slice(at));
    if (!last) continue;
    const first = findFirstPart(list, word.slice(0, at));
    if (first) return `${first} ${last}`;
  }
  return null;
}

// A letter or two may join the parts: "Geburtstag|s|feier", "Katze|n|klo".
function findFirstPart(list: WordList, part: string): string | null {
  const joined = /^(?<bare>.{3,}?)(?:s|es|n|en)$/.exec(part)?.groups?.['bare'];
  return findGloss(list, part) ?? (joined === undefined ? null : findGloss(list, joined));
}
