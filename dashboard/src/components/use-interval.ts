import { useEffect, useRef, useState } from 'react';

/** Calls a function at an interval in milliseconds. Null: not now. */
export function useInterval(call: () => void, ms: number | null): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    if (ms === null) return;
    const timer = window.setInterval(() => latest.current(), ms);
    return () => window.clearInterval(timer);
  }, [ms]);
}

/** Renders the component again at an interval in milliseconds, for example to count down. Null: not now. */
export function useTick(ms: number | null): void {
  const [, tick] = useState(0);
  useInterval(() => tick((count) => count + 1), ms);
}
