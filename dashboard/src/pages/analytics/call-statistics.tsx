import { useEffect, useState } from 'react';
import { RequestLogStatisticsDocument, type RequestLogStatisticsQuery } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { clientName } from '../../api/client-name';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { HomeCharts } from '../home/home-charts';
import { Section } from '../../components/section';
import { getAuthLabel } from '../../components/auth-label';
import { toCount, toMilliseconds, toPercent, toRate } from '../../components/format';
import { Figures } from './figures';
import { Shares } from './shares';
import { TopPaths } from './top-paths';
import { analyticsTexts as words } from '../../texts/analytics';

const lookEveryMs = 30_000;
/** Shows statistics of recent API requests, without the dashboard's own. Refreshes every 30 seconds. */
export function CallStatistics({ hours, projectId }: { hours: number; projectId: string | null }) {
  const since = () => new Date(Date.now() - hours * 3_600_000).toISOString();
  const [from, setFrom] = useState(since);
  const [result, read] = useFreshQuery(RequestLogStatisticsDocument, {
    projectId,
    filter: { since: from, exceptClients: [clientName] },
  });
  useEffect(() => {
    const timer = window.setInterval(() => setFrom(since()), lookEveryMs);
    return () => window.clearInterval(timer);
  }, [hours]);
  return (
    <Answer result={result} retry={read}>
      {({ requestLogStatistics: statistics }) =>
        statistics.overall.requestCount === 0 ? (
          <EmptyState
            title={words.emptyTitle}
            sample={`curl ${window.location.origin}/v1/ping/ -H "Authorization: Token $KEY"`}
          >
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
