import { useEffect, useState } from 'react';
import { useConnection } from '../../api/connection';

/** State of each part that the server needs, as `/ready` reports it. */
export type Readiness = Readonly<Record<string, 'ok' | 'failed'>>;

const everyMs = 30_000;

/** Reads `/ready` now and then. Null before the first response, `away` without one. */
export function useReadiness(): Readiness | 'away' | null {
  const [readiness, setReadiness] = useState<Readiness | null>(null);
  const { state, recoveries } = useConnection();
  useEffect(() => {
    const controller = new AbortController();
    const read = () =>
      fetch('/ready', { signal: controller.signal })
        .then(async (response) => setReadiness(((await response.json()) as { checks: Readiness }).checks))
        .catch(() => undefined);
    void read();
    const timer = window.setInterval(() => void read(), everyMs);
    return () => {
      controller.abort();
      window.clearInterval(timer);
    };
  }, [recoveries]);
  return state === 'offline' ? 'away' : readiness;
}
