import { accessToken } from '../../api/access-token';
import { clientName } from '../../api/client-name';
import { explorerTexts } from '../../texts/explorer';
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

type FrameWindow = Window & typeof globalThis;

/**
 * Adds the session of this page to the editor's requests, unless its Headers tab has a credential. The requests count as
 * those of the dashboard. `onSend` gets the body of each. `onRefused` is called if the server refuses the session.
 */
export function signInFrame(frame: Window, onSend: (body: unknown) => void, onRefused: () => void): void {
  const editor = frame as FrameWindow;
  const send = editor.fetch.bind(editor);
  editor.fetch = async (input, init) => {
    const headers = new editor.Headers(init?.headers);
    if (!headers.has('graphql-client-name')) headers.set('graphql-client-name', clientName);
    const isOwn = !headers.has('authorization') && !headers.has('x-api-key');
    const token = isOwn ? await accessToken() : null;
    if (token) headers.set('authorization', `Bearer ${token}`);
    onSend(init?.body);
    const response = await send(input, { ...init, headers });
    if (isOwn && response.status === 401) onRefused();
    return response;
  };
}

const runButton = '.graphiql-execute-button';

/** Presses the button of the editor that runs its operation, once the editor shows it. */
export function runInFrame(frame: Window): void {
  const press = () => {
    const button = frame.document.querySelector<HTMLButtonElement>(runButton);
    if (!button) return false;
    button.click();
    return true;
  };
  if (press()) return;
  const observer = new MutationObserver(() => press() && observer.disconnect());
  observer.observe(frame.document, { childList: true, subtree: true });
}

const dialog = '.graphiql-dialog';
// The dialog is open for a moment, and a person should not see it flash.
const hidden = '.graphiql-dialog, .graphiql-dialog-overlay { visibility: hidden !important; }';

/**
 * Changes the theme of the running editor through its settings, which keeps its texts, headers and response. An editor that
 * has not started yet reads the stored theme.
 */
export function showTheme({ document: page }: Window, scheme: 'light' | 'dark'): void {
  if (page.body.classList.contains(`graphiql-${scheme}`)) return;
  const settings = page.querySelector<HTMLButtonElement>(`button[aria-label="${explorerTexts.editorSettings}"]`);
  if (!settings) return;
  const focused = window.document.activeElement;
  const style = page.createElement('style');
  style.textContent = hidden;
  page.head.append(style);
  const choose = () => {
    const button = page.querySelector<HTMLButtonElement>(`${dialog} button[data-theme="${scheme}"]`);
    if (!button) return;
    observer.disconnect();
    button.click();
    page.querySelector<HTMLButtonElement>(`${dialog} .graphiql-dialog-close`)?.click();
    // The dialog moves the focus when it closes.
    page.defaultView?.setTimeout(() => {
      style.remove();
      if (focused instanceof HTMLElement) focused.focus();
    }, 250);
  };
  const observer = new MutationObserver(choose);
  observer.observe(page, { childList: true, subtree: true });
  settings.click();
  choose();
}
