import { existsSync } from 'node:fs';
import path from 'node:path';

/** File beside a database directory that exists while the database is being created. */
export const incompleteMarker = (directory: string): string => `${directory}.incomplete`;

/** Whether a directory holds a whole database: an interrupted first start leaves half of one. Loads no database engine. */
export function isInitialized(directory: string): boolean {
  return existsSync(path.join(directory, 'PG_VERSION')) && !existsSync(incompleteMarker(directory));
}
