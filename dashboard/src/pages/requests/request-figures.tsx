import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { RequestLogStatisticsDocument } from '../../../../client/generated/graphql';
import { clientName } from '../../api/client-name';

/** Calls of the last day in four figures, with or without those of dashboards. */
export function RequestFigures({ showsOwn }: { showsOwn: boolean }) {
  const [{ data }, read] = useQuery({
    query: RequestLogStatisticsDocument,
    variables: { filter: showsOwn ? null : { exceptClients: [clientName] } },
    requestPolicy: 'network-only',
  });
  useEffect(() => {
    const timer = window.setInterval(() => read({ requestPolicy: 'network-only' }), 15_000);
    return () => window.clearInterval(timer);
  }, [read]);
  const overall = data?.requestLogStatistics.overall;
  const milliseconds = (value: number | null | undefined) => (value == null ? '–' : `${value.toFixed(1)} ms`);
  const figures: [string, string][] = [
    ['Calls in 24 hours', overall ? overall.requests.toLocaleString() : '–'],
    ['Success rate', overall?.successRate == null ? '–' : `${(overall.successRate * 100).toFixed(1)} %`],
    ['Latency, average', milliseconds(overall?.averageMs)],
    ['Latency, 95 of 100', milliseconds(overall?.p95Ms)],
  ];
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
      {figures.map(([label, value]) => (
        <Paper key={label} withBorder p="md">
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text size="xl" fw={600}>
            {value}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
