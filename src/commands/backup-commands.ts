import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { nameBackup } from '../resolvers/backup/backup-directory.js';
import { readDumpManifest, type DumpManifest } from '@memory-gateway/dump-file';
import type { DefineCommand, ExitCode } from '@memory-gateway/cli';
import { withServices, workOnFile, type Means, type OpenServices } from './with-services.js';

const backupAbout = `Write a backup of all data to a file, also while the server runs

The file is read again and verified. It holds password hashes and encrypted secrets; JWT_SECRET and SEALING_SECRET are not in it. In a
directory, the file gets a name with the time. An existing file is never replaced.`;

const restoreAbout = `Restore a backup into an empty database, of the same or the other kind

Stop the server first. The whole file is verified before anything is written; everything is written in one transaction.`;

interface RestoreOptions {
  readonly verifyOnly?: boolean;
  readonly json?: boolean;
}

/** `openAlone` rejects a data directory that a server uses. */
export interface BackupMeans {
  readonly open: OpenServices;
  readonly openAlone: OpenServices;
}

/** Defines `memory-gateway backup` and `restore`. Exit codes: 0 done, 1 refused or damaged, 2 wrong arguments. */
export function backupCommands({ open, openAlone }: BackupMeans): DefineCommand {
  return (program, { io, run }) => {
    program
      .command('backup')
      .summary('write a backup of all data, also while the server runs')
      .description(backupAbout)
      .argument('<path>', 'file to write, or a directory; a slash at the end creates it')
      .option('--json', 'print one JSON object and nothing else on stdout')
      .action(run((target: string, { json }: { json?: boolean }) => backUp(target, json === true, { io, open })));
    program
      .command('restore')
      .summary('restore a backup into an empty database')
      .description(restoreAbout)
      .argument('<file>', 'file of `backup`')
      .option('--verify-only', 'verify the file without restoring it')
      .option('--json', 'print one JSON object and nothing else on stdout')
      .action(run((file: string, options: RestoreOptions) => restore(file, options, { io, open: openAlone })));
  };
}

function backUp(target: string, json: boolean, { io, open }: Means): Promise<ExitCode> {
  return withServices(open, async (services) => {
    const { createBackup } = await import('../resolvers/backup/create-backup.js');
    // A path with a slash at its end names a directory, which may be a new one.
    if (/[/\\]$/.test(target)) mkdirSync(target, { recursive: true });
    const file = isDirectory(target) ? path.join(target, nameBackup(services.now())) : target;
    return workOnFile(io, async (onProgress) =>
      describe(await createBackup(services, { file, onProgress }), { file, json }),
    );
  });
}

function restore(file: string, { verifyOnly, json = false }: RestoreOptions, { io, open }: Means): Promise<ExitCode> {
  return workOnFile(io, async (onProgress) => {
    const { restoreBackup, verifyBackup } = await import('../resolvers/backup/restore-backup.js');
    if (verifyOnly) return describe(await verifyBackup(file), { file, json });
    // Opening creates a missing database, which a wrong file would leave behind.
    await readDumpManifest(file, 'backup');
    const restored = await withServices(open, (services) => restoreBackup(services, { file, onProgress }));
    return describe(restored, { file, json });
  });
}

function describe({ sections, sha256 }: DumpManifest, { file, json }: { file: string; json: boolean }): string {
  const rows = sections.reduce((total, section) => total + section.rows, 0);
  const text = `${file}: ${rows} rows in ${sections.length} tables, verified\n`;
  return json ? `${JSON.stringify({ file, sha256, rows })}\n` : text;
}

function isDirectory(target: string): boolean {
  return statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
}
