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

/** Returns what the viewer may do in a project. Empty until it is known, and for admins, who may do everything. */
export function useProjectPermissions(projectId: string | null): readonly ProjectPermission[] {
  const { isAdmin } = useViewer();
  const [{ data }] = useQuery({
    query: ProjectDocument,
    variables: { id: projectId ?? '' },
    pause: isAdmin || !projectId,
    requestPolicy: 'cache-first',
  });
  return data?.project?.viewerPermissions ?? [];
}

/** Returns whether to show an action in a project. The server checks the permission again. */
export function useProjectPermission(projectId: string | null, permission: ProjectPermission): boolean {
  const { isAdmin } = useViewer();
  const permissions = useProjectPermissions(projectId);
  return isAdmin || permissions.includes(permission);
}

/** Returns whether the request log shows the viewer's own requests only, as it does for READERs. */
export function useIsOwnLog(projectId: string | null): boolean {
  const permissions = useProjectPermissions(projectId);
  return permissions.length > 0 && !permissions.includes('AUDIT_LOG_READ');
}
