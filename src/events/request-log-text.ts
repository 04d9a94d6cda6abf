import type { RequestLogRow } from '../stores/request-log/request-log-entry.js';

/** Converts a text for {@link matchesText}. Only A to Z become lower case: databases differ in other letters. */
export function toSearchable(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Returns whether a row in memory contains the searchable text. It must agree with the SQL of the store. */
export function matchesText(text: string, row: RequestLogRow): boolean {
  const { path, operation, requestId, traceId, errors } = row;
  const parts = [path, operation, requestId, traceId, ...errors.flatMap(({ code, message }) => [code, message])];
  return parts.some((part) => part !== null && toSearchable(part).includes(text));
}
