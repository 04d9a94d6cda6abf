import { locale } from '../texts/locale.js';
import { toDay } from './format-date.js';

const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month)).toLowerCase(),
);
const iso = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ,]+(?<time>[\d:]+))?$/;
const named = /^(?<day>\d{1,2})\.? +(?<month>\p{L}{3,})\.? +(?<year>\d{4})(?:,? +(?<time>[\d:]+))?$/u;
const clock = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

/**
 * Reads a typed day such as `23 Nov 2026` or `2026-11-23`, with a time such as `18:42` if asked for.
 * @returns `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm`, empty for no text, or null if the text is no day
 */
export function readTypedDay(text: string, hasTime = false): string | null {
  const typed = text.trim();
  if (typed === '') return '';
  const { year, month = '', day, time } = (iso.exec(typed) ?? named.exec(typed))?.groups ?? {};
  const place = /^\d/.test(month)
    ? Number(month) - 1
    : months.findIndex((name) => name.startsWith(month.toLowerCase()));
  const date = new Date(Date.UTC(Number(year), place, Number(day)));
  const isDay = date.getUTCMonth() === place && date.getUTCDate() === Number(day);
  if (!isDay || (time !== undefined && (!hasTime || !clock.test(time)))) return null;
  const written = date.toISOString().slice(0, 10);
  return hasTime ? `${written}T${time ?? '00:00'}` : written;
}

/** Formats what `readTypedDay` returns as `23 Nov 2026` or `23 Nov 2026, 18:42`. Other texts stay. */
export function formatTypedDay(value: string): string {
  if (!readTypedDay(value, true)) return value;
  const [day = '', time] = value.split('T');
  return time === undefined ? toDay(day) : `${toDay(day)}, ${time}`;
}
