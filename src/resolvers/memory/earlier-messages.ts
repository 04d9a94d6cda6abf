import type { ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import type { EventRow } from '../../stores/event-store.js';
import type { AddRequest } from './add-input.js';
import type { TextMessage } from './messages.js';

/** Number of messages that are read for context, and characters at the end of each. */
const [messagesMax, lengthMax] = [4, 1_000];

/**
 * Returns the last messages of earlier requests in the same run, by the same user and agent, oldest first. They were stored
 * without secrets.
 */
export async function listEarlierMessages(
  services: Services,
  scope: ProjectScope,
  { request, event }: { request: AddRequest; event?: Pick<EventRow, 'id' | 'createdAt'> | undefined },
): Promise<TextMessage[]> {
  const { runId, userId, agentId } = request;
  if (runId === null || !event) return [];
  const payloads = await services.stores.events.lastAddsOfRun(scope, { runId, userId, agentId, before: event });
  return (
    payloads
      .reverse()
      // As `addMemories` stored it. A deletion can have removed the messages.
      .flatMap((payload) => (payload as { messages?: TextMessage[] }).messages ?? [])
      .filter(({ role }) => role !== 'system')
      .slice(-messagesMax)
      .map(({ role, name, content }) => ({ role, name, content: content.slice(-lengthMax) }))
  );
}
