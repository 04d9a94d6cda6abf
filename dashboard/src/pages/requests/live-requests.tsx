import { Alert } from '@mantine/core';
import { useMemo } from 'react';
import { useQuery, useSubscription } from 'urql';
import {
  RequestLogsDocument,
  WatchRequestLogsDocument,
  type RequestLogFilter,
  type RequestLogPartsFragment,
  type WatchRequestLogsSubscription,
} from '../../../../client/generated/graphql';
import { failureOf } from '../../api/failure';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { RequestTable } from './request-table';

/** What is kept on the page. */
const most = 200;

interface Seen {
  readonly calls: readonly RequestLogPartsFragment[];
  readonly dropped: number;
}

/** The newest calls, and each one that comes. */
export function LiveRequests({ filter }: { filter: RequestLogFilter }) {
  const [result, read] = useQuery({
    query: RequestLogsDocument,
    variables: { first: 50, filter },
    requestPolicy: 'network-only',
  });
  const first = result.data?.requestLogs.edges[0]?.cursor ?? null;
  const [{ data: seen, error }] = useSubscription<WatchRequestLogsSubscription, Seen>(
    // From where the page ends that was read: nothing is missed between the two.
    { query: WatchRequestLogsDocument, variables: { filter, after: first }, pause: !result.data },
    collect,
  );
  const calls = useMemo(
    () => merge(seen?.calls ?? [], result.data?.requestLogs.edges.map(({ node }) => node) ?? []),
    [seen, result.data],
  );
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {() => (
        <>
          {error && <Alert color="orange" mb="md">{`The live log has ended: ${failureOf(error).message}`}</Alert>}
          {seen && seen.dropped > 0 && (
            <Alert
              color="yellow"
              mb="md"
            >{`${seen.dropped} calls came faster than this page could show them. They are in the log.`}</Alert>
          )}
          {calls.length === 0 ? (
            <EmptyState
              title="No calls yet"
              sample={`curl ${window.location.origin}/v1/ping/ -H "Authorization: Token $KEY"`}
            >
              Make one, and it is here at once.
            </EmptyState>
          ) : (
            <RequestTable calls={calls} />
          )}
        </>
      )}
    </Answer>
  );
}

function collect(seen: Seen | undefined, { requestLogs: frame }: WatchRequestLogsSubscription): Seen {
  const { calls, dropped } = seen ?? { calls: [], dropped: 0 };
  if (frame.__typename === 'RequestLogsDropped') return { calls, dropped: dropped + frame.count };
  return { calls: [frame.requestLog, ...calls].slice(0, most), dropped };
}

function merge(
  newer: readonly RequestLogPartsFragment[],
  older: readonly RequestLogPartsFragment[],
): RequestLogPartsFragment[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))].slice(0, most);
}
