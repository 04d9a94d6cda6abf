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

/** Reads a backup and compares every hash, without a database. @throws DumpError that names the line or section */
export function verifyBackup(file: string): Promise<DumpManifest> {
  return verifyDump(file, 'backup');
}

/**
 * Restores a backup into an empty installation, in one transaction. The whole file is verified before anything is written. No server
 * may run on the database. For the operator at the machine: checks no caller.
 * @throws DumpError for a damaged file or one of another version; ConflictError when the installation is not empty
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
