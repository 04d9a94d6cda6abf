import { locale } from '../texts/locale';
import { commonTexts } from '../texts/common';
import { toUtc } from './format-date';
import { useTick } from './use-interval';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** Formats a time as its distance from now, e.g. "2 hours ago". @param at ISO 8601 */
export function formatRelativeTime(at: string): string {
  const seconds = (new Date(at).getTime() - Date.now()) / 1000;
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return format.format(Math.round(seconds / size), unit);
}

/** Shows an exact time in UTC, with its age on hover. */
export function Moment({
  at,
  never = commonTexts.never,
  hasSeconds = false,
}: {
  at: string | null | undefined;
  never?: string;
  hasSeconds?: boolean;
}) {
  if (!at) return <span className="t3">{never}</span>;
  return (
    <time dateTime={at} title={formatRelativeTime(at)} style={{ whiteSpace: 'nowrap' }}>
      {toUtc(at, hasSeconds)}
    </time>
  );
}

/** Shows the age of a time beside the time itself. */
export function Age({ at }: { at: string }) {
  useTick(30_000);
  return <time dateTime={at}>{formatRelativeTime(at)}</time>;
}
