import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { CreateApiKeyDocument, WatchRequestLogsDocument } from '../../api/graphql';
import { clientName } from '../../api/client-name';
import { useMutate } from '../../api/run-mutation';
import { ConnectCode } from '../../components/connect-code';
import { FailureAlert } from '../../components/failure-alert';
import { toMilliseconds } from '../../components/format';
import { OutcomeBadge } from '../../components/outcome-badge';
import { PlainButton } from '../../components/plain-button';
import { SecretOnce } from '../../components/secret-once';
import { useViewer } from '../../session/session';
import { firstRunTexts } from '../../texts/first-run';
import { setupTexts as words } from '../../texts/setup';
import { toOutcome, type LoggedRequest } from '../../pages/requests/logged-request';

interface Props {
  readonly secret: string | null;
  onCreated(secret: string): void;
  onConnected(): void;
}

const prefixLength = 12;

/** Creates an API key, shows code for the user's app, and reports the app's first request. */
export function ConnectApp({ secret, onCreated, onConnected }: Props) {
  const mutate = useMutate();
  const { user, authMode } = useViewer();
  const [message, setMessage] = useState<string | null>(null);
  const needsKey = authMode !== 'DISABLED';
  const first = useFirstRequest({
    keyPrefix: secret?.slice(0, prefixLength) ?? null,
    isWaiting: secret !== null || !needsKey,
    onArrived: onConnected,
  });
  const create = async () => {
    const { failure, payload } = await mutate(CreateApiKeyDocument, { label: firstRunTexts.keyLabel });
    setMessage(failure?.message ?? null);
    if (payload) onCreated(payload.secret);
  };
  return (
    <>
      <FailureAlert message={message} />
      {needsKey && user && secret === null && (
        <PlainButton label={firstRunTexts.createKey} onClick={() => void create()} />
      )}
      {secret !== null && <SecretOnce secret={secret} label={words.apiKey} />}
      <ConnectCode secret={secret} />
      {(secret !== null || !needsKey) && (
        <p className="row wrap" style={{ marginTop: 10 }} role="status">
          {first ? (
            <>
              <OutcomeBadge outcome={toOutcome(first)} />
              {firstRunTexts.arrived}
              <span className="mono t2">{`${first.method} ${first.path}, ${toMilliseconds(first.latencyMs)}`}</span>
            </>
          ) : (
            <>
              <i className="pulse" />
              {firstRunTexts.waiting}
            </>
          )}
        </p>
      )}
    </>
  );
}

interface Wanted {
  /** Prefix of the app's key. Null: any request that is not from a dashboard. */
  readonly keyPrefix: string | null;
  readonly isWaiting: boolean;
  onArrived(): void;
}

/** Returns the first request of the user's app from the live log, or null before it arrives. */
function useFirstRequest({ keyPrefix, isWaiting, onArrived }: Wanted): LoggedRequest | null {
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
