import type { RequestLogStatisticsQuery } from '../../../../client/generated/graphql';

/** One slice of the window, also where nobody called. */
export interface Slot {
  readonly start: Date;
  readonly calls: number;
  /** Null where nobody called. */
  readonly averageMs: number | null;
}

/** Slices of the window, those without calls too, oldest first. */
export function slotsOf({
  since,
  until,
  sliceSeconds,
  slices,
}: Pick<RequestLogStatisticsQuery['requestLogStatistics'], 'since' | 'until' | 'sliceSeconds' | 'slices'>): Slot[] {
  const begin = new Date(since).getTime();
  const length = sliceSeconds * 1000;
  const count = Math.max(1, Math.ceil((new Date(until).getTime() - begin) / length));
  const known = new Map(slices.map((slice) => [Math.round((new Date(slice.start).getTime() - begin) / length), slice]));
  return Array.from({ length: count }, (_, index) => ({
    start: new Date(begin + index * length),
    calls: known.get(index)?.requests ?? 0,
    averageMs: known.get(index)?.averageMs ?? null,
  }));
}

/** The least round number that is not below the value: the top of an axis. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** A time for an axis: the hour where the window is a day at most, otherwise the day too. */
export function timeLabel(at: Date, spanMs: number): string {
  const isLong = spanMs > 86_400_000 + 60_000;
  return at.toLocaleString(
    undefined,
    isLong ? { weekday: 'short', hour: '2-digit', minute: '2-digit' } : { hour: '2-digit', minute: '2-digit' },
  );
}
