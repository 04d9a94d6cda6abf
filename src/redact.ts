const messageMax = 300;

const credentials: readonly (readonly [RegExp, string])[] = [
  [/\bm0sk_[\w-]+/g, 'm0sk_[redacted]'],
  [/\b(Bearer|Token|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\beyJ[\w-]{1,1000}\.[\w-]+\.[\w-]+/g, '[redacted]'],
  [/\b(whsec|sk|rk|pk)[_-][\w-]{8,}/g, '[redacted]'],
];

const secrets: readonly (readonly [RegExp, string])[] = [
  // GraphQL quotes the whole value of a variable, which may be the text of a memory.
  [/(got invalid value )[\s\S]*?(; |$)/g, '$1[redacted]$2'],
  ...credentials,
  [/[\w.%+-]+@[\w-]+(\.[\w-]+)+/g, '[redacted]'],
  // Long quotations come from the caller's input. Names of fields and types are shorter.
  [/"(?:[^"\\]|\\.){49,}"/g, '"[redacted]"'],
];

/** Removes credentials, email addresses and quoted input from an error message, and truncates it. */
export function redactMessage(message: string): string {
  let text = message.slice(0, 8 * messageMax);
  for (const [pattern, replacement] of secrets) text = text.replace(pattern, replacement);
  return text.length <= messageMax ? text : `${text.slice(0, messageMax - 1)}…`;
}

/** Removes credentials from a text that another server sent: API keys, tokens and secrets in their usual forms. */
export function redactCredentials(text: string): string {
  let redacted = text;
  for (const [pattern, replacement] of credentials) redacted = redacted.replace(pattern, replacement);
  return redacted;
}
