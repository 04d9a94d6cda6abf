import { useEffect, useRef } from 'react';
import { useSubscription } from 'urql';
import { WatchEventDocument, type EventPartsFragment } from '../../../client/generated/graphql';
import { isOpen } from './event-state';

interface Followed {
  /** Null if there is nothing to follow. */
  readonly id: string | null;
  readonly status: EventPartsFragment['status'];
}

/**
 * Returns the live state of an operation, or null before its first update.
 * @param last state that was read; an operation that has ended is not followed
 * @param onEnd called once when the followed operation ends
 */
export function useLiveEvent(last: Followed, onEnd?: () => void): EventPartsFragment | null {
  const [{ data }] = useSubscription({
    query: WatchEventDocument,
    variables: { id: last.id ?? '' },
    pause: last.id === null || !isOpen(last.status),
  });
  const live = isOpen(last.status) && data?.event.id === last.id ? data.event : null;
  const told = useRef(false);
  const isOver = live !== null && !isOpen(live.status);
  useEffect(() => {
    if (!isOver || told.current) return;
    told.current = true;
    onEnd?.();
  }, [isOver, onEnd]);
  return live;
}

/** Calls `onEnd` when an operation ends. */
export function FollowEvent({ event, onEnd }: { event: EventPartsFragment; onEnd: () => void }): null {
  useLiveEvent(event, onEnd);
  return null;
}
