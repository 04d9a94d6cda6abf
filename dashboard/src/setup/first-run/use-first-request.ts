import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { WatchRequestLogsDocument } from '../../../../client/generated/graphql';
import { clientName } from '../../api/client-name';
import type { LoggedRequest } from '../../pages/requests/logged-request';

interface Wanted {
  /** Prefix of the app's key. Null: any request that is not from a dashboard. */
  readonly keyPrefix: string | null;
  readonly isWaiting: boolean;
  onArrived(): void;
}

/** Returns the first request of the user's app from the live log, or null before it arrives. */
export function useFirstRequest({ keyPrefix, isWaiting, onArrived }: Wanted): LoggedRequest | null {
  const client = useClient();
  const [first, setFirst] = useState<LoggedRequest | null>(null);
  const arrived = useRef(onArrived);
  arrived.current = onArrived;
  useEffect(() => {
    if (!isWaiting || first) return;
    const filter = keyPrefix === null ? { exceptClients: [clientName] } : { keyPrefix };
    const { unsubscribe } = client.subscription(WatchRequestLogsDocument, { filter }).subscribe(({ data }) => {
      if (data?.requestLogs.__typename !== 'RequestLogged') return;
      setFirst(data.requestLogs.requestLog);
      arrived.current();
    });
    return unsubscribe;
  }, [client, keyPrefix, isWaiting, first]);
  return first;
}
