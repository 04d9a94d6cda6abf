/** Maximum nesting of bodies and messages, far deeper than any field accepts. */
const nestingMax = 1_000;
/** Maximum number of values of a body or message. Each costs a few microseconds, in which the server does nothing else. */
const valuesMax = 100_000;

/**
 * Returns the limit that JSON text exceeds, without parsing it: values in other values, or their number. Invalid JSON is left to the parser.
 * Deeper values would overflow the stack of recursive code that writes, compares or copies them.
 */
export function findExceededLimit(json: string): string | null {
  if (json.length <= nestingMax) return null;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (code === comma) values += 1;
    else if (code === openList || code === openObject) {
      depth += 1;
      values += 1;
    } else if (code === closeList || code === closeObject) depth -= 1;
    if (depth > nestingMax) return `may be nested ${nestingMax} deep at most`;
    if (values > valuesMax) return `may have ${valuesMax} values at most`;
  }
  return null;
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
