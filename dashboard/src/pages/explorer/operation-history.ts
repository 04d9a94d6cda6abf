/** An operation that the viewer ran or saved in the editor. */
export interface PastOperation {
  readonly name: string;
  readonly query: string;
  /** JSON text, empty without variables. */
  readonly variables: string;
}

const historyKey = 'memory-gateway-explorer-history';
const savedKey = 'memory-gateway-explorer-saved';
/** GraphiQL stores its tabs under this key. */
const tabsKey = 'graphiql:tabState';
const mostPast = 30;

/** Returns the operations that were run in this browser, newest first. */
export const readHistory = (): PastOperation[] => readOperations(historyKey);

/** Returns the operations that were saved in this browser, newest first. */
export const readSaved = (): PastOperation[] => readOperations(savedKey);

function readOperations(key: string): PastOperation[] {
  const stored = readStored(key);
  return Array.isArray(stored) ? stored.filter(isOperation) : [];
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns the operation in the open tab of the editor, or null if the tab is empty. */
export function readOpenOperation(): PastOperation | null {
  const { tabs, activeTabIndex } = (readStored(tabsKey) ?? {}) as Record<string, unknown>;
  if (!Array.isArray(tabs)) return null;
  const { query, variables, operationName } = (tabs[Number(activeTabIndex)] ?? {}) as Record<string, unknown>;
  if (typeof query !== 'string' || query.trim() === '') return null;
  return { name: toName(query, operationName), query, variables: typeof variables === 'string' ? variables : '' };
}

/** Saves the operation, or removes it from the saved ones. */
export function toggleSaved(operation: PastOperation): void {
  const others = readSaved().filter((saved) => !isSame(saved, operation));
  const isSaved = others.length < readSaved().length;
  window.localStorage.setItem(savedKey, JSON.stringify(isSaved ? others : [operation, ...others]));
}

/** Whether both are one operation with the same variables. */
export const isSame = (one: PastOperation, other: PastOperation): boolean =>
  one.query === other.query && one.variables === other.variables;

/** Puts the operation of a request of the editor first in the history. Introspection, which the editor sends by itself, is left out. */
export function recordOperation(body: unknown): void {
  const operation = toOperation(body);
  if (!operation) return;
  const others = readHistory().filter((past) => !isSame(past, operation));
  window.localStorage.setItem(historyKey, JSON.stringify([operation, ...others].slice(0, mostPast)));
}

/** Deletes the history of this browser. */
export function clearHistory(): void {
  window.localStorage.removeItem(historyKey);
}

/** Whether running the operation again changes nothing: its document holds queries only. */
export const isQuery = ({ query }: PastOperation): boolean => !/(^|[}\s])(mutation|subscription)\b/.test(query);

function toOperation(body: unknown): PastOperation | null {
  if (typeof body !== 'string') return null;
  const { query, variables, operationName } = JSON.parse(body) as Record<string, unknown>;
  if (typeof query !== 'string' || query.includes('__schema')) return null;
  const hasVariables = typeof variables === 'object' && variables !== null && Object.keys(variables).length > 0;
  const text = hasVariables ? JSON.stringify(variables, null, 2) : '';
  return { name: toName(query, operationName), query, variables: text };
}

const toName = (query: string, operationName: unknown) =>
  typeof operationName === 'string' ? operationName : query.trim().slice(0, 60);

function isOperation(value: unknown): value is PastOperation {
  const { name, query, variables } = (value ?? {}) as Record<string, unknown>;
  return [name, query, variables].every((part) => typeof part === 'string');
}
