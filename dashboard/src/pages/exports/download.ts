import { accessToken } from '../../api/access-token';

/**
 * Saves a file that only the session may read: a plain link would come without its credential.
 * @returns what went wrong, for a person; null when the browser has it
 */
export async function download(path: string, name: string): Promise<string | null> {
  try {
    const token = await accessToken();
    const response = await fetch(path, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    if (!response.ok)
      return response.status === 404 ? 'The file is gone.' : `The file could not be read (status ${response.status}).`;
    save(await response.blob(), name);
    return null;
  } catch {
    return 'The server could not be reached. Is it running?';
  }
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads it after the click has been handled.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
