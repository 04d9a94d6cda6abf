import type { OwnStorage } from '../../session/own-storage';

/** An operation that the viewer ran or saved in the editor. */
export interface PastOperation {
  readonly name: string;
  readonly query: string;
  /** JSON text, empty without variables. */
  readonly variables: string;
}

const historyName = 'explorer-history';
const savedName = 'explorer-saved';
const mostPast = 30;

/** Returns the operations that the user ran in this browser, newest first. */
export const readHistory = (storage: OwnStorage): PastOperation[] => toOperations(storage.read(historyName));

/** Returns the operations that the user saved in this browser, newest first. */
export const readSaved = (storage: OwnStorage): PastOperation[] => toOperations(storage.read(savedName));

const toOperations = (stored: unknown): PastOperation[] => (Array.isArray(stored) ? stored.filter(isOperation) : []);

/** Saves the operation, or removes it from the saved ones. */
export function toggleSaved(storage: OwnStorage, operation: PastOperation): void {
  const saved = readSaved(storage);
  const others = saved.filter((one) => !isSame(one, operation));
  storage.write(savedName, others.length < saved.length ? others : [operation, ...others]);
}

/** Whether both are one operation with the same variables. */
export const isSame = (one: PastOperation, other: PastOperation): boolean =>
  one.query === other.query && one.variables === other.variables;

/** Puts the operation of a request of the editor first in the history. Introspection, which the editor sends by itself, is left out. */
export function recordOperation(storage: OwnStorage, body: unknown): void {
  const operation = toOperation(body);
  if (!operation) return;
  const others = readHistory(storage).filter((past) => !isSame(past, operation));
  storage.write(historyName, [operation, ...others].slice(0, mostPast));
}

export const clearHistory = (storage: OwnStorage): void => storage.remove(historyName);

/** Whether running the operation again changes nothing: its document holds queries only. */
export const isQuery = ({ query }: PastOperation): boolean => !/(^|[}\s])(mutation|subscription)\b/.test(query);

function toOperation(body: unknown): PastOperation | null {
  if (typeof body !== 'string') return null;
  const { query, variables, operationName } = JSON.parse(body) as Record<string, unknown>;
  if (typeof query !== 'string' || query.includes('__schema')) return null;
  const hasVariables = typeof variables === 'object' && variables !== null && Object.keys(variables).length > 0;
  const text = hasVariables ? JSON.stringify(variables, null, 2) : '';
  return { name: typeof operationName === 'string' ? operationName : toName(query), query, variables: text };
}

/** Returns the name of the first operation of a document, or how the document begins. */
export const toName = (query: string): string =>
  /^\s*(?:query|mutation|subscription)\s+(\w+)/m.exec(query)?.[1] ?? query.trim().slice(0, 60);

/** Whether the value is an operation, for example one from storage. */
export function isOperation(value: unknown): value is PastOperation {
  const { name, query, variables } = (value ?? {}) as Record<string, unknown>;
  return [name, query, variables].every((part) => typeof part === 'string');
}
