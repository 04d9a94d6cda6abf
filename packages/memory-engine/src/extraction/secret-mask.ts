import { SECRET_MARK } from './secret-rules.js';
import type { Span } from './secret-shapes.js';

/** Replaces the spans with marks. A span that overlaps an earlier mark becomes one with it. */
export function mask(text: string, spans: readonly Span[]): string {
  let masked = '';
  let at = 0;
  for (const { from, to } of widen(text, spans).sort((a, b) => a.from - b.from)) {
    if (to <= at) continue;
    masked += text.slice(at, Math.max(at, from)) + SECRET_MARK;
    at = to;
  }
  return masked + text.slice(at);
}

function widen(text: string, spans: readonly Span[]): Span[] {
  const marks = Array.from(text.matchAll(/\[secret removed\]/gu), ({ 0: mark, index }) => ({
    from: index,
    to: index + mark.length,
  }));
  return spans.map((span) => {
    const overlapped = marks.filter(({ from, to }) => from < span.to && to > span.from);
    return {
      from: Math.min(span.from, ...overlapped.map(({ from }) => from)),
      to: Math.max(span.to, ...overlapped.map(({ to }) => to)),
    };
  });
}
