import { useQuery } from 'urql';
import { MemoriesDocument, type MemoryFilter } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { addMemorySample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { Pager, usePages } from '../../components/pager';
import { MemoryTable } from './memory-table';

/** Memories, newest first, page by page. */
export function MemoryList({
  filter,
  projectId,
  isOwner,
  open,
}: {
  filter: MemoryFilter | null;
  projectId: string | null;
  isOwner: boolean;
  open: (id: string) => void;
}) {
  const pages = usePages();
  const [result, read] = useQuery({
    query: MemoriesDocument,
    variables: { ...pages.variables, filter, projectId, withTotal: pages.number === 1 },
    requestPolicy: 'network-only',
  });
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {({ memories: { edges, pageInfo, totalCount } }) => {
        if (edges.length === 0 && filter)
          return <EmptyState title="No matching memories">Change or clear the filter.</EmptyState>;
        if (edges.length === 0)
          return (
            <EmptyState title="No memories yet" sample={addMemorySample(projectId)}>
              {isOwner
                ? 'Add one above, or from a program:'
                : 'Project owners can add memories here or through the API:'}
            </EmptyState>
          );
        return (
          <>
            <MemoryTable memories={edges.map(({ node }) => node)} open={open} />
            <Pager pages={pages} info={pageInfo} total={totalCount} noun={['memory', 'memories']} />
          </>
        );
      }}
    </Answer>
  );
}
