import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { partialSuffix } from '@memory-gateway/dump-file';

const backupName = /^memory-gateway-\d{8}T\d{6}Z\.backup\.gz$/;

/** Returns the name of a backup file. It contains the UTC time, so that names sort by time. */
export function nameBackup(now: Date): string {
  return `memory-gateway-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup.gz`;
}

/** Lists the backup files of a directory, oldest first. Those with a time after `now` come first: the clock was wrong then. */
export async function listBackups(directory: string, now: Date): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => backupName.test(name)).sort();
  const latest = nameBackup(now);
  return [...names.filter((name) => name > latest), ...names.filter((name) => name <= latest)];
}

/** Returns the time of the newest backup according to its name, or null if none is from before `now`. */
export async function newestBackupTime(directory: string, now: Date): Promise<Date | null> {
  const newest = (await listBackups(directory, now)).at(-1);
  if (newest === undefined || newest > nameBackup(now)) return null;
  return new Date(newest.replace(/^memory-gateway-(....)(..)(..)T(..)(..)(..)Z.*$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** Deletes all but the newest `keep` backups, and partial files. @returns names of the deleted backups */
export async function pruneBackups(directory: string, { keep, now }: { keep: number; now: Date }): Promise<string[]> {
  const old = (await listBackups(directory, now)).slice(0, -keep);
  const interrupted = (await readdir(directory)).filter(
    (name) => name.startsWith('memory-gateway-') && name.endsWith(partialSuffix),
  );
  for (const name of [...old, ...interrupted]) await rm(path.join(directory, name), { force: true });
  return old;
}
