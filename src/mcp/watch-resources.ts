import type { AppContext } from '../context.js';
import { instructionsUri, toMemoryUri, toProfileUri } from './uris.js';

/** Calls `announce` with the URIs of resources that changed, and the project that they belong to. */
export function watchResources(
  bus: AppContext['bus'],
  announce: (projectId: string, uris: readonly string[]) => void,
): { close(): void } {
  const subscriptions = [
    bus.subscribe('memoryChanged', ({ projectId, memoryIds }) => announce(projectId, memoryIds.map(toMemoryUri))),
    bus.subscribe('profileChanged', ({ projectId, userId }) => announce(projectId, [toProfileUri(userId)])),
    bus.subscribe('projectChanged', ({ projectId }) => announce(projectId, [instructionsUri])),
  ];
  return { close: () => subscriptions.forEach((unsubscribe) => unsubscribe()) };
}
