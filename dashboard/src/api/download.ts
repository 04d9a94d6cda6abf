import { accessToken } from './access-token';
import { commonTexts } from '../texts/common';

/**
 * Downloads a file with the session's credential, which a plain link would not send.
 * @returns an error message, or null on success
 */
export async function download(path: string, name: string): Promise<string | null> {
  try {
    const token = await accessToken();
    const response = await fetch(path, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    if (!response.ok)
      return response.status === 404 ? commonTexts.fileGone : commonTexts.fileUnreadable(response.status);
    save(await response.blob(), name);
    return null;
  } catch {
    return commonTexts.serverUnreachable;
  }
}

export const saveJson = (value: unknown, name: string): void =>
  save(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }), name);

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the blob after the click was handled.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
