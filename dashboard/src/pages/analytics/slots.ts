import type { RequestLogStatisticsQuery } from '../../../../client/generated/graphql';
import type { ChartSeries } from '../../components/chart-props';
import { commonTexts } from '../../texts/common';
import { analyticsTexts as words } from '../../texts/analytics';
import { locale } from '../../texts/locale';

/** One slice of the time range. Slices without requests are included. */
export interface Slot {
  readonly start: Date;
  readonly calls: number;
  /** Requests with an outcome other than OK. */
  readonly errors: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

type Statistics = RequestLogStatisticsQuery['requestLogStatistics'];

/** Returns all slices of the time range, oldest first. */
export function toSlots({
  since,
  until,
  sliceSeconds,
  slices,
}: Pick<Statistics, 'since' | 'until' | 'sliceSeconds' | 'slices'>): Slot[] {
  const begin = new Date(since).getTime();
  const length = sliceSeconds * 1000;
  const count = Math.max(1, Math.ceil((new Date(until).getTime() - begin) / length));
  const known = new Map(slices.map((slice) => [Math.round((new Date(slice.start).getTime() - begin) / length), slice]));
  return Array.from({ length: count }, (_, index) => {
    const {
      requestCount: calls = 0,
      successRate = null,
      p50Ms = null,
      p95Ms = null,
      p99Ms = null,
    } = known.get(index) ?? {};
    const errors = successRate === null ? 0 : Math.round(calls * (1 - successRate));
    return { start: new Date(begin + index * length), calls, errors, p50Ms, p95Ms, p99Ms };
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0).toLocaleString(locale);

/** Returns requests with and without errors, for stacking. */
export function toRequestSeries(slots: readonly Slot[]): ChartSeries[] {
  const ok = slots.map(({ calls, errors }) => calls - errors);
  const failed = slots.map(({ errors }) => errors);
  return [
    { label: commonTexts.outcome.OK, color: '--c-ok', kind: 'bars', values: ok, total: sum(ok) },
    { label: words.errors, color: '--c-refused', kind: 'bars', values: failed, total: sum(failed) },
  ];
}
