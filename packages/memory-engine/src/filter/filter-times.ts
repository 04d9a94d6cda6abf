import { InputError } from '../input-error.js';

/** A period in ISO 8601, UTC with milliseconds. `from` is inclusive, `to` exclusive. */
export interface Instants {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const dateTime =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?\s?(Z|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i;
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T00:00:00.000Z');

/** Parses a UTC day, or the millisecond of an ISO date-time (default UTC) or Unix seconds. @throws InputError */
export function readInstants(value: unknown, key: string): Instants {
  if (typeof value === 'string' && dateOnly.test(value)) {
    const start = checked(toDayStart(value), key);
    return { from: iso(start), to: iso(start + dayMs) };
  }
  const at = checked(readInstant(value), key);
  return { from: iso(at), to: iso(at + 1) };
}

/** Parses the UTC day of a filter value as `YYYY-MM-DD`. @throws InputError under `filters` */
export function readDay(value: unknown, key: string): string {
  return readInstants(value, key).from.slice(0, 10);
}

/** Parses an ISO date-time or Unix seconds to epoch milliseconds. Returns NaN for other values. */
function readInstant(value: unknown): number {
  if (typeof value === 'number') return Math.round(value * 1000);
  const parts = typeof value === 'string' ? dateTime.exec(value) : null;
  if (!parts) return NaN;
  const [, date = '', time = '', fraction = '', zone = 'Z'] = parts;
  const seconds = time.length === 5 ? `${time}:00` : time;
  if (Number.isNaN(toDayStart(date))) return NaN;
  return Date.parse(`${date}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${offset(zone)}`);
}

/** Returns the start of a UTC day in epoch milliseconds. Returns NaN if the day does not exist. */
function toDayStart(date: string): number {
  const start = Date.parse(`${date}T00:00:00.000Z`);
  // Some engines parse the 30th of February as the 1st of March.
  return Number.isNaN(start) || iso(start).slice(0, 10) !== date ? NaN : start;
}

function offset(zone: string): string {
  if (zone.toUpperCase() === 'Z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0] ?? '+'}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

function checked(at: number, key: string): number {
  if (at >= earliest && at <= latest) return at;
  throw new InputError({ filters: [`${key} must be compared with a date (YYYY-MM-DD) or an ISO date-time.`] });
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
