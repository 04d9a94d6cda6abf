/**
 * Removes what a reasoning model thought before it answered, which some servers leave in the text: `<think>…</think>`. Some templates put the
 * first tag into the prompt, so it is missing here.
 */
export function withoutThoughts(text: string): string {
  return /^\s*[[{`]/.test(text) ? text : text.replace(/^[\s\S]*?<\/think>\s*/i, '');
}

/**
 * Parses the JSON in a model's text, ignoring thoughts, fences and surrounding words. Of an answer that was cut off, the complete objects
 * of its list are kept. Returns undefined if there is none.
 */
export function parseLooseJson(answer: string): unknown {
  const text = withoutThoughts(answer);
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
