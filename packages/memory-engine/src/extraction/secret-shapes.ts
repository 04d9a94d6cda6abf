// Shapes of words in a sentence that may be secrets.

const PIECE = /[^\s"'`“”„«»「」()|;]+(?:['’][\p{L}\d][^\s"`“”„«»]*)?/gu;

export interface Piece {
  readonly text: string;
  readonly at: number;
  /** Whether quotation marks surround it. */
  readonly isQuoted: boolean;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export const toSpan = ({ at, text }: Piece): Span => ({ from: at, to: at + text.length });

export function toPieces(text: string, offset = 0): Piece[] {
  const pieces: Piece[] = [];
  for (const match of text.matchAll(PIECE)) {
    // "Tulip!," ends before its comma, "pass=Tulip" begins after its sign.
    let from = match.index;
    const raw = match[0].replace(/[,.:?!]+$/u, (tail) => (/^!+[.,]?$/u.test(tail) ? tail.replace(/[.,]$/u, '') : ''));
    if (raw === '') {
      pieces.push({ text: match[0], at: offset + from, isQuoted: false });
      continue;
    }
    const sign = /^(?:[=-]>|[=:：/]+)/u.exec(raw)?.[0] ?? '';
    if (sign !== '') pieces.push({ text: sign.charAt(0), at: offset + from, isQuoted: false });
    from += sign.length;
    const value = raw.slice(sign.length);
    const isQuoted = /["'`“„«「]$/u.test(text.slice(0, match.index));
    if (value !== '') pieces.push({ text: value, at: offset + from, isQuoted });
    const tail = match[0].slice(raw.length);
    if (/^[:,]/u.test(tail))
      pieces.push({ text: tail.charAt(0), at: offset + match.index + raw.length, isQuoted: false });
  }
  return pieces;
}

/** "K7Q2-99XD": letters and digits in one code. */
export function looksLikeKeyCode(text: string): boolean {
  return /^(?=.*\d)[A-Z\d]{3,6}(?:-[A-Z\d]{3,6})+$/u.test(text);
}

/** Times, dates, prices, ordinals, measures and addresses look like secrets, and are none. */
export function isOrdinary(text: string): boolean {
  return (
    /^\d{1,2}[:h]\d\d(?:[-–]\d{1,2}[:h]\d\d)?$/iu.test(text) ||
    /^\d{1,2}[./-]\d{1,2}[./-]\d{4}$|^\d{4}[./-]\d{1,2}[./-]\d{1,2}$|^\d{1,2}\/\d{2,4}$/u.test(text) ||
    /^(?:\d+(?:st|nd|rd|th|er|e|º|ª|x|%|€|\$|£|k|km|kg|g|mg|cm|m|mm|h|am|pm|min|gb|mb|tb|ghz|fa)|[€$£]\d[\d.,]*|v\d[\d.]*|\d+\.\d+)$/iu.test(
      text,
    ) ||
    /^[\w.+-]+@[\w-]+\.[\w.-]+$|^https?:|^\w+\.(?:com|org|net|de|io)$/iu.test(text)
  );
}

/** Letters mixed with digits or signs, unlike in any word: "Sunflower42", "hunter22!", "gr8Tulips". */
export function looksSecret(text: string): boolean {
  if (text.length < 4 || isOrdinary(text)) return false;
  const hasLetter = /\p{L}/u.test(text);
  return (
    (hasLetter && /\d/u.test(text)) ||
    (/[\p{L}\d]/u.test(text) && /[!#$%^&*_+=?~@§]./u.test(text)) ||
    /^[\p{L}\d]{4,}[!#$%*]$/u.test(text)
  );
}

/** "4921", "7741#", "12-34-08", "4-4-1-9". */
export function isNumberCode(text: string): boolean {
  return /^\d{3,10}[#*]?$|^\d{1,4}(?:-\d{1,4}){1,5}$/u.test(text);
}

/** "again!!": a word of letters, at the end of an exclamation. */
export function isExclaimed(text: string): boolean {
  return /^\p{L}+!+$/u.test(text);
}

/** "100wpm", "Python3", "1Password", "Windows11", "fix/login-page-v2": measures, products and paths. */
export function isMeasureOrProduct(text: string): boolean {
  return (
    /^\d+\p{Ll}{1,4}$|^\p{Lu}\p{L}+\d$|^\d\p{Lu}\p{Ll}+$|^[\p{L}\d.-]+\/[\p{L}\d./-]+$/u.test(text) || isProgram(text)
  );
}

/** "Excel2016" */
export function isProgram(text: string): boolean {
  return /^(?:office|microsoft|windows|word|excel|outlook|access|powerpoint|visio|publisher)\d{2,4}$/iu.test(text);
}

/** "LH4521", "R7000P", "AX-55", "RT-AX88U": flights, models and forms. */
export function isReferenceCode(text: string): boolean {
  return /^[A-Z]{1,4}(?:-[A-Z]{1,3})?-?\d{1,5}[A-Z]{0,2}$/u.test(text);
}

/** Whether a word is one that people choose or are given as a password: no reference, measure or product. */
export function looksLikePassword(text: string): boolean {
  return looksSecret(text) && !isReferenceCode(text) && !isMeasureOrProduct(text);
}
