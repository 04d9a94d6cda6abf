import { Button } from '@mantine/core';
import type { InvitationPartsFragment } from '../../../../client/generated/graphql';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { useProjects } from '../../shell/use-projects';
import { userRoles } from './user-roles';
import { usersTexts as words } from '../../texts/users';

interface Props {
  readonly invitations: readonly InvitationPartsFragment[];
  onRevoke(invitation: InvitationPartsFragment): void;
}

/** Shows invitations as rows. */
export function InvitationTable({ invitations, onRevoke }: Props) {
  const { choices } = useProjects();
  const columns = toColumns(new Map(choices.map(({ value, label }) => [value, label])), onRevoke);
  return <ListTable minWidth={640} columns={columns} rows={invitations} keyOf={({ id }) => id} />;
}

const toColumns = (
  projects: ReadonlyMap<string, string>,
  onRevoke: Props['onRevoke'],
): readonly Column<InvitationPartsFragment>[] => [
  { key: 'email', label: words.email, style: breakAnywhere, cell: ({ email }) => email },
  { key: 'role', label: words.role, cell: (invitation) => toRole(invitation, projects) },
  { key: 'created', label: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { key: 'expires', label: words.expires, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  {
    key: 'actions',
    label: words.actions,
    isLabelHidden: true,
    width: 110,
    cell: (invitation) => (
      <Button
        size="compact-sm"
        variant="light"
        color="red"
        aria-label={words.revokeTheInvitationOfEmail(invitation.email)}
        onClick={() => onRevoke(invitation)}
      >
        {words.revoke}
      </Button>
    ),
  },
];

function toRole({ userRole, role, projectId }: InvitationPartsFragment, projects: ReadonlyMap<string, string>): string {
  const user = userRoles.find(({ value }) => value === userRole)?.short ?? userRole;
  return projectId === null ? `${user}, no project` : `${user}, ${role} in ${projects.get(projectId) ?? projectId}`;
}
