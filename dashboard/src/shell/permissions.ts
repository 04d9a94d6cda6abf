import { useQuery } from 'urql';
import {
  OrganizationDocument,
  ProjectDocument,
  type OrganizationPermission,
  type ProjectPermission,
} from '../../../client/generated/graphql';
import { useViewer } from '../session/session';

/** Returns whether to show an action in an organization. The server checks the permission again. */
export function useOrganizationPermission(
  organizationId: string | null | undefined,
  permission: OrganizationPermission,
): boolean {
  const { isAdmin } = useViewer();
  const [{ data }] = useQuery({
    query: OrganizationDocument,
    variables: { id: organizationId ?? '' },
    pause: isAdmin || !organizationId,
    requestPolicy: 'cache-first',
  });
  return isAdmin || (data?.organization?.viewerPermissions.includes(permission) ?? false);
}

/** Returns whether to show an action in a project. The server checks the permission again. */
export function useProjectPermission(projectId: string | null, permission: ProjectPermission): boolean {
  const { isAdmin } = useViewer();
  const [{ data }] = useQuery({
    query: ProjectDocument,
    variables: { id: projectId ?? '' },
    pause: isAdmin || !projectId,
    requestPolicy: 'cache-first',
  });
  return isAdmin || (data?.project?.viewerPermissions.includes(permission) ?? false);
}
