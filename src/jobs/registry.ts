import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { deleteMemories, failDeletion } from './delete-memories.js';
import { deleteOrganization } from './delete-organization.js';
import { deleteProject } from './delete-project.js';
import { exportMemories, failExport } from './export-memories.js';
import { endAsFailed, extractMemories } from './extract-memories.js';
import { failProfiles, generateProfiles } from './generate-profile.js';
import { failImport, importBatches } from './import-batches.js';
import type { JobFailureHandlers, JobHandlers } from './handler.js';
import { failReEmbed, reEmbed } from './re-embed.js';
import { scopeOf } from './scope-of.js';
import type { JobPayloads } from './types.js';

/** Handler of each job. The compiler rejects a job without one. */
export const handlers: JobHandlers = {
  extractMemories: (services, payload, { lastAttempt: isLast, signal }) =>
    extractMemories(services, payload, { isLast, signal }),
  deleteProject,
  deleteOrganization,
  deleteMemories,
  exportMemories,
  generateProfiles,
  importParts: importBatches,
  importMemories: importBatches,
  reEmbed,
};

/** Delay of the next attempts at a removal that no caller can repeat, because what it removes is hidden. */
const removalAgainMs = 3_600_000;

const removeAgain =
  <Name extends 'deleteProject' | 'deleteOrganization'>(name: Name) =>
  (services: Services, payload: JobPayloads[Name]): Promise<void> =>
    transact(services, ({ enqueue }) => enqueue(name, payload, { afterMs: removalAgainMs }));

/** Handlers of jobs that have failed for good. */
export const failureHandlers: JobFailureHandlers = {
  deleteProject: removeAgain('deleteProject'),
  deleteOrganization: removeAgain('deleteOrganization'),
  deleteMemories: failDeletion,
  exportMemories: failExport,
  generateProfiles: failProfiles,
  importParts: failImport,
  importMemories: failImport,
  reEmbed: failReEmbed,
  /** The process may have died on every attempt and left the event unfinished. */
  async extractMemories(services, payload) {
    const scope = await scopeOf(services, payload);
    if (!scope) return;
    const failure = { at: services.now(), error: 'The memories could not be extracted.' };
    await transact(services, (unit) => endAsFailed(unit, scope, { eventId: payload.eventId, ...failure }));
  },
};
