import { useQuery } from 'urql';
import { RequestLogsDocument, type RequestLogFilter } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { Pager, usePages } from '../../components/pager';
import { RequestTable } from './request-table';

/** Calls that were answered, page by page. */
export function PastRequests({ filter }: { filter: RequestLogFilter }) {
  const pages = usePages(50);
  const [result, read] = useQuery({
    query: RequestLogsDocument,
    variables: { ...pages.variables, filter, withTotal: pages.number === 1 },
  });
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {({ requestLogs: { edges, pageInfo, totalCount } }) =>
        edges.length === 0 ? (
          <EmptyState title="No calls">Nothing in the log fits.</EmptyState>
        ) : (
          <>
            <RequestTable calls={edges.map(({ node }) => node)} />
            <Pager pages={pages} info={pageInfo} total={totalCount} noun={['call', 'calls']} />
          </>
        )
      }
    </Answer>
  );
}
