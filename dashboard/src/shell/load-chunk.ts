import { noteFailure, waitForServer } from '../api/connection';

const reloadedKey = 'memory-gateway-reloaded';

/**
 * Loads a page's code. After an upgrade of the server its file may have another name: the tab then reloads once. While the server is
 * away, the tab waits for it, because a reload would leave an empty tab.
 * @throws when the file is missing after the reload, too
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const loaded = await load();
    window.sessionStorage.removeItem(reloadedKey);
    return loaded;
  } catch (error) {
    if (window.sessionStorage.getItem(reloadedKey)) throw error;
    noteFailure();
    await waitForServer();
    window.sessionStorage.setItem(reloadedKey, '1');
    window.location.reload();
    return new Promise(() => undefined);
  }
}
