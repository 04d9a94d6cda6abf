import { existsSync } from 'node:fs';
import path from 'node:path';

/** Returns the path of the file that exists beside a database directory while the database is being created. */
export const incompleteMarker = (directory: string): string => `${directory}.incomplete`;

/** Whether a directory contains a completely created database. Does not load the database engine. */
export function isInitialized(directory: string): boolean {
  return existsSync(path.join(directory, 'PG_VERSION')) && !existsSync(incompleteMarker(directory));
}
