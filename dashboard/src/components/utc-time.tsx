import { toUtc } from './format-date';
import { formatRelativeTime } from './moment';

/** Shows an exact time in UTC, with its age on hover. */
export function UtcTime({ at, never = 'Never' }: { at: string | null | undefined; never?: string }) {
  if (!at) return <span className="t2">{never}</span>;
  return (
    <time dateTime={at} title={formatRelativeTime(at)}>
      {toUtc(at)}
    </time>
  );
}
