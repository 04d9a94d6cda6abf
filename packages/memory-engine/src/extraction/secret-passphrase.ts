import type { Steps } from '../steps.js';
import { isFunctionWord } from '../words/function-words.js';
import { mask } from './secret-mask.js';
import { isDescription } from './secret-plain-words.js';
import { toSpan, type Span } from './secret-shapes.js';

const reach = 160;
/** What a recovery phrase restores, and what it is made of: "mis palabras de recuperación". */
const RECOVERY =
  /(?<!\p{L})(?:seed|wallet|carteira|billetera|cartera|portefeuille|portafogli|portafoglio|metamask|ledger|trezor|recovery|backup(?= phrase)|(?:12|24|twelve|zwölf|douze|doce|dodici|doze|twaalf)(?= (?:words|wörter|mots|palabras|parole|palavras|woorden))|mnemonic|wiederherstellung\p{L}*|récupération|recuperación|recupero|recuperação|herstel\p{L}*)(?!\p{L})/iu;
const WORDS = String.raw`(?<!\p{L})(?:words?|phrase|mnemonic|\p{L}{0,20}(?:wörter|phrase|woorden|zin)|mots|palabras|frase|parole|palavras)(?!\p{L})`;
const NAMES_WORDS = new RegExp(WORDS, 'iu');
/** Bare names of recovery phrases. Beside them, words with commas are a list. */
const BARE =
  /(?<!\p{L})(?:seed|wallet|mnemonic|ledger|trezor|metamask|portefeuille crypto|(?:cartera|billetera) (?:de )?cripto\p{L}*|portafoglio cripto?\p{L}*|carteira (?:de )?cripto\p{L}*)(?!\p{L})/iu;
/** One word a line, or with spaces, numbers, commas or hyphens between the words. */
const BETWEEN = String.raw`(?:[\s,;-]|\d{1,2}[.)]){1,8}(?:(?:y|e|et|en) )?`;
/** At least 12 lowercase words, after those that name them. */
const PHRASE = new RegExp(
  String.raw`(?<!\p{L})(?!${RECOVERY.source}|${WORDS})(?:\p{Ll}{3,10}${BETWEEN}){11,}\p{Ll}{3,10}(?!\p{L})`,
  'gu',
);
/** The same words in any case, after what names them. */
const INTRODUCED = new RegExp(
  String.raw`(${WORDS}[^.!?:=]{0,60}?(?:[:=]|\s(?:is|are|ist|sind|lauten|est|sont|es|son|è|sono|é|são|zijn)(?=\s)):?(?:\s|\d{1,2}[.)]){1,8})((?:\p{L}{3,10}${BETWEEN}){11,}\p{L}{3,10})(?!\p{L})`,
  'giu',
);
/** Function words that a phrase of random words may contain by chance. */
const phraseFunctionWordsMax = 2;
/** Replaces the words of a recovery phrase in a text that names one. */
export function redactRecoveryPhrases(text: string): string {
  if (!RECOVERY.test(text)) return text;
  const introduced = mask(text, findIntroduced(text));
  const bare = [...introduced.matchAll(PHRASE)]
    .map(({ 0: words, index }) => ({ text: cutBeforeProse(words), at: index, isQuoted: false }))
    .filter(({ text: words, at }) => isBesideName(introduced, { words, at }));
  return mask(introduced, bare.map(toSpan));
}

function findIntroduced(text: string): Span[] {
  return [...text.matchAll(INTRODUCED)].flatMap(({ 1: lead = '', 2: phrase = '', index }) => {
    const words = listWords(phrase);
    // A phrase may contain "this", "what" and "you". Prose contains more of them.
    const isProse = isDescription(words[0] ?? '') || words.filter(isFunctionWord).length * 3 > words.length;
    if (isProse || !RECOVERY.test(sentenceBefore(text, index) + lead)) return [];
    return [{ from: index + lead.length, to: index + lead.length + phrase.length }];
  });
}

/** Twelve small words and more. */
const SMALL_WORDS = /(?<!\p{L})(?:\p{Ll}{3,10} ){11,60}\p{Ll}{3,10}(?!\p{L})/gu;
const phraseMin = 12;
/** 24 words, and two beside them. Longer lists are of something else. */
const phraseMax = 26;

