/** Maximum nesting of bodies and messages, far deeper than any field accepts. */
export const nestingMax = 1_000;

/**
 * Returns whether JSON text nests deeper than {@link nestingMax}, without parsing it. Invalid JSON is left to the parser.
 * Deeper values would overflow the stack of recursive code that writes, compares or copies them.
 */
export function isNestedTooDeep(json: string): boolean {
  if (json.length <= nestingMax) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (code === openList || code === openObject) depth += 1;
    else if (code === closeList || code === closeObject) depth -= 1;
    if (depth > nestingMax) return true;
  }
  return false;
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
