import { transact, type Services } from '../../context.js';
import { ConflictError } from '../../errors.js';
import type { DumpManifest } from '../../stores/dump/dump-format.js';
import {
  isInstallationEmpty,
  refuseOtherVersion,
  restoreInstallation,
  type BackupFile,
} from '../../stores/dump/installation-dump.js';
import { verifyDump } from '../../stores/dump/read-dump.js';

/** Verifies every hash of a backup without a database. @throws DumpError that names the line or section */
export function verifyBackup(file: string): Promise<DumpManifest> {
  return verifyDump(file, 'backup');
}

/**
 * Verifies a backup, then restores it into an empty installation in one transaction. No server may use the database.
 * For operator commands: checks no caller.
 * @throws DumpError for a damaged file or another version; ConflictError if the installation is not empty
 */
export async function restoreBackup(services: Services, backup: BackupFile): Promise<DumpManifest> {
  const manifest = await verifyBackup(backup.file);
  await refuseOtherVersion(services.database, manifest);
  await transact(services, async ({ tx }) => {
    if (!(await isInstallationEmpty(tx)))
      throw new ConflictError('The database is not empty. Restore into a new database or an empty DATA_DIR.');
    await restoreInstallation(tx, backup);
  });
  return manifest;
}
