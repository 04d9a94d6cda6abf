import { toName, type PastOperation } from './operation-history';

/** The editor keeps its texts in the storage of the browser tab, under keys with this prefix. */
const prefix = 'graphiql:';
const ownerKey = 'memory-gateway-editor-owner';

/** Removes the texts that another user left in this browser tab, for example when a session expired. */
export function claimEditor(userId = 'no-user'): void {
  if (window.sessionStorage.getItem(ownerKey) !== userId) window.sessionStorage.clear();
  window.sessionStorage.setItem(ownerKey, userId);
}

/** Sets the variables with which the editor starts. */
export const setVariables = (variables: string): void => window.sessionStorage.setItem(`${prefix}variables`, variables);

/** Sets the theme with which the editor starts, also in a browser tab of its own. */
export function setTheme(scheme: 'light' | 'dark'): void {
  for (const storage of [window.sessionStorage, window.localStorage]) storage.setItem(`${prefix}theme`, scheme);
}

/** The part of Monaco that has the texts of the editor. */
interface EditorFrame {
  readonly __MONACO?: {
    readonly editor: {
      getModels(): readonly { readonly uri: { readonly path: string }; getValue(): string }[];
    };
  };
}

/** Returns the operation in the open tab of the editor, or null if the tab is empty or the editor has not started. */
export function readOpenOperation(frame: Window): PastOperation | null {
  const models = (frame as EditorFrame).__MONACO?.editor.getModels() ?? [];
  const read = (name: string) => models.find(({ uri }) => uri.path.endsWith(name))?.getValue() ?? '';
  const query = read('operation.graphql');
  return query.trim() === '' ? null : { name: toName(query), query, variables: read('variables.json') };
}
