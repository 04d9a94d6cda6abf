import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { RequestLogsDocument, type RequestLogFilter, type RequestLogPartsFragment } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { Pager, usePages } from '../../components/pager';
import { shown } from './own-calls';
import { RequestTable } from './request-table';

/** Calls that were answered, page by page. */
export function PastRequests({ filter, showsOwn }: { filter: RequestLogFilter; showsOwn: boolean }) {
  const pages = usePages(50);
  const [result, read] = useQuery({ query: RequestLogsDocument, variables: { ...pages.variables, filter, withTotal: pages.number === 1 } });
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {({ requestLogs: { edges, pageInfo, totalCount } }) =>
        edges.length === 0 ? (
          <EmptyState title="No calls">Nothing in the log fits.</EmptyState>
        ) : (
          <>
            <Calls calls={shown(edges.map(({ node }) => node), showsOwn)} />
            <Pager pages={pages} info={pageInfo} total={totalCount} noun={['call', 'calls']} />
          </>
        )
      }
    </Answer>
  );
}

function Calls({ calls }: { calls: readonly RequestLogPartsFragment[] }) {
  if (calls.length > 0) return <RequestTable calls={calls} />;
  return (
    <Text c="dimmed" ta="center" py="xl">
      All calls on this page of the log are those of dashboards.
    </Text>
  );
}
