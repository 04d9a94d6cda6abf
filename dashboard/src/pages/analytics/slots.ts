import type { RequestLogStatisticsQuery, RequestOutcome } from '../../api/graphql';
import type { ChartSeries } from '../../components/chart-props';
import { toCount } from '../../components/format';
import { commonTexts } from '../../texts/common';

/** One slice of the time range. Slices without requests are included. */
export interface Slot {
  readonly start: Date;
  readonly calls: number;
  readonly byOutcome: ReadonlyMap<RequestOutcome, number>;
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
      byOutcome = [],
      p50Ms = null,
      p95Ms = null,
      p99Ms = null,
    } = known.get(index) ?? {};
    const counts = new Map(byOutcome.map(({ outcome, requestCount }) => [outcome, requestCount]));
    return { start: new Date(begin + index * length), calls, byOutcome: counts, p50Ms, p95Ms, p99Ms };
  });
}

const sum = (values: readonly number[]) => toCount(values.reduce((total, value) => total + value, 0));

const colors: Readonly<Record<RequestOutcome, string>> = {
  OK: '--c-ok',
  PARTIAL: '--c-partial',
  REFUSED: '--c-refused',
  FAILED: '--c-failed',
};

/** Returns requests by outcome, for stacking. */
export function toRequestSeries(slots: readonly Slot[]): ChartSeries[] {
  return (Object.keys(colors) as RequestOutcome[]).map((outcome) => {
    const values = slots.map(({ byOutcome }) => byOutcome.get(outcome) ?? 0);
    return { label: commonTexts.outcome[outcome], color: colors[outcome], kind: 'bars', values, total: sum(values) };
  });
}
