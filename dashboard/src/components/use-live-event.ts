import { useEffect, useRef } from 'react';
import { useSubscription } from 'urql';
import { WatchEventDocument, type EventPartsFragment } from '../api/graphql';
import { isOpen } from './event-state';

type Followed = Pick<EventPartsFragment, 'id' | 'status'>;

/**
 * Returns the live state of an operation, or null before its first update.
 * @param last state that was read, or null; an operation that has ended is not followed
 * @param onEnd called once when the followed operation ends
 */
export function useLiveEvent(last: Followed | null, onEnd?: () => void): EventPartsFragment | null {
  const isFollowed = last !== null && isOpen(last.status);
  const [{ data }] = useSubscription({
    query: WatchEventDocument,
    variables: { id: last?.id ?? '' },
    pause: !isFollowed,
  });
  const live = isFollowed && data?.event.id === last.id ? data.event : null;
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
