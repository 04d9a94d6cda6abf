import type { ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import type { EventRow } from '../../stores/event-store.js';
import { toCalendarDay } from '../../validate.js';
import { toAddRequest, type AddRequest } from './add-input.js';
import type { TextMessage } from '@memory-gateway/extraction';

/** Number of messages that are read for context, and characters at the end of each. */
const [messagesMax, lengthMax] = [4, 1_000];

/**
 * Without a run, nothing but time tells where a conversation ends. People answer within minutes; two days later, "she" means another person.
 * Half an hour is also what web analytics takes for the end of a visit.
 */
const conversationMs = 30 * 60_000;

/** Messages of earlier requests, oldest first, and the ids of the events that store them. */
export interface EarlierMessages {
  readonly messages: readonly TextMessage[];
  readonly eventIds: readonly string[];
}

const NONE: EarlierMessages = { messages: [], eventIds: [] };

/**
 * Returns the last messages of earlier requests with the same user, agent, app and run. Without a run, only those of the same user that were
 * stored and said within the last half hour: requests without a user may be those of many people.
 */
export async function listEarlierMessages(
  services: Services,
  scope: ProjectScope,
  { request, event }: { request: AddRequest; event: Pick<EventRow, 'id' | 'createdAt'> },
): Promise<EarlierMessages> {
  const { userId, agentId, appId, runId } = request;
  if (runId === null && userId === null) return NONE;
  const since = runId === null ? event.createdAt.getTime() - conversationMs : 0;
  const owners = { userId, agentId, appId, runId };
  const adds = await services.stores.events.earlierAdds(scope, { ...owners, before: event, since: new Date(since) });
  const today = toCalendarDay(services.now());
  const saidAt = getSaidAt(request, event, request.messages[0]);
  const isNear = (at: number) => runId !== null || Math.abs(saidAt - at) <= conversationMs;
  const said = adds
    .reverse()
    .flatMap(({ id, createdAt, payload }) => {
      const earlier = toAddRequest(payload);
      // Memories that have expired give no context either.
      if (earlier.expirationDate !== null && earlier.expirationDate < today) return [];
      return earlier.messages.map((message) => ({ id, message, at: getSaidAt(earlier, { createdAt }, message) }));
    })
    .filter(({ message, at }) => message.role !== 'system' && isNear(at))
    .slice(-messagesMax);
  return {
    messages: said.map(({ message: { role, name, content } }) => ({ role, name, content: content.slice(-lengthMax) })),
    eventIds: [...new Set(said.map(({ id }) => id))],
  };
}

/** An import of old conversations stores within seconds what was said over years. */
function getSaidAt(
  request: Pick<AddRequest, 'timestamp'>,
  { createdAt }: Pick<EventRow, 'createdAt'>,
  message?: Pick<TextMessage, 'timestamp'>,
): number {
  const timestamp = message?.timestamp ?? request.timestamp;
  return timestamp === null ? createdAt.getTime() : Date.parse(timestamp);
}
