import { createHash } from 'node:crypto';

/** Limits prepared statements, because some texts are composed and each connection stores all of them. */
const preparedMax = 500;

const names = new Map<string, string>();

/** Marks a frequent statement, whose best plan does not depend on values, as prepared once per connection. */
export function prepared(text: string): string {
  if (!names.has(text) && names.size < preparedMax) names.set(text, toName(text));
  return text;
}

/** Returns the name of a prepared statement, or undefined for any other text. */
export function preparedName(text: string): string | undefined {
  return names.get(text);
}

// From the text: connections of the embedded database share their prepared statements, also those of several processes.
function toName(text: string): string {
  return `mg_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
