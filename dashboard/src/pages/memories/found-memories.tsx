import { useQuery } from 'urql';
import { SearchMemoriesDocument, type MemoryFilter } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { MemoryTable } from './memory-table';

/** Memories that answer a question, best first. */
export function FoundMemories({
  query,
  filter,
  projectId,
  open,
}: {
  query: string;
  filter: MemoryFilter | null;
  projectId: string | null;
  open: (id: string) => void;
}) {
  const [result, read] = useQuery({
    query: SearchMemoriesDocument,
    variables: { query, filter, projectId, topK: 50 },
    requestPolicy: 'network-only',
  });
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {({ searchMemories: found }) =>
        found.length === 0 ? (
          <EmptyState title="Nothing found">No memory fits this question.</EmptyState>
        ) : (
          <MemoryTable
            memories={found.map(({ memory }) => memory)}
            scores={found.map(({ score }) => score)}
            open={open}
          />
        )
      }
    </Answer>
  );
}
