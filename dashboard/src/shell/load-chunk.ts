const reloadedKey = 'memory-gateway-reloaded';

/**
 * Loads a page's code. After a server upgrade the file may have another name; then the tab reloads once.
 * @throws if the file is still missing after the reload
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const loaded = await load();
    window.sessionStorage.removeItem(reloadedKey);
    return loaded;
  } catch (error) {
    if (window.sessionStorage.getItem(reloadedKey)) throw error;
    window.sessionStorage.setItem(reloadedKey, '1');
    window.location.reload();
    return new Promise(() => undefined);
  }
}
