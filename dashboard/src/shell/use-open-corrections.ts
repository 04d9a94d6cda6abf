import { useQuery } from 'urql';
import { MemoryLinksDocument } from '../api/graphql';
import { useProjectPermission } from './permissions';
import { useProject } from './project';

/** Returns the number of suggested corrections that wait for the viewer's decision. */
export function useOpenCorrections(): number {
  const { projectId } = useProject();
  const canDecide = useProjectPermission(projectId, 'MEMORY_WRITE');
  const [{ data }] = useQuery({
    query: MemoryLinksDocument,
    variables: { projectId, status: 'SUGGESTED', first: 1, withTotal: true },
    pause: projectId === null || !canDecide,
  });
  return data?.memoryLinks.totalCount ?? 0;
}
