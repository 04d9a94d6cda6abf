import { rm } from 'node:fs/promises';
import type { Services } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { type DumpManifest, verifyDump } from '@memory-gateway/dump-file';
import { dumpInstallation, type BackupFile } from '../../stores/dump/installation-dump.js';

const installation = 'installation';

/**
 * Writes a consistent backup of all data while the server runs, then reads it back and verifies every hash. The file
 * contains password hashes and encrypted secrets. For operator commands: checks no caller.
 * @throws DumpError if the file exists, cannot be written or reads back differently; that file is deleted
 */
export async function createBackup(services: Services, { file, onProgress }: BackupFile): Promise<DumpManifest> {
  await dumpInstallation(services.database, { file, onProgress, createdAt: services.now() });
  const manifest = await verifyDump(file, 'backup').catch(async (error: unknown) => {
    await rm(file, { force: true });
    throw error;
  });
  await transact(services, ({ audit }) =>
    audit({ action: 'installation.backup', targetId: installation, after: { sha256: manifest.sha256 } }),
  );
  return manifest;
}
