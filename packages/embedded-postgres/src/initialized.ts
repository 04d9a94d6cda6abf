import { existsSync } from 'node:fs';
import path from 'node:path';
import { DataDirError } from './data-dir-error.js';

/** Returns the path of the file that exists beside a database directory while the database is being created. */
export const incompleteMarker = (directory: string): string => `${directory}.incomplete`;

/** Whether a directory contains a completely created database. Does not load the database engine. */
export function isInitialized(directory: string): boolean {
  return existsSync(path.join(directory, 'PG_VERSION')) && !existsSync(incompleteMarker(directory));
}

/** Returns the directory of the database in a data directory. */
export const databaseDirectory = (dataDir: string): string => path.join(dataDir, 'database');

/** @throws DataDirError if a data directory has no database */
export function assertDatabase(dataDir: string, advice = ''): void {
  if (isInitialized(databaseDirectory(dataDir))) return;
  throw new DataDirError(
    `DATA_DIR: There is no database in ${path.resolve(dataDir)}. Run the command in the folder of your server, or set DATA_DIR to its data directory.${advice && ` ${advice}`}`,
  );
}
