import { accessToken } from '../../api/access-token';

type FrameWindow = Window & typeof globalThis;

/** Adds the session of this page to the editor's requests, unless its Headers tab has a credential. */
export function signInFrame(frame: Window): void {
  const editor = frame as FrameWindow;
  const send = editor.fetch.bind(editor);
  editor.fetch = async (input, init) => {
    const headers = new editor.Headers(init?.headers);
    const token = await accessToken();
    if (token && !headers.has('authorization') && !headers.has('x-api-key'))
      headers.set('authorization', `Bearer ${token}`);
    return send(input, { ...init, headers });
  };
}
