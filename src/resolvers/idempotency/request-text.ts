import { isJsonObject } from '../../validate.js';

/** Returns equal text for equal requests: JSON with sorted object keys. Undefined counts as missing. */
export function requestText(operation: string, payload: unknown): string {
  return JSON.stringify([operation, payload], (_name, value: unknown) =>
    isJsonObject(value) ? inOrder(value) : value,
  );
}

// `fromEntries` handles `__proto__` as a plain key, which assignment would not.
function inOrder(value: Readonly<Record<string, unknown>>): unknown {
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}
