/**
 * Parses JSON that may be cut anywhere: without its end, the result holds what came before the last comma.
 * @returns undefined for a text that is not JSON
 */
export function parseCutJson(text: string): unknown {
  return parse(text) ?? parse(closeAtLastComma(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function closeAtLastComma(text: string): string {
  const open: string[] = [];
  let closed = '';
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|$)|[[\]{},]/g)) {
    if (token === '{') open.unshift('}');
    else if (token === '[') open.unshift(']');
    else if (token === ',') closed = text.slice(0, index) + open.join('');
    else if (!token.startsWith('"')) open.shift();
  }
  return closed;
}
