import { findForeignLanguage } from '../words/function-words.js';
import type { Span } from './secret-shapes.js';

/** Where one clause ends and the next one may begin, in seven languages. */
const CLAUSE_END =
  /\s{0,40}(?:[;,.!?]|\s[-–—])\s+(?:(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar)\s)?|\s(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar)\s/giu;

/** "Ma" is "but" in Italian, "my" in French. */
const MA = /(?<=\s)ma\s$/iu;

function isFrench(text: string): boolean {
  return findForeignLanguage(text.match(/[\p{L}\p{M}'’-]+/gu) ?? []) === 'French';
}

/** Returns the clauses of a text, without what stands between them. */
export function findClauses(text: string): Span[] {
  const clauses: Span[] = [];
  let from = 0;
  const isMy = /\sma\s/iu.test(text) && isFrench(text);
  for (const { index, 0: found } of text.matchAll(CLAUSE_END)) {
    const end = isMy ? found.replace(MA, '') : found;
    if (end.trim() === '') continue;
    if (index > from) clauses.push({ from, to: index });
    from = index + end.length;
  }
  if (from < text.length) clauses.push({ from, to: text.length });
  return clauses;
}

/** Returns the parts of a text between the clauses to leave out, each with all of its clauses. */
export function withoutClauses(text: string, isLeftOut: (clause: string) => boolean): string[] {
  const parts: Span[] = [];
  let open = false;
  for (const { from, to } of findClauses(text)) {
    if (isLeftOut(text.slice(from, to))) open = false;
    else {
      const last = open ? parts.pop() : undefined;
      parts.push({ from: last?.from ?? from, to });
      open = true;
    }
  }
  return parts.map(({ from, to }) => text.slice(from, to).trim());
}