/** Replaces twelve to 26 different words without a function word, comma or line between them: no prose. */
export function* redactUnnamedPhrases(text: string): Steps<string> {
  const spans: Span[] = [];
  for (const { 0: words, index } of text.matchAll(SMALL_WORDS)) {
    spans.push(...findStretches(words).map(({ from, to }) => ({ from: index + from, to: index + to })));
    yield;
  }
  return spans.length === 0 ? text : mask(text, spans);
}

function findStretches(words: string): Span[] {
  const stretches: Span[][] = [[]];
  for (const { 0: word, index } of words.matchAll(/\p{L}+/gu)) {
    if (isFunctionWord(word)) stretches.push([]);
    else stretches.at(-1)?.push({ from: index, to: index + word.length });
  }
  const isPhrase = (stretch: readonly Span[]) =>
    stretch.length <= phraseMax && new Set(stretch.map(({ from, to }) => words.slice(from, to))).size >= phraseMin;
  return stretches.filter(isPhrase).map((stretch) => ({ from: stretch[0]?.from ?? 0, to: stretch.at(-1)?.to ?? 0 }));
}

/** Leaves out the sentence behind twelve words: "… spoon that is the ledger". */
function cutBeforeProse(words: string): string {
  const list = words.slice(0, reach).split(' ');
  const end = list.findIndex(isFunctionWord);
  return end < phraseMin ? words : list.slice(0, end).join(' ');
}

function isBesideName(text: string, { words, at }: { words: string; at: number }): boolean {
  const end = at + words.length;
  const after = /^[^.!?]*/u.exec(text.slice(end, end + reach))?.[0] ?? '';
  // The names may be words of lowercase letters themselves: "mis doce palabras luna perro …".
  const beside = `${sentenceBefore(text, at)} | ${listWords(words).slice(0, 5).join(' ')} | ${after}`;
  const isNamed = RECOVERY.test(beside) && NAMES_WORDS.test(beside);
  if (!isNamed && (!BARE.test(beside) || words.includes(','))) return false;
  return listWords(words).filter(isFunctionWord).length <= phraseFunctionWordsMax;
}

function listWords(phrase: string): string[] {
  return phrase.split(/[^\p{L}]+/u);
}

function sentenceBefore(text: string, at: number): string {
  return /[^.!?]*$/u.exec(text.slice(Math.max(0, at - reach), at))?.[0] ?? '';
}

const NAMES_PHRASE =
  /(?:phrase(?: (?:de passe|secrète))?|mnemonic|frase (?:secreta|segreta|d['’]accesso|de (?:paso|acceso|passe|acesso))|wachtzin|wachtwoordzin|passzin)$/iu;
/** "… and I live in Hull" */
const OTHER_CLAUSE =
  /(?<=\s\S{1,20})\s(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar)\s(?:i|we|ich|wir|je|nous|yo|io|eu|ik|wij) [^]*$/iu;

/** Returns the value after a name that ends at `to`: in quotation marks, or all words of a passphrase. */
export function valueOfPhrase(segment: string, to: number): Span | null {
  const rest = segment.slice(to, to + reach);
  const quoted = /^[^"“„«「.!?\n]{0,30}?["“„«「]([^"“”„«»「」\n]{3,120})["”“»」]/u.exec(rest);
  if (quoted?.[1] !== undefined) {
    const from = to + quoted[0].length - 1 - quoted[1].length;
    return { from, to: from + quoted[1].length };
  }
  const isPhrase = NAMES_PHRASE.test(segment.slice(Math.max(0, to - 20), to));
  const plain = isPhrase
    ? /^(?:\s(?:of|for|to|von|für|de|du|del|della|di|do|da|per|para|voor|van)\s[^.!?:\n]{0,40}?)?\s*(?::|=|(?<!\p{L})(?:is|ist|lautet|est|es|è|é|starts with(?! (?:an?|the|my|one|two|three) ))(?!\p{L}))\s*((?:[\p{L}\d-]+ ){2,23}[\p{L}\d-]+)/iu.exec(
        rest,
      )
    : null;
  const value = plain?.[1]?.replace(OTHER_CLAUSE, '') ?? '';
  const words = value.split(' ');
  // "My recovery phrase is written on a steel plate."
  if (isDescription(words[0] ?? '') && words.some(isFunctionWord)) return null;
  if (plain?.[1] === undefined) return null;
  const from = to + plain[0].length - plain[1].length;
  return { from, to: from + value.length };
}
