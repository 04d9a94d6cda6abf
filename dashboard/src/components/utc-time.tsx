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

const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats a time as `14 Mar 2026, 18:42 UTC`. */
export const toUtc = (at: string): string =>
  `${date.format(new Date(at))}, ${new Date(at).toISOString().slice(11, 16)} UTC`;
