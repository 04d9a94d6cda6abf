import { useQuery } from 'urql';
import { OrganizationMembersDocument, ProjectDocument } from '../../../client/generated/graphql';
import { useViewer } from '../session/session';

const most = 100;

interface Members {
  readonly edges: readonly { readonly node: { readonly email: string; readonly role: string } }[];
}

/**
 * Whether the viewer is an OWNER among these members. Where they are more than are read, the viewer may be one of the others: the server has
 * the last word anyway.
 */
function isOwnerAmong(members: Members | undefined, email: string | undefined): boolean {
  if (!members) return false;
  const own = members.edges.find(({ node }) => node.email === email);
  return own ? own.node.role === 'OWNER' : members.edges.length === most;
}

/** Whether to offer the viewer what OWNERs of an organization may do. */
export function useOwnsOrganization(organizationId: string | null | undefined): boolean {
  const { isAdmin, user } = useViewer();
  const [{ data }] = useQuery({ query: OrganizationMembersDocument, variables: { id: organizationId ?? '', first: most }, pause: isAdmin || !organizationId, requestPolicy: 'cache-first' });
  return isAdmin || isOwnerAmong(data?.organization.members, user?.email);
}

/** Whether to offer the viewer what OWNERs of a project may do. */
export function useOwnsProject(projectId: string | null): boolean {
  const { isAdmin, user } = useViewer();
  const [{ data }] = useQuery({ query: ProjectDocument, variables: { id: projectId ?? '' }, pause: isAdmin || !projectId, requestPolicy: 'cache-first' });
  const isOwner = isOwnerAmong(data?.project.members, user?.email);
  const ownsOrganization = useOwnsOrganization(isOwner ? null : data?.project.organization.id);
  return isOwner || ownsOrganization;
}
