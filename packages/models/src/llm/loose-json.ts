/**
 * Parses the JSON in a model's text, ignoring fences and surrounding words. Of an answer that was cut off, the complete objects
 * of its list are kept. Returns undefined if there is none.
 */
export function parseLooseJson(text: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/i.exec(text)?.[1];
  const outer = text.slice(text.search(/[[{]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1);
  for (const candidate of [text, fenced, outer, keepComplete(text)]) {
    if (!candidate) continue;
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // Try the next candidate.
    }
  }
  return undefined;
}

/** Returns the JSON of a text up to the last complete object in a list, with all brackets closed. Null if there is no such object. */
function keepComplete(text: string): string | null {
  const start = Math.max(0, text.search(/[[{]/));
  // The brackets that close what is open, innermost first.
  let closing = '';
  let kept: string | null = null;
  // Strings are one token each, so that their brackets do not count.
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '{') closing = `}${closing}`;
    else if (token === '[') closing = `]${closing}`;
    else if (token === '}' || token === ']') {
      closing = closing.slice(1);
      if (token === '}' && closing.startsWith(']')) kept = text.slice(start, start + index + 1) + closing;
    }
  }
  return kept;
}
