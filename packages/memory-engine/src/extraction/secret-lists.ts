// Further secrets of a list: "my backup codes are 8f3k-22lq, 91mz-p0xr and 7hhd-4wtb".
import { SECRET_MARK } from './secret-rules.js';
import type { Span } from './secret-shapes.js';

const AND = String.raw`(?:\s?[,;/]|\s(?:and|und|et|y|e|en|or|oder|&))`;

/** Returns secrets with digits and what stands behind each of them in the same form, however long the list is. */
export function findListed(segment: string, spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    const form = toForm(segment.slice(span.from, span.to));
    if (form === null) return [];
    const next = new RegExp(String.raw`^${AND}\s{1,3}(${form})(?=\s?[.!?)]|\s*$|${AND}\s)`, 'u');
    const listed: Span[] = [];
    for (let { to } = span; ;) {
      const { 0: all = '', 1: value = '' } = next.exec(segment.slice(to)) ?? [];
      if (value === '') return listed;
      to += all.length;
      listed.push({ from: to - value.length, to });
    }
  });
}

const LIST_MARK = String.raw`^\s*(?:(?:[-*+•–]|\(?\d{1,3}[.)])\s{1,4})?`;

/** Redacts lines that hold nothing but a code in the form of the secret before: backup codes, one a line. */
export function redactListedLines(segments: readonly string[], redacted: readonly string[]): string[] {
  let line: RegExp | null = null;
  return redacted.map((own, index) => {
    const segment = segments[index] ?? '';
    if (segment.trim() === '') return own;
    const [before = '', after] = own.split(SECRET_MARK);
    if (after === undefined) {
      if (line?.test(segment) !== true) line = null;
      return line === null ? own : segment.replace(line, `$1${SECRET_MARK}$2`);
    }
    const form = toForm(segment.slice(before.length, segment.length - after.length));
    line = form === null ? null : new RegExp(`(${LIST_MARK})${form}(\\s*)$`, 'u');
    return own;
  });
}

/** Returns a pattern for codes with the same signs and as many letters and digits. Null for words, years and small numbers. */
function toForm(code: string): string | null {
  if (!/\d/u.test(code) || code.length < 4 || code.length > 40 || /^(?:19|20)\d\d$/u.test(code)) return null;
  if (!/^[\p{L}\d]+(?:[ .-][\p{L}\d]+)*$/u.test(code)) return null;
  const signs = code
    .replaceAll(/[\p{L}\d]+/gu, (part) => `${/^\d+$/u.test(part) ? '\\d' : String.raw`[\p{L}\d]`}{${part.length}}`)
    .replaceAll('.', String.raw`\.`);
  return String.raw`(?!(?:19|20)\d\d(?!\d))(?=[^\s,;]*\d)${signs}`;
}
