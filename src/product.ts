import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder of package.json, and of the files that the server reads: dist/ of a build, the checkout when the server runs from
 * sources. A build joins modules, so that no module knows how deep it is.
 */
export const productFolder = findProductFolder();

export const productVersion = (
  JSON.parse(readFileSync(path.join(productFolder, 'package.json'), 'utf8')) as { version: string }
).version;

function findProductFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('The folder of the product with its package.json was not found.');
    folder = parent;
  }
  return folder;
}
