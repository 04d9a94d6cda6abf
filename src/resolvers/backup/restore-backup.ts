import type { Services } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ConflictError } from '../../errors.js';
import { type DumpManifest, verifyDump } from '@memory-gateway/dump-file';
import {
  isInstallationEmpty,
  refuseOtherVersion,
  rewindInstallation,
  restoreInstallation,
  type BackupFile,
} from '../../stores/dump/installation-dump.js';
import { onDirectSession, type Queryable } from '@memory-gateway/database';
import { migrate } from '@memory-gateway/database/migrations';

/** Verifies every hash of a backup without a database. @throws DumpError that names the line or section */
export function verifyBackup(file: string): Promise<DumpManifest> {
  return verifyDump(file, 'backup');
}

/**
 * Verifies a backup, then restores it into an empty installation in one transaction. A backup of an earlier version is migrated
 * afterwards. No server may use the database. For operator commands: checks no caller.
 * @throws DumpError for a damaged file or a newer version; ConflictError if the installation is not empty
 */
export async function restoreBackup(services: Services, backup: BackupFile): Promise<DumpManifest> {
  const { database } = services;
  const manifest = await verifyBackup(backup.file);
  await refuseUsed(database);
  const isOlder = await rewindInstallation(database, manifest);
  await refuseOtherVersion(database, manifest);
  await transact(services, async ({ tx }) => {
    await refuseUsed(tx);
    await restoreInstallation(tx, backup);
  });
  if (isOlder) await migrate(database);
  // Statistics are not in a backup, and the first requests would be slow without them. The rows are restored, also where this fails.
  await onDirectSession(database, ['ANALYZE']).catch((err: unknown) =>
    services.log.warn({ err }, 'No statistics of the restored rows yet.'),
  );
  return manifest;
}

async function refuseUsed(db: Queryable): Promise<void> {
  if (!(await isInstallationEmpty(db)))
    throw new ConflictError('The database is not empty. Restore into a new database or an empty DATA_DIR.');
}
