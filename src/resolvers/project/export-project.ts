import { markDeletions } from '../../auth/mark-deletions.js';
import { operatorProject } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import type { DumpManifest } from '@memory-gateway/dump-file';
import { dumpProject, type DumpProgress } from '../../stores/dump/project-dump.js';
import { findProject } from '../import/find-project.js';

export interface ProjectExportInput {
  /** Default: the default project. */
  readonly projectId?: string | undefined;
  readonly file: string;
  readonly onProgress?: DumpProgress | undefined;
}

/**
 * Writes a consistent snapshot of a project to a file, without secrets, members, vectors and logs. For operator
 * commands: checks no caller. @throws NotFoundError for an unknown project; DumpError if the file exists
 */
export async function exportProject(
  services: Services,
  { projectId, file, onProgress }: ProjectExportInput,
): Promise<DumpManifest> {
  const place = await findProject(services, projectId);
  const scope = operatorProject(place);
  await markDeletions(services, scope);
  const manifest = await dumpProject(services.database, scope, { file, onProgress });
  await transact(services, ({ audit }) =>
    audit({ action: 'project.export', targetId: place.projectId, place, after: { sha256: manifest.sha256 } }),
  );
  return manifest;
}
