import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { partialSuffix } from '../../stores/dump/write-dump.js';

const backupName = /^memory-gateway-\d{8}T\d{6}Z\.backup\.gz$/;

/** Name of a backup file: its time in UTC, so that names sort by time. */
export function nameBackup(now: Date): string {
  return `memory-gateway-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup.gz`;
}

/** The backups of a directory, oldest first. */
export async function listBackups(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => backupName.test(name)).sort();
}

/** Time of the newest backup, as its name says; null without any. */
export async function newestBackupTime(directory: string): Promise<Date | null> {
  const newest = (await listBackups(directory)).at(-1);
  const time = newest?.replace(/^memory-gateway-(....)(..)(..)T(..)(..)(..)Z.*$/, '$1-$2-$3T$4:$5:$6Z');
  return time === undefined ? null : new Date(time);
}

/** Removes all but the newest backups, and what interrupted backups left. @returns names of the removed backups */
export async function pruneBackups(directory: string, keep: number): Promise<string[]> {
  const old = (await listBackups(directory)).slice(0, -keep);
  const interrupted = (await readdir(directory)).filter(
    (name) => name.startsWith('memory-gateway-') && name.endsWith(partialSuffix),
  );
  for (const name of [...old, ...interrupted]) await rm(path.join(directory, name), { force: true });
  return old;
}
