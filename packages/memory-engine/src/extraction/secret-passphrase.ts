import { isFunctionWord } from '../words/function-words.js';
import type { Span } from './secret-shapes.js';
import { DESCRIPTION } from './secret-words.js';

const reach = 160;
/** Words that a recovery phrase is made of, without its usual name. */
const RECOVERY =
  /(?<!\p{L})(?:seed|wallet|recovery|mnemonic|wiederherstellung\p{L}*|récupération|recuperación|recupero|recuperação|herstel\p{L}*)(?!\p{L})/iu;
/** 12 or 24 lowercase words. */
const PHRASE = /(?<!\p{L})(?:\p{Ll}{3,10}[ ,]+){11,23}\p{Ll}{3,10}(?!\p{L})/gu;
/** Function words that a phrase of random words may contain by chance. */
const phraseFunctionWordsMax = 2;
/** "Is correct horse battery staple.": at least four words up to the end of the clause. */
const PLAIN_WORDS = /^\s*(?:is|:|=|ist|lautet|est|es|è|é)\s+((?:\p{L}{2,14} ){3,7}\p{L}{2,14})(?=\s*(?:[.!,;\n]|$))/iu;
/** "Stored in apple keychain": no value. */
const PLACED = /^\p{L}{2,}(?:ed|en|ost|one|ept)$/iu;

/** Replaces the words of a recovery phrase in a text that names one. */
export function redactRecoveryPhrases(text: string, mark: string): string {
  if (!RECOVERY.test(text)) return text;
  return text.replace(PHRASE, (words) => {
    const common = words.split(/[ ,]+/u).filter(isFunctionWord);
    return common.length > phraseFunctionWordsMax ? words : mark;
  });
}

/** Returns the value after a name that ends at `to`: in quotation marks, all words of a passphrase, or a password of plain words. */
export function valueOfPhrase(segment: string, to: number, isPassword: boolean): Span | null {
  const rest = segment.slice(to, to + reach);
  const quoted = /^[^"“„«「.!?\n]{0,30}?["“„«「]([^"“”„«»「」\n]{3,120})["”“»」]/u.exec(rest);
  if (quoted?.[1] !== undefined) {
    const from = to + quoted[0].length - 1 - quoted[1].length;
    return { from, to: from + quoted[1].length };
  }
  const isPhrase = /phrase$|mnemonic$/iu.test(segment.slice(Math.max(0, to - 12), to));
  const plain = isPhrase
    ? /^(?:\s(?:of|for|to|von|für|de|du|per|para|voor)\s[^.!?:\n]{0,40}?)?\s*(?:is|:|=|ist|lautet|est|es|è|é|starts with(?! (?:an?|the|my|one|two|three) ))\s*((?:[\p{L}\d-]+ ){2,23}[\p{L}\d-]+)/iu.exec(
        rest,
      )
    : null;
  const found = plain ?? (isPassword ? findPlainWords(rest) : null);
  if (found?.[1] === undefined) return null;
  return { from: to + found[0].length - found[1].length, to: to + found[0].length };
}

function findPlainWords(rest: string): RegExpExecArray | null {
  const found = PLAIN_WORDS.exec(rest);
  const words = found?.[1]?.split(' ') ?? [];
  const [first = ''] = words;
  return words.some(isFunctionWord) || (DESCRIPTION.test(first) && PLACED.test(first)) ? null : found;
}
