import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { partialSuffix } from '@memory-gateway/dump-file';

const backupName = /^memory-gateway-\d{8}T\d{6}Z\.backup\.gz$/;

/** Returns the name of a backup file. It contains the UTC time, so that names sort by time. */
export function nameBackup(now: Date): string {
  return `memory-gateway-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup.gz`;
}

/** Lists the backup files of a directory, oldest first. */
export async function listBackups(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => backupName.test(name)).sort();
}

/** Returns the time of the newest backup according to its name, or null without backups. */
export async function newestBackupTime(directory: string): Promise<Date | null> {
  const newest = (await listBackups(directory)).at(-1);
  const time = newest?.replace(/^memory-gateway-(....)(..)(..)T(..)(..)(..)Z.*$/, '$1-$2-$3T$4:$5:$6Z');
  return time === undefined ? null : new Date(time);
}

/** Deletes all but the newest `keep` backups, and partial files. @returns names of the deleted backups */
export async function pruneBackups(directory: string, keep: number): Promise<string[]> {
  const old = (await listBackups(directory)).slice(0, -keep);
  const interrupted = (await readdir(directory)).filter(
    (name) => name.startsWith('memory-gateway-') && name.endsWith(partialSuffix),
  );
  for (const name of [...old, ...interrupted]) await rm(path.join(directory, name), { force: true });
  return old;
}
