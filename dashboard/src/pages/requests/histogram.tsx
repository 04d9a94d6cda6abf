import { useEffect, useState } from 'react';
import { RequestLogStatisticsDocument, type RequestLogFilter } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Chart } from '../../components/chart';
import { toRequestSeries, toSlots } from '../analytics/slots';
import { requestsTexts as words } from '../../texts/requests';
import { locale } from '../../texts/locale';

const refreshMs = 15_000;

interface Props {
  readonly projectId: string | null;
  readonly filter: RequestLogFilter;
  /** Time range up to now in minutes, used if the filter has no times. */
  readonly minutes: number;
  onSelect(from: Date, to: Date): void;
}

/** Shows the number of requests over time. Dragging selects a time range. */
export function Histogram({ projectId, filter, minutes, onSelect }: Props) {
  const begin = () => filter.since ?? new Date(Date.now() - minutes * 60_000).toISOString();
  const [since, setSince] = useState(begin);
  const [{ data }] = useFreshQuery(RequestLogStatisticsDocument, { projectId, filter: { ...filter, since } });
  useEffect(() => {
    const timer = window.setInterval(() => setSince(begin()), refreshMs);
    return () => window.clearInterval(timer);
  }, [minutes, filter.since]);
  const statistics = data?.requestLogStatistics;
  const slots = statistics ? toSlots(statistics) : [];
  return (
    <section className="card histogram" aria-label={words.requestsOverTime}>
      <Chart
        label={words.requestsOverTime}
        height={92}
        times={slots.map(({ start }) => start.getTime())}
        sliceSeconds={statistics?.sliceSeconds ?? 60}
        stacked
        series={toRequestSeries(slots)}
        format={(value) => Math.round(value).toLocaleString(locale)}
        onSelect={onSelect}
      />
    </section>
  );
}
