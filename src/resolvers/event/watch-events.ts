import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import type { EventRow, EventType } from '../../stores/event-store.js';
import { watchChanges, type StreamFrame, type StreamInput } from '../shared/watch-changes.js';

export interface WatchEventsInput extends StreamInput {
  readonly projectId: string;
  readonly type?: EventType | null | undefined;
}

/** Streams changes of a project's operations. @throws ValidationError for a cursor of another stream */
export function watchEvents(
  ctx: AppContext,
  input: WatchEventsInput,
): Promise<AsyncIterableIterator<StreamFrame<EventRow>>> {
  return watchChanges(ctx, input, {
    enter: (current) => enterProject(current, 'memory:read', input.projectId),
    source: ({ projectId }) => ({ topic: 'event', projectId }),
    read: async (scope, { subjectId }) => {
      const event = await ctx.stores.events.get(scope, subjectId);
      return event && (input.type == null || event.type === input.type) ? event : undefined;
    },
  });
}
