import { useEffect, useRef } from 'react';
import { useSubscription } from 'urql';
import { WatchEventDocument, type EventPartsFragment } from '../../../client/generated/graphql';
import { isOpen } from './event-state';

interface Followed {
  /** Null: there is nothing to follow. */
  readonly id: string | null;
  readonly status: EventPartsFragment['status'];
}

/**
 * An operation as it moves on; null until something is heard of it.
 * @param last as it was read; one that is over is not followed
 * @param onEnd called once, when one that was followed is over
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
