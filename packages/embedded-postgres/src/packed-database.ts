import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPackedFolder } from './packed-folder.js';

const engine = '@electric-sql/pglite';

/** Returns the path of the packed new database for the installed version of the engine, in the folder above the code. `npm run new-database` writes it. */
export function packedDatabasePath(): string {
  // The packed server has no file of the engine that `require` finds, and the runner of the tests cannot resolve modules for `import`.
  const folders = createRequire(import.meta.url).resolve.paths(engine) ?? [];
  const manifest = folders.map((folder) => path.join(folder, engine, 'package.json')).find((file) => existsSync(file));
  const { version } = JSON.parse(manifest === undefined ? '{}' : readFileSync(manifest, 'utf8')) as {
    version?: string;
  };
  return fileURLToPath(new URL(`../new-database/pglite-${version}.br`, import.meta.url));
}

/**
 * Unpacks a new database into a missing folder, in a tenth of the time that it takes to create one.
 * @returns false if there is none for this version of the engine, or it is damaged
 */
export function unpackDatabase(directory: string): boolean {
  const packed = packedDatabasePath();
  const write = existsSync(packed) ? readOrWarn(packed) : null;
  if (write === null) return false;
  write(directory);
  return true;
}

function readOrWarn(packed: string): ReturnType<typeof readPackedFolder> | null {
  try {
    return readPackedFolder(readFileSync(packed));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.emitWarning(`${packed} cannot be read, so the new database takes some seconds longer: ${reason}`);
    return null;
  }
}
