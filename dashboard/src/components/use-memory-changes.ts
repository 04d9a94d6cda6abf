import { useEffect, useRef } from 'react';
import { useClient } from 'urql';
import { WatchMemoryChangesDocument, type MemoryFilter } from '../api/graphql';

// A bulk change sends many frames. They cause one reload.
const collectMs = 400;

interface Watched {
  readonly projectId: string | null;
  readonly filter: MemoryFilter | null;
}

/** Calls back shortly after memories were changed by anyone, and when the server ends the stream: a list that is read again then says why. */
export function useMemoryChanges({ projectId, filter }: Watched, onChange: () => void): void {
  const client = useClient();
  const latest = useRef(onChange);
  latest.current = onChange;
  const key = JSON.stringify(filter);
  useEffect(() => {
    let timer = 0;
    const { unsubscribe } = client
      .subscription(WatchMemoryChangesDocument, { projectId, filter: JSON.parse(key) as MemoryFilter | null })
      .subscribe(() => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => latest.current(), collectMs);
      });
    return () => {
      window.clearTimeout(timer);
      unsubscribe();
    };
  }, [client, projectId, key]);
}
