import { isFunctionWord } from '../words/function-words.js';

/** Maximum length of a sentence in UTF-16 units. Longer text without punctuation is split. */
export const MAX_SENTENCE_LENGTH = 400;

/** Maximum length of a text. The rest is ignored, because processing needs many copies in memory. */
const MAX_TEXT_LENGTH = 200_000;

/** The segmenter's time per sentence grows with its input, so paragraphs are split into blocks. */
const MAX_BLOCK_LENGTH = 4_000;
const DUMP_LOOK = 1_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const FENCED_CODE = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|(?![\s\S]))/gmu;
const LIST_MARKER = /^\s*(?:>+\s*)*(?:[-*+•‣▪–—·]\s+|\(?\d{1,3}[.)]\s+|\(?[a-z]\)\s+)?(?:\[[ xX]\]\s+)?/u;
const HEADING = /^\s*#{1,6}\s/u;

const ABBREVIATION =
  /(?:^|[\s(]|[Ll]['’])(?:(?:Dr|Mr|Mrs|Ms|Mx|Prof|Sr|Jr|St|Mt|Gen|Col|Capt|Lt|Rev|Hon|Inc|Ltd|Co|Corp|vs|[Aa]pprox|ca|[Ff]ig|[Vv]ol|[Dd]ept|est|ext|tel|e\.g|i\.e|a\.m|p\.m|U\.S|U\.K|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Hr|Fr|Nr|bzw|inkl|z|z\.B|d|d\.h|u|u\.a|Sra|Srta|Dra|Avd?a?|Mme|Mlle|Sig|[Dd]hr|[Mm]evr|[Dd]rs|[Dd]ott|[Ii]ng|[Aa]vv|Arch|Arq|Lic|[Bb]d|[Bb]lvd|Dr\. (?:\p{Ll}+\. ?)*\p{Ll}+)\.|[A-HJ-Z]\.)\s*$/u;
/** Abbreviations that may also end a sentence: they do if a capital letter follows. "El Sr." is a title, "Miller Sr." an end. */
const MAY_END =
  /(?:Inc|Ltd|Co|Corp|a\.m|p\.m|U\.S|U\.K|est|(?<=\p{Lu}\p{L}+,? )(?<!(?:^|\s)(?:El|Al|Del|Un|Ao|Do|Um) )[JS]r)\.\s*$/u;
/** Titles that Dutch, Italian and chats write small. "I saw the dr. He was kind." ends with one. */
const SMALL_TITLE = /(?:^|[\s(])(?:dr|dra|prof|sr|sra|sig|mr|mrs|ms|mme)\.\s*$/u;
const NAME_AT_START = /^(\p{Lu}[\p{L}'’-]+)/u;
/** Abbreviations before a number: "Hausnr. 12", "núm. 5". "No. my sister" is an answer. */
const NUMBERED = /(?:^|[\s(])(?:no|\p{L}{0,20}nr|\p{L}{2,20}str|bj|kap|kl|p[áa]g|n[úu]m|apdo|blz|apt)\.\s*$/iu;

const GERMAN =
  /(?<!\p{L})(?:ich|wir|mein\p{L}*|unser\p{L}*|ist|sind|und|nicht|bin|habe|haben|vom|zum|bis)(?!\p{L})|[äöüß]/iu;
/** "Am 2." before "November", and "im 3." before "Stock". */
const GERMAN_ORDINAL =
  /(?:^|[\s(])(?:am|vom|zum|bis|ab|seit|im|und|de[mnrs]|die|das|(?:[mds]ein|ihr|unser|jede)\p{L}{0,2})\s+\d{1,3}\.\s*$/iu;
const DAY_AT_START = /^\d{1,2}\.\s*$/u;
const GERMAN_MONTH =
  /^(?:jan(?:uar)?|jän(?:ner)?|feb(?:ruar)?|märz?|apr(?:il)?|mai|juni?|juli?|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?)(?!\p{L})/iu;
/** A number with a full stop before one of these is a day also in a text without another German word: "Paul hat am 7. Juli Geburtstag." */
const ONLY_GERMAN_MONTH = /^(?:januar|jänner|februar|märz|mai|juni|juli|oktober|dezember)(?!\p{L})/iu;
const DAY = /(?:^|[\s(])\d{1,2}\.\s*$/u;
/** "Am 7." but not "I am 7." */
const ON_DAY = /(?<!(?:^|[\s(])i )(?<!\p{L})(?:am|vom|zum|bis|ab|seit)\s+\d{1,2}\.\s*$/iu;
/** Capitalized words that begin a sentence more often than they follow a number. */
const SENTENCE_START =
  /^(?:ich|du|er|sie|es|wir|ihr|man|d(?:er|ie|as|en|em|ies\p{L}*|ann|anach|a|ort|azu|afür|avor|eshalb)|eine?|[mds]eine?|unsere?|und|aber|oder|heute|morgen|gestern|jetzt|am|im|in|an|auf|bei|mit|für|von|vor|nach|seit|bis|ab|zu[mr]?|wenn|weil|als|also|auch|leider|bitte|danke|nur|noch|nicht|keine?|alle|später|vorher|außerdem)(?!\p{L})/iu;

/** Text without capitals: one of these words after a full stop starts a sentence, which the segmenter misses. */
const LOWER_CASE_START = new RegExp(
  `(?<=[.!?]\\s)(?=(?:${[
    'i|my|we|our|he|she|his|her|they|their|it|the|this|that|there|what|how|why|when|where|which|who|can|could|should',
    'ich|wir|was|wie|wo|wann|warum|kannst|je|mon|mes|comment|pourquoi|yo|qué|cómo|cuándo|dónde|io|dove|perché|eu|meu|minha|ik|mijn|hoe|waar|waarom',
  ].join('|')})(?!\\p{L}))`,
  'u',
);
/** The same in a paragraph that begins small, in every language: not after an ellipsis, a day or an abbreviation. */
const ALL_LOWER_CASE = /^[^\p{L}]*\p{Ll}/u;
const LOWER_CASE_END =
  /(?<=(?<!\.)(?<!(?<!\d\d\d)\d)(?<!(?<![\p{L}\p{N}])(?:\p{L}|etc|usw|bzw|ca|evtl?|ggf|max|min|inkl|exkl|incl|excl|zzgl|nr|str|tel|appr?ox|aprox|resp|dept|prof|dra?|st|vs|sog|vgl|geb|abt|ej|pág|av|núm|apt|ecc|ex|bijv|enz|mrs?|ms|mme|sra?|sig|dott|ing|jan|feb|apr|aug|sept?|oct|okt|nov|dec|dez))\.\s)(?=\p{Ll})/u;
/** In other paragraphs, a longer word before the full stop is no abbreviation: "We deploy on Hetzner. migrations are run by Ana." */
const LONG_WORD_END = /(?<=\p{L}{5}(?<!(?<!\p{L})(?:appr?ox|einschl|ausschl|zuzügl|abzügl|insbes))\.\s)(?=\p{Ll})/u;
/** A web address continues up to the next white space. */
const INSIDE_ADDRESS = /(?:^|\s)\(?(?:https?:\/\/|www\.)\S+$/iu;
const TAIL_LENGTH = 100;
const NEXT_LENGTH = 20;

/** Beginnings of lines that programs print or read. */
const DUMP_STARTS = [
  /^[|+].*[|+]$/u,
  /^[{}]/u,
  /^\[.*[\],]$/u,
  /^<[/!?a-zA-Z]/u,
  /^(?:at \S+ \(|at \S+:\d|at [\w$<>]+(?:\.[\w$<>]+)+$|File "|Traceback \(|\$ |>>> |#include|SELECT .* FROM |INSERT INTO )/u,
  /^(?:import \S+(?: from\b|;|$)|from \S+ import |(?:def|function) \w+ ?\(|class \w+ ?[:({]|(?:const|let|var) \w+ ?=)/u,
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/u,
  /^\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|TRACE|FATAL)\b[\]:]?/u,
  /^"[^"]*"\s*:/u,
  /^\w+=\S*$/u,
  /[{}],?$/u,
  /[=(].*;$/u,
];

/**
 * Splits a message into sentences, in order. Omits code blocks, headings, tables and program output, keeps list items
 * separate, and joins lines that break within a sentence. Never throws; linear in the length of the text.
 */
export function splitSentences(text: string): string[] {
  const prose = text.slice(0, MAX_TEXT_LENGTH).replace(/\r\n?/g, '\n').replace(FENCED_CODE, '\n\n');
  const blocks = paragraphs(prose).flatMap((paragraph) => cutLong(paragraph, MAX_BLOCK_LENGTH));
  return blocks.flatMap(sentencesOf).flatMap((sentence) => cutLong(sentence, MAX_SENTENCE_LENGTH));
}

/** Returns lines of prose without list markers. Joins a line in lowercase to the line before it. */
function paragraphs(prose: string): string[] {
  const joined: string[] = [];
  let open = false;
  for (const line of prose.split('\n')) {
    const marker = LIST_MARKER.exec(line)?.[0] ?? '';
    const body = line.slice(marker.length).replace(/\s+/gu, ' ').trim();
    if (body === '' || HEADING.test(line) || isDump(line.trim().slice(0, DUMP_LOOK))) {
      open = false;
      continue;
    }
    if (open && marker.trim() === '' && /^\p{Ll}/u.test(body)) joined[joined.length - 1] += ` ${body}`;
    else joined.push(body);
    open = !/[.!?。！？:;]["')\]]*$/u.test(body);
  }
  return joined;
}

/** Whether a line is machine output: tables, logs, traces, markup, data, command lines, keys. */
function isDump(line: string): boolean {
  if (DUMP_STARTS.some((start) => start.test(line))) return true;
  if (/[\x21-\x7e]{120,}/u.test(line)) return true;
  const visible = line.replace(/[\s\p{Extended_Pictographic}]/gu, '');
  const letters = visible.replace(/[^\p{L}\p{M}]/gu, '').length;
  // "I was born on 14-03-1988." is a sentence, whatever its numbers.
  if (/^\p{L}[\p{L}'’]* \p{L}[\p{L}'’]*[:, ].*[.!?]["')\]]*$/u.test(line)) return false;
  // "my parcel is JD014600003827145501", "new number: 07700 900456", as typed in a chat.
  if (/^(?:\p{L}[\p{L}'’]*:? ){2,}\S+(?: \S+)?$/u.test(line)) return false;
  return visible.length > 12 && letters < visible.length / 2;
}

function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  const isGerman = GERMAN.test(paragraph);
  const starts = ALL_LOWER_CASE.test(paragraph) ? [LOWER_CASE_END] : [LOWER_CASE_START, LONG_WORD_END];
  let open = false;
  let end = 0;
  for (const piece of Array.from(segmenter.segment(paragraph), ({ segment }) =>
    starts.reduce((parts, start) => parts.flatMap((part) => part.split(start)), [segment]),
  ).flat()) {
    if (open) sentences[sentences.length - 1] += piece;
    else sentences.push(piece);
    end += piece.length;
    const tail = paragraph.slice(Math.max(0, end - TAIL_LENGTH), end);
    const next = paragraph.slice(end, end + NEXT_LENGTH);
    open = INSIDE_ADDRESS.test(tail) || isInsideSentence(tail, next, isGerman);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** Returns a function that tells whether a sentence goes on after the full stop that ends before this place: "Dr. Weber", "am 3. Mai". */
export function createStopReader(paragraph: string): (end: number) => boolean {
  const isGerman = GERMAN.test(paragraph);
  return (end) =>
    isInsideSentence(
      paragraph.slice(Math.max(0, end - TAIL_LENGTH), end),
      paragraph.slice(end, end + NEXT_LENGTH),
      isGerman,
    );
}

function isInsideSentence(before: string, after: string, isGerman: boolean): boolean {
  return (
    isInsideAbbreviation(before, after) || isInsideDate(before, after) || (isGerman && isInsideOrdinal(before, after))
  );
}

function isInsideAbbreviation(before: string, after: string): boolean {
  if (ABBREVIATION.test(before)) return !(MAY_END.test(before) && /^\p{Lu}/u.test(after));
  if (NUMBERED.test(before)) return /^\d/u.test(after);
  const name = NAME_AT_START.exec(after)?.[1];
  return SMALL_TITLE.test(before) && name !== undefined && !isFunctionWord(name);
}

function isInsideDate(before: string, after: string): boolean {
  return DAY.test(before) && (ONLY_GERMAN_MONTH.test(after) || (ON_DAY.test(before) && GERMAN_MONTH.test(after)));
}

function isInsideOrdinal(before: string, after: string): boolean {
  if (DAY_AT_START.test(before)) return GERMAN_MONTH.test(after);
  return GERMAN_ORDINAL.test(before) && (GERMAN_MONTH.test(after) || !SENTENCE_START.test(after));
}

/** Splits after a full stop or at white space in the second half of a piece, else between characters. */
function cutLong(text: string, most: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > most) {
    const half = start + most / 2;
    const stop = text.lastIndexOf('. ', start + most - 1) + 1;
    const space = text.lastIndexOf(' ', start + most);
    let end = stop > half ? stop : space > half ? space : start + most;
    // Never splits a surrogate pair.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
    pieces.push(text.slice(start, end).trim());
    start = end;
  }
  return [...pieces, text.slice(start).trim()].filter((piece) => piece !== '');
}
