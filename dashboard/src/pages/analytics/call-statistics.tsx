import { SimpleGrid } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { RequestLogStatisticsDocument, type RequestLogStatisticsQuery } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { Section } from '../../components/section';
import { Figures, milliseconds, percent } from './figures';
import { Shares } from './shares';
import { slotsOf } from './slots';
import { TimeChart } from './time-chart';
import { TopPaths } from './top-paths';

const lookEveryMs = 30_000;
const authLabels: Readonly<Record<string, string>> = {
  API_KEY: 'API key',
  ADMIN_API_KEY: 'Admin key',
  BEARER: 'Session',
  DISABLED: 'Authentication off',
  NONE: 'No credential',
};

/** What the request log says of the last hours; counted anew twice a minute. */
export function CallStatistics({ hours, projectId }: { hours: number; projectId: string | null }) {
  const since = () => new Date(Date.now() - hours * 3_600_000).toISOString();
  const [from, setFrom] = useState(since);
  const [result, read] = useQuery({
    query: RequestLogStatisticsDocument,
    variables: { projectId, filter: { since: from } },
    requestPolicy: 'network-only',
  });
  useEffect(() => {
    const timer = window.setInterval(() => setFrom(since()), lookEveryMs);
    return () => window.clearInterval(timer);
  }, [hours]);
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {({ requestLogStatistics: statistics }) =>
        statistics.overall.requests === 0 ? (
          <EmptyState
            title="No calls in this time"
            sample={`curl ${window.location.origin}/v1/ping/ -H "Authorization: Token $KEY"`}
          >
            Every call of the API counts here.
          </EmptyState>
        ) : (
          <Content statistics={statistics} />
        )
      }
    </Answer>
  );
}

function Content({ statistics }: { statistics: RequestLogStatisticsQuery['requestLogStatistics'] }) {
  const { overall, requestsPerMinute, byPath, byStatus, byAuthMode } = statistics;
  const slots = slotsOf(statistics);
  return (
    <>
      <Figures
        columns={6}
        figures={[
          ['Calls', overall.requests.toLocaleString()],
          ['Calls per minute', requestsPerMinute.toFixed(requestsPerMinute < 10 ? 2 : 0)],
          ['Success rate', percent(overall.successRate)],
          ['Latency, average', milliseconds(overall.averageMs)],
          ['Latency, half within', milliseconds(overall.p50Ms)],
          ['Latency, 95 of 100 within', milliseconds(overall.p95Ms)],
        ]}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <TimeChart
          title="Calls over time"
          slots={slots}
          valueOf={({ calls }) => calls}
          format={(value) => value.toLocaleString()}
          unit="calls"
        />
        <TimeChart
          title="Latency over time"
          slots={slots}
          valueOf={({ averageMs }) => averageMs}
          format={(value) => value.toFixed(value > 0 && value < 10 ? 1 : 0)}
          unit="ms on average"
        />
      </SimpleGrid>
      <TopPaths paths={byPath} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Section title="Statuses">
          <Shares
            rows={byStatus.map(({ statusCode, requests }) => ({
              label: String(statusCode),
              count: requests,
              isBad: statusCode >= 400,
            }))}
          />
        </Section>
        <Section title="Credentials">
          <Shares
            rows={byAuthMode.map(({ authMode, requests }) => ({
              label: authLabels[authMode] ?? authMode,
              count: requests,
            }))}
          />
        </Section>
      </SimpleGrid>
    </>
  );
}
