/** More texts than this are not kept: some are put together, and each open connection remembers all of them. */
const preparedMax = 500;

const names = new Map<string, string>();

/**
 * Marks a statement as one that the server should parse and plan once for each connection. For statements that are hot, and
 * whose best plan does not depend on the values. @returns the text
 */
export function prepared(text: string): string {
  if (!names.has(text) && names.size < preparedMax) names.set(text, `mg_${names.size}`);
  return text;
}

/** The name under which a statement is prepared; undefined for every other text. */
export function preparedName(text: string): string | undefined {
  return names.get(text);
}
