import { useEffect, useState } from 'react';
import { commonTexts as words } from '../texts/common';

const delayMs = 200;
const widths = ['62%', '80%', '48%', '71%', '55%', '77%'];

/** Shows placeholder rows once loading takes longer than 200 ms. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setShown(true), delayMs);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={words.loading} className="skeleton">
      {isShown &&
        Array.from({ length: rows }, (_, row) => <i key={row} style={{ width: widths[row % widths.length] }} />)}
    </div>
  );
}

export const PageSkeleton = () => <Skeleton rows={10} />;
