import { useEffect, useState } from 'react';
import { useConnection } from '../api/connection';
import { commonTexts as words } from '../texts/common';
import { locale } from '../texts/locale';

const offlineAfterMs = 30_000;

interface Props {
  readonly isPaused: boolean;
  readonly waiting: number;
  /** Reason why the server rejected the stream, or null. */
  readonly refused: string | null;
}

/** Shows whether the page is live, paused, reconnecting, offline or not permitted. */
export function LiveBadge({ isPaused, waiting, refused }: Props) {
  const { state, lastFrameAt } = useConnection();
  const [since, setSince] = useState(Date.now);
  const [, tick] = useState(0);
  const isLost = state === 'reconnecting';
  useEffect(() => {
    if (!isLost) return;
    setSince(Date.now());
    const timer = window.setInterval(() => tick((count) => count + 1), 1000);
    return () => window.clearInterval(timer);
  }, [isLost]);
  if (refused !== null)
    return (
      <span className="badge refused" title={refused}>
        {words.notAllowed}
      </span>
    );
  if (isLost) {
    const age = lastFrameAt === null ? '' : `, last frame ${Math.round((Date.now() - lastFrameAt) / 1000)} s ago`;
    return Date.now() - since > offlineAfterMs || !navigator.onLine ? (
      <span className="badge failed" role="status">
        {words.offlineAge(age)}
      </span>
    ) : (
      <span className="badge warn" role="status">
        {words.reconnectingAge(age)}
      </span>
    );
  }
  if (isPaused)
    return (
      <span className="badge warn">
        {waiting > 0 ? words.pausedCountWaiting(waiting.toLocaleString(locale)) : words.paused}
      </span>
    );
  if (state === 'connecting') return <span className="badge">{words.connecting}</span>;
  return (
    <span className="badge ok">
      <i className="dot" />
      {words.live}
    </span>
  );
}
