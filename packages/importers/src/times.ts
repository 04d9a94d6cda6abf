type TimeField = 'createdAt' | 'updatedAt' | 'eventDate' | 'expirationDate';

/** Times as a file has them. */
type Times = Readonly<Partial<Record<TimeField, unknown>>>;

/** Returns the reason why a time of a record cannot be read, or null. @param toName the name of a field in the file */
export function findTimeReason(record: Times, toName = (field: TimeField): string => field): string | null {
  for (const field of ['createdAt', 'updatedAt', 'eventDate'] as const)
    if (!isBlank(record[field]) && readTime(record[field]) === null)
      return `\`${toName(field)}\` cannot be read. Write the time in ISO 8601, such as 2026-01-31T14:30:00Z.`;
  const { expirationDate } = record;
  return isBlank(expirationDate) || isDay(String(expirationDate).slice(0, 10))
    ? null
    : `\`${toName('expirationDate')}\` cannot be read. Write the day as YYYY-MM-DD.`;
}

const isBlank = (value: unknown): boolean => value == null || (typeof value === 'string' && value.trim() === '');

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && toMoment(new Date(text))?.toISOString().startsWith(text) === true;

/** Parses a time. Numbers are Unix seconds, or milliseconds if large. Texts without a zone are UTC. */
export function readTime(value: unknown): Date | null {
  if (typeof value === 'number') return toMoment(new Date(value > 100_000_000_000 ? value : value * 1_000));
  if (typeof value !== 'string') return null;
  const given = value.trim();
  if (/^\d{9,13}(\.\d+)?$/.test(given)) return readTime(Number(given));
  // `String(date)` names the zone a second time, in parentheses.
  const text = writeIsoTime(writeIsoDay(given.replace(/ \([^()]*\)$/, '')));
  // JavaScript reads "Note 5" as a day in May, and February 30 as a day in March.
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  if (!/\d{4}/.test(text) || (day !== undefined && !isDay(day))) return null;
  const hasZone = text.includes(':') && zoneAtEnd.test(text);
  return toMoment(new Date(hasZone ? text : `${text} Z`));
}

/** The zones that JavaScript reads. With the name of another zone, a time is invalid. */
const zoneAtEnd = /(?:z|utc?|gmt|[ecmp][ds]t|[+-]\d\d:?\d\d|(?:utc|gmt| )[+-]\d{1,2})$/i;

/** Writes "2025-12-31 14:30:00+00" and "2025-12-31 14:30 UTC", as databases do, as ISO 8601. Without a zone, the time is UTC. */
function writeIsoTime(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d[\d:.]*) ?(?:z|utc|gmt|([+-]\d\d):?(\d\d)?)?$/i.exec(text);
  if (!parts) return text;
  const [, day = '', time = '', hours, minutes = '00'] = parts;
  return `${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
}

/** Writes "5.4.2025, 9:30" as "2025-04-05 09:30". JavaScript would read the month first. */
function writeIsoDay(text: string): string {
  const parts = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? (\d{1,2})(:\d\d.*))?$/.exec(text);
  if (!parts) return text;
  const [, day = '', month = '', year = '', hour, minutes = ''] = parts;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return hour === undefined ? date : `${date} ${hour.padStart(2, '0')}${minutes}`;
}

const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T00:00:00.000Z');

const toMoment = (at: Date): Date | null => (at.getTime() >= earliest && at.getTime() < latest ? at : null);
