import { systemScope } from '../auth/scope.js';
import { transact } from '../context.js';
import { deleteProject } from './delete-project.js';
import { extractMemories } from './extract-memories.js';
import type { JobFailureHandlers, JobHandlers } from './handler.js';

/** Who does which job. A job without a handler does not compile. */
export const handlers: JobHandlers = {
  extractMemories: (services, payload, { lastAttempt }) => extractMemories(services, payload, { isLast: lastAttempt }),
  deleteProject,
};

/** Who is told of jobs that failed for good. */
export const failureHandlers: JobFailureHandlers = {
  /** A process that died with every try had no chance to mark the event; one that is finished stays as it is. */
  async extractMemories(services, { eventId, projectId }) {
    const [project] = await services.stores.access.projects([projectId], { userId: null, keyProjectId: null });
    if (!project) return;
    await transact(services, async (unit) => {
      await unit.stores.events.finish(systemScope(project), eventId, { at: services.now(), error: 'The memories could not be extracted.' });
      await unit.announce('eventChanged', { projectId, eventId });
    });
  },
};
