import { existsSync } from 'node:fs';
import path from 'node:path';

/** The data directory cannot be used. The message names the environment variable to change. */
class DataDirError extends Error {
  override readonly name = 'DataDirError';
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'is a file; the embedded database needs a folder',
  ENOTDIR: 'is a file or lies below one; the embedded database needs a folder',
  EACCES: 'cannot be written by this user',
  EPERM: 'cannot be written by this user',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is on a disk whose quota is used up',
};

/** Returns a {@link DataDirError} if the operator can fix the cause, else the error itself. */
export function toDataDirError(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  // The engine reports a full disk only in the message.
  const named = /\b(ENOSPC|EACCES|EROFS|EDQUOT)\b/.exec(error.message)?.[0];
  const found = /no space left/i.test(error.message) ? 'ENOSPC' : (named ?? code);
  const reason = reasons[found];
  if (reason === undefined) return error;
  return new DataDirError(`DATA_DIR: ${dataDir} ${reason}. Set DATA_DIR to a folder that this process can write to.`, {
    cause: error,
  });
}

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
