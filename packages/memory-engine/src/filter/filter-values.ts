export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Whether a value is a JSON object, not null and not an array. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether Postgres can store the text: no NUL and no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

export const jsonDepthMax = 20;

/** Returns why a value cannot be stored as JSON, or null if it can. */
export function toStorableJson(value: unknown, depth = 1): string | null {
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'must contain finite numbers only.';
  if (typeof value === 'string') return isStorable(value) ? null : 'contains characters that cannot be stored.';
  if (typeof value !== 'object') return 'must be JSON.';
  if (depth > jsonDepthMax) return `may be nested ${jsonDepthMax} deep at most.`;
  for (const [key, inner] of Object.entries(value)) {
    const problem = isStorable(key) ? toStorableJson(inner, depth + 1) : 'contains characters that cannot be stored.';
    if (problem) return problem;
  }
  return null;
}
