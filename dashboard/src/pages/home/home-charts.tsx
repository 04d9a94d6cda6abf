import type { RequestLogStatisticsQuery } from '../../api/graphql';
import { ChartCard } from '../../components/chart';
import { toCount, toMilliseconds } from '../../components/format';
import { useNavigate } from '../../shell/routing';
import { toRequestSeries, toSlots } from '../analytics/slots';
import { homeTexts as words } from '../../texts/home';

/** Shows requests by outcome and latency over time. Dragging selects a time range and opens its requests. */
export function HomeCharts({ statistics }: { statistics: RequestLogStatisticsQuery['requestLogStatistics'] }) {
  const navigate = useNavigate();
  const slots = toSlots(statistics);
  const times = slots.map(({ start }) => start.getTime());
  const onSelect = (from: Date, to: Date) =>
    void navigate(`/requests?${new URLSearchParams({ since: from.toISOString(), until: to.toISOString() })}`);
  const common = { times, sliceSeconds: statistics.sliceSeconds, height: 188, onSelect };
  return (
    <div className="grid g53" style={{ marginBottom: 16 }}>
      <ChartCard
        {...common}
        title={words.byOutcome}
        label={words.byOutcome}
        stacked
        series={toRequestSeries(slots)}
        format={(value) => toCount(Math.round(value))}
      />
      <ChartCard
        {...common}
        title={words.latency}
        label={words.latencyMilliseconds(words.latency)}
        series={[
          { label: 'p50', color: '--c1', kind: 'line', values: slots.map(({ p50Ms }) => p50Ms) },
          { label: 'p95', color: '--c4', kind: 'line', isDashed: true, values: slots.map(({ p95Ms }) => p95Ms) },
          { label: 'p99', color: '--c3', kind: 'line', values: slots.map(({ p99Ms }) => p99Ms) },
        ]}
        format={toMilliseconds}
      />
    </div>
  );
}
