/**
 * Number of requests, the newest of a time range, that a list or a count with a text filter reads at most. No index
 * finds a part of a text, so a rare text would otherwise read the whole log.
 */
export const searchedRequestsMax = 20_000;

/** Returns the SQL condition for rows that contain the text in this placeholder, in which A to Z are lower case. */
export function textSql(placeholder: string): string {
  const has = (column: string) => `position(${placeholder}::text IN lower(${column} COLLATE "C")) > 0`;
  const columns = ['path', 'operation', 'request_id', 'trace_id'].map(has);
  const errors = `EXISTS (SELECT FROM jsonb_array_elements(errors) AS e WHERE ${has("(e->>'code')")} OR ${has("(e->>'message')")})`;
  return `(${[...columns, errors].join(' OR ')})`;
}
