// Days before months, so that no reader takes 3/4 for the other date.
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Formats a day of the last year as `14 Mar`, in UTC. @param at milliseconds since 1970 */
export const toShortDay = (at: number): string => shortDay.format(at);

/** Formats the day of a time as `14 Mar 2026`, in UTC. @param at ISO 8601 */
export const toDay = (at: string): string => day.format(new Date(at));

/** Formats a time of a log as `14 Mar, 18:42:09.317`, in UTC, with the year unless it is this one. @param at ISO 8601 */
export function toLogTime(at: string): string {
  const time = new Date(at);
  const isThisYear = time.getUTCFullYear() === new Date().getUTCFullYear();
  return `${(isThisYear ? shortDay : day).format(time)}, ${time.toISOString().slice(11, 23)}`;
}

/** Formats a time as `14 Mar 2026, 18:42 UTC`, or `18:42:09` with seconds. @param at ISO 8601 */
export const toUtc = (at: string, hasSeconds = false): string =>
  `${toDay(at)}, ${new Date(at).toISOString().slice(11, hasSeconds ? 19 : 16)} UTC`;
