import { accessToken } from '../../api/access-token';
import { clientName } from '../../api/client-name';

type FrameWindow = Window & typeof globalThis;

/**
 * Adds the session of this page to the editor's requests, unless its Headers tab has a credential. The requests count as
 * those of the dashboard. `onSend` gets the body of each.
 */
export function signInFrame(frame: Window, onSend: (body: unknown) => void): void {
  const editor = frame as FrameWindow;
  const send = editor.fetch.bind(editor);
  editor.fetch = async (input, init) => {
    const headers = new editor.Headers(init?.headers);
    if (!headers.has('graphql-client-name')) headers.set('graphql-client-name', clientName);
    const token = await accessToken();
    if (token && !headers.has('authorization') && !headers.has('x-api-key'))
      headers.set('authorization', `Bearer ${token}`);
    onSend(init?.body);
    return send(input, { ...init, headers });
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
