import { useQuery } from 'urql';
import { OrganizationDocument, ProjectDocument } from '../../../client/generated/graphql';
import { useViewer } from '../session/session';

/** Whether to offer the viewer what OWNERs of an organization may do. The server has the last word. */
export function useOwnsOrganization(organizationId: string | null | undefined): boolean {
  const { isAdmin } = useViewer();
  const [{ data }] = useQuery({
    query: OrganizationDocument,
    variables: { id: organizationId ?? '' },
    pause: isAdmin || !organizationId,
    requestPolicy: 'cache-first',
  });
  return isAdmin || data?.organization?.viewerRole === 'OWNER';
}

/** Whether to offer the viewer what OWNERs of a project may do. */
export function useOwnsProject(projectId: string | null): boolean {
  const { isAdmin } = useViewer();
  const [{ data }] = useQuery({
    query: ProjectDocument,
    variables: { id: projectId ?? '' },
    pause: isAdmin || !projectId,
    requestPolicy: 'cache-first',
  });
  return isAdmin || data?.project?.viewerRole === 'OWNER';
}
