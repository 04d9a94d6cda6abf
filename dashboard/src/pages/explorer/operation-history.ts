/** An operation that the viewer ran in the editor. */
export interface PastOperation {
  readonly name: string;
  readonly query: string;
  /** JSON text, empty without variables. */
  readonly variables: string;
}

const storageKey = 'memory-gateway-explorer-history';
const mostOperations = 30;

/** Returns the operations that were run in this browser, newest first. */
export function readHistory(): PastOperation[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isOperation) : [];
  } catch {
    return [];
  }
}

/** Puts the operation of a request of the editor first in the history. Introspection, which the editor sends by itself, is left out. */
export function recordOperation(body: unknown): void {
  const operation = toOperation(body);
  if (!operation) return;
  const isOther = ({ query, variables }: PastOperation) =>
    query !== operation.query || variables !== operation.variables;
  const history = [operation, ...readHistory().filter(isOther)].slice(0, mostOperations);
  window.localStorage.setItem(storageKey, JSON.stringify(history));
}

/** Deletes the history of this browser. */
export function clearHistory(): void {
  window.localStorage.removeItem(storageKey);
}

/** Whether running the operation again changes nothing: its document holds queries only. */
export const isQuery = ({ query }: PastOperation): boolean => !/(^|[}\s])(mutation|subscription)\b/.test(query);

function toOperation(body: unknown): PastOperation | null {
  if (typeof body !== 'string') return null;
  const { query, variables, operationName } = JSON.parse(body) as Record<string, unknown>;
  if (typeof query !== 'string' || query.includes('__schema')) return null;
  const hasVariables = typeof variables === 'object' && variables !== null && Object.keys(variables).length > 0;
  const text = hasVariables ? JSON.stringify(variables, null, 2) : '';
  const name = typeof operationName === 'string' ? operationName : query.trim().slice(0, 60);
  return { name, query, variables: text };
}

function isOperation(value: unknown): value is PastOperation {
  const { name, query, variables } = (value ?? {}) as Record<string, unknown>;
  return [name, query, variables].every((part) => typeof part === 'string');
}
