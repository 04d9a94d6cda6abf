import { useEffect, useState } from 'react';
import { useConnection } from '../api/connection';
import { useConnectionLabel } from '../components/connection-label';
import { useViewer } from '../session/session';
import { shellTexts as words } from '../texts/shell';

/** Shows the server's version and the state of the connection. */
export function ConnectionState() {
  const { serverVersion } = useViewer();
  const { long, tone } = useConnectionLabel();
  return (
    <div className="foot">
      {words.productVersion(serverVersion)}
      <span className={`connection ${tone}`}>
        <i className="dot" />
        {long}
      </span>
    </div>
  );
}

/** Says above every page that the server is away, and from when the data on the page is. */
export function OfflineBanner() {
  const { state } = useConnection();
  const [since, setSince] = useState<string | null>(null);
  const isOffline = state === 'offline';
  useEffect(() => setSince(isOffline ? new Date().toISOString().slice(11, 19) : null), [isOffline]);
  return (
    <div role="status">
      {isOffline && since !== null && (
        <p className="offline-banner">
          <b>{words.offline}</b> {words.offlineHint(since)}
        </p>
      )}
    </div>
  );
}
