import { Button } from '@mantine/core';
import { useState } from 'react';
import { RequestLogStatisticsDocument, type RequestLogStatisticsQuery } from '../../api/graphql';
import { clientName } from '../../api/client-name';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { getAuthLabel } from '../../components/auth-label';
import { Badge } from '../../components/badge';
import { pingSample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { toCount, toMilliseconds, toPercent, toRate } from '../../components/format';
import { ListTable } from '../../components/list-table';
import { Section } from '../../components/section';
import type { Column } from '../../components/table-model';
import { useInterval } from '../../components/use-interval';
import { Link } from '../../shell/routing';
import { analyticsTexts as words } from '../../texts/analytics';
import { HomeCharts } from '../home/home-charts';
import { Figures } from './figures';

const lookEveryMs = 30_000;
/** Shows statistics of recent API requests, without the dashboard's own. Refreshes every 30 seconds. */
export function CallStatistics({ hours, projectId }: { hours: number; projectId: string | null }) {
  const since = () => new Date(Date.now() - hours * 3_600_000).toISOString();
  const [from, setFrom] = useState(since);
  const [result, read] = useFreshQuery(RequestLogStatisticsDocument, {
    projectId,
    filter: { since: from, exceptClients: [clientName] },
  });
  useInterval(() => setFrom(since()), lookEveryMs);
  return (
    <Answer result={result} retry={read}>
      {({ requestLogStatistics: statistics }) =>
        statistics.overall.requestCount === 0 ? (
          <EmptyState title={words.emptyTitle} sample={pingSample()}>
            {words.emptyHint}
          </EmptyState>
        ) : (
          <Content statistics={statistics} />
        )
      }
    </Answer>
  );
}

function Content({ statistics }: { statistics: RequestLogStatisticsQuery['requestLogStatistics'] }) {
  const { overall, requestsPerMinute, byPath, byStatus, byAuthMode, since, until } = statistics;
  const range = { since, until };
  return (
    <>
      <Figures
        figures={[
          [words.requests, toCount(overall.requestCount)],
          [words.requestsPerMinute, toRate(requestsPerMinute)],
          [words.successRate, toPercent(overall.successRate)],
          [words.averageLatency, toMilliseconds(overall.averageMs)],
          [words.medianLatency, toMilliseconds(overall.p50Ms)],
          [words.p95, toMilliseconds(overall.p95Ms)],
          [words.p99, toMilliseconds(overall.p99Ms)],
        ]}
      />
      <HomeCharts statistics={statistics} />
      <TopPaths paths={byPath} range={range} />
      <div className="grid g2">
        <Section title={words.statusCodes}>
          <Shares
            rows={byStatus.map(({ statusCode, requestCount }) => ({
              label: String(statusCode),
              count: requestCount,
              isBad: statusCode >= 400,
              to: `/requests?${new URLSearchParams({ ...range, status: String(statusCode).slice(0, 1) })}`,
            }))}
          />
        </Section>
        <Section title={words.authentication}>
          <Shares
            rows={byAuthMode.map(({ authMode, requestCount }) => ({
              label: getAuthLabel(authMode),
              count: requestCount,
            }))}
          />
        </Section>
      </div>
    </>
  );
}

const few = 10;

interface Props {
  readonly paths: RequestLogStatisticsQuery['requestLogStatistics']['byPath'];
  /** Time range in the format of the Requests page's URL. */
  readonly range: { readonly since: string; readonly until: string };
}

/** Shows the paths with the most requests, as links to these requests. */
function TopPaths({ paths, range }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Section title={words.topEndpoints}>
      <ListTable
        label={words.topEndpoints}
        minWidth={620}
        columns={toColumns(range)}
        rows={showsAll ? paths : paths.slice(0, few)}
        keyOf={({ method, path }) => `${method} ${path}`}
      />
      {paths.length > few && (
        <Button variant="subtle" mt="xs" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? words.showFewer : words.showAllCount(paths.length)}
        </Button>
      )}
    </Section>
  );
}

const toColumns = (range: Props['range']): readonly Column<Props['paths'][number]>[] => [
  {
    key: 'method',
    label: words.method,
    cell: ({ method }) => <Badge>{method}</Badge>,
  },
  {
    key: 'path',
    label: words.path,
    style: { maxWidth: 320 },
    cell: ({ method, path }) => (
      <Link className="mono" to={`/requests?${new URLSearchParams({ ...range, method, path })}`}>
        {path}
      </Link>
    ),
  },
  { key: 'requests', label: words.requests, isNumeric: true, cell: ({ requestCount }) => toCount(requestCount) },
  { key: 'success', label: words.success, isNumeric: true, cell: ({ successRate }) => toPercent(successRate) },
  { key: 'average', label: words.average, isNumeric: true, cell: ({ averageMs }) => toMilliseconds(averageMs) },
  { key: 'p95', label: words.p95Short, isNumeric: true, cell: ({ p95Ms }) => toMilliseconds(p95Ms) },
];

interface Row {
  readonly label: string;
  readonly count: number;
  readonly isBad?: boolean;
  /** Link of the label. */
  readonly to?: string;
}

/** Shows counts with their share of the total, largest first. */
function Shares({ rows }: { rows: readonly Row[] }) {
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul className="shares list">
      {[...rows]
        .sort((one, other) => other.count - one.count)
        .map(({ label, count, isBad, to }) => (
          <li key={label}>
            <span className="row">
              <span className="grow">{to ? <Link to={to}>{label}</Link> : label}</span>
              <span className="t3">
                {toCount(count)} ({toPercent(count / all)})
              </span>
            </span>
            <span className="bar" aria-hidden>
              <i style={{ width: `${(100 * count) / all}%`, background: `var(${isBad ? '--c-refused' : '--c1'})` }} />
            </span>
          </li>
        ))}
    </ul>
  );
}
