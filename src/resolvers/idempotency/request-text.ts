/** One text for equal requests: JSON with the names of objects in order, whatever order they came in. Undefined counts as absent. */
export function requestText(operation: string, payload: unknown): string {
  return JSON.stringify([operation, payload], (_name, value: unknown) => (isPlain(value) ? inOrder(value) : value));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// A map of entries, since an object puts names that look like numbers first and knows some names of its own.
function inOrder(value: Readonly<Record<string, unknown>>): unknown {
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}
