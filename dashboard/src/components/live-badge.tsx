import { useConnection } from '../api/connection';
import { commonTexts as words } from '../texts/common';
import { useConnectionLabel } from './connection-label';

interface Props {
  readonly isPaused?: boolean;
  /** Number of updates that arrived during the pause. */
  readonly waiting?: number;
  /** Reason why the server rejected the stream, or null. */
  readonly refused: string | null;
}

/** Shows whether the page is live, paused, reconnecting, offline or not permitted. */
export function LiveBadge({ isPaused = false, waiting = 0, refused }: Props) {
  const { state } = useConnection();
  const { short, long, tone } = useConnectionLabel();
  if (state === 'live' && refused !== null)
    return (
      <span className="badge refused" title={refused}>
        {words.notAllowed}
      </span>
    );
  if (state === 'live' && isPaused)
    return <span className="badge warn">{waiting > 0 ? words.pausedWaiting(waiting) : words.paused}</span>;
  return (
    <span className={`badge ${tone}`} title={long}>
      {state === 'live' && <i className="dot" />}
      {short}
    </span>
  );
}
