import { useQuery } from 'urql';
import {
  OrganizationDocument,
  OrganizationsDocument,
  ProjectDocument,
  type OrganizationPermission,
  type ProjectPermission,
} from '../api/graphql';
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

/** Returns the organizations in which the viewer may create projects, as choices. */
export function useOrganizationsForNewProjects(): readonly { readonly value: string; readonly label: string }[] {
  const [{ data }] = useQuery({ query: OrganizationsDocument, variables: { first: 100 } });
  const nodes = data?.organizations.edges.map(({ node }) => node) ?? [];
  return nodes
    .filter(({ viewerPermissions }) => viewerPermissions.includes('PROJECT_CREATE'))
    .map(({ id, name }) => ({ value: id, label: name }));
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
