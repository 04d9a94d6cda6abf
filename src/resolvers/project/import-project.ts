import { operatorOrganization, operatorProject, type ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { ConflictError, NotFoundError } from '../../errors.js';
import type { Stores } from '../../stores/create-stores.js';
import { isUniqueViolation, noteChanges, upkeepStore } from '@memory-gateway/database';
import { type DumpManifest, verifyDump } from '@memory-gateway/dump-file';
import {
  nonEmptySections,
  readProjectSettings,
  refuseUnknownSections,
  restoreProject,
  type DumpProgress,
} from '../../stores/dump/project-dump.js';
import type { RenewedTraits } from '../../stores/memory/trait-store.js';
import { lookForMissing } from '../configuration/serving-embedder.js';

const traitBatch = 500;

export interface ProjectImportInput {
  readonly file: string;
  /** Empty project to import to. Default: the project with the file's id, created if it does not exist. */
  readonly projectId?: string | undefined;
  /** Organization of the project. Default: that of the existing project, or the default organization for a new one. */
  readonly organizationId?: string | undefined;
  readonly onProgress?: DumpProgress | undefined;
}

export interface ImportedProject {
  readonly projectId: string;
  readonly manifest: DumpManifest;
}

/**
 * Verifies a project file, then imports it into a new or empty project in one transaction. Ids, times and history are
 * kept; a job computes the vectors. For operator commands: checks no caller.
 * @throws DumpError for a damaged or newer file; NotFoundError for an unknown project or organization
 * @throws ConflictError if the project is not empty, or of another organization than the named one, or a memory exists in another project
 */
export async function importProject(services: Services, input: ProjectImportInput): Promise<ImportedProject> {
  const { file, onProgress } = input;
  const manifest = await verifyDump(file, 'project');
  await refuseUnknownSections(services.database, manifest);
  const settings = await readProjectSettings(file);
  try {
    const projectId = await transact(services, async (unit) => {
      const id = await placeOf(unit, { ...input, settings, now: services.now() });
      const scope = operatorProject(id);
      const found = await nonEmptySections(unit.tx, scope);
      if (found.length > 0)
        throw new ConflictError(`The project ${id.projectId} is not empty: it has ${found.join(', ')}.`);
      await restoreProject(unit.tx, scope, { file, onProgress });
      await renewTraits(unit, scope);
      await lookForMissing(unit);
      await unit.audit({
        action: 'project.import',
        targetId: id.projectId,
        place: id,
        after: { sha256: manifest.sha256 },
      });
      await noteChanges(unit.tx);
      return id.projectId;
    });
    // The project is imported, also where this fails. A server writes them within seconds.
    await upkeepStore(services.database)
      .updateStatistics()
      .catch((err: unknown) => services.log.warn({ err }, 'No statistics of the imported rows yet.'));
    return { projectId, manifest };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError(
      'The project, or a memory of the file, exists on this server, perhaps in a project that is being deleted.',
      { cause: error },
    );
  }
}

/** An earlier version, which may have written the file, reads fewer traits in a text. */
async function renewTraits({ stores }: UnitOfWork, { projectId }: ProjectScope): Promise<void> {
  let after: string | null = null;
  for (let isLast = false; !isLast;) {
    const batch: RenewedTraits = await stores.traits.renew({ projectId, after, limit: traitBatch });
    ({ isLast, last: after } = batch);
  }
}

interface Wanted extends ProjectImportInput {
  readonly settings: { readonly id: string; readonly name: string };
  readonly now: Date;
}

async function placeOf({ stores }: UnitOfWork, wanted: Wanted): Promise<{ projectId: string; organizationId: string }> {
  const { projectId, settings, now } = wanted;
  const id = projectId ?? settings.id;
  const [found] = await stores.access.projects([id], { userId: null, keyProjectId: null });
  if (found) {
    if (wanted.organizationId !== undefined && wanted.organizationId !== found.organizationId)
      throw new ConflictError(`The project ${id} belongs to the organization ${found.organizationId}.`);
    return { projectId: found.projectId, organizationId: found.organizationId };
  }
  if (projectId !== undefined) throw new NotFoundError('Project not found.');
  const organizationId = await findOrganization(stores, wanted.organizationId);
  await stores.projects.insert(operatorOrganization(organizationId), {
    id,
    name: settings.name,
    description: null,
    now,
  });
  return { projectId: id, organizationId };
}

async function findOrganization(stores: Pick<Stores, 'organizations'>, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) {
    const defaults = await stores.organizations.defaults();
    if (defaults) return defaults.organizationId;
    throw new NotFoundError('There is no default organization; name one.');
  }
  const found = await stores.organizations.find(operatorOrganization(wanted));
  if (!found) throw new NotFoundError('Organization not found.');
  return wanted;
}
