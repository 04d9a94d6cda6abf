import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startRounds, type Rounds } from '@memory-gateway/load';
import type { Services } from '../context.js';
import { nameBackup, newestBackupTime, pruneBackups } from '../resolvers/backup/backup-directory.js';
import { createBackup } from '../resolvers/backup/create-backup.js';

const checkMs = 60_000;

/**
 * Starts a timer that writes a backup to BACKUP_DIR when the newest one is older than the interval, and prunes old
 * ones. Logs a failed backup and retries after a minute. Does nothing without BACKUP_DIR.
 */
export function startScheduledBackups(services: Services): Pick<Rounds, 'stop'> {
  if (!services.config.backup) return { stop: () => Promise.resolve() };
  const rounds = startRounds(
    checkMs,
    () => backUpIfDue(services),
    (error) => services.log.error({ err: error }, 'The backup failed; it is tried again in a minute.'),
  );
  rounds.begin();
  return rounds;
}

/** Writes a backup if one is due. @returns its file, or null */
export async function backUpIfDue(services: Services): Promise<string | null> {
  const { backup } = services.config;
  if (!backup) return null;
  await mkdir(backup.directory, { recursive: true, mode: 0o700 });
  const now = services.now();
  const newest = await newestBackupTime(backup.directory, now);
  if (newest && now.getTime() - newest.getTime() < backup.intervalMs) return null;
  await pruneBackups(backup.directory, { keep: backup.keep, now });
  const file = path.join(backup.directory, nameBackup(now));
  const { sections } = await createBackup(services, { file });
  const removed = await pruneBackups(backup.directory, { keep: backup.keep, now });
  const rows = sections.reduce((total, section) => total + section.rows, 0);
  services.log.info({ file, rows, removed }, 'backup written and verified');
  return file;
}
