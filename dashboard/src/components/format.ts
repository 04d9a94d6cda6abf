import { locale } from '../texts/locale';

const count = new Intl.NumberFormat(locale);
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a number as `1,620`. */
export const toCount = (value: number): string => count.format(value);

/** Formats milliseconds as `1,620 ms`, with one decimal below 10. A dash without a value. */
export const toMilliseconds = (value: number | null | undefined): string =>
  value == null ? '–' : `${value > 0 && value < 10 ? tenths.format(value) : count.format(Math.round(value))} ms`;

/** Formats a share of 1 as `96.5 %`. A dash without a value. */
export const toPercent = (share: number | null | undefined): string =>
  share == null ? '–' : `${tenths.format(share * 100)} %`;

/** Formats a number with one decimal, as `1.4`. */
export const toTenths = (value: number): string => tenths.format(value);

/** Formats a share of 1 as `6 %`. */
export const toWholePercent = (share: number): string => `${toCount(Math.round(share * 100))} %`;

/** Formats a length of time as `< 1 ms`, `820 ms`, `4.2 s`, `4 min`, `3 h` or `12 d`. */
export function toDuration(ms: number): string {
  if (ms < 1) return '< 1 ms';
  if (ms < 1_000) return toMilliseconds(ms);
  if (ms < 120_000) return `${tenths.format(ms / 1_000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / 86_400_000)} d`;
}

/** Formats a number of events per minute, with two decimals below 10. */
export const toRate = (perMinute: number): string =>
  perMinute.toLocaleString(locale, { maximumFractionDigits: perMinute < 10 ? 2 : 0 });

/** Formats a size as `820 B`, `16.4 kB` or `2.1 MB`. */
export function toBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${tenths.format(bytes / 1_000)} kB` : `${tenths.format(bytes / 1_000_000)} MB`;
}
