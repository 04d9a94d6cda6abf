import { Button, Table } from '@mantine/core';
import type { InvitationPartsFragment } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';
import { useProjects } from '../../shell/use-projects';
import { userRoles } from './user-roles';

interface Props {
  readonly invitations: readonly InvitationPartsFragment[];
  onRevoke(invitation: InvitationPartsFragment): void;
}

/** Shows invitations as rows. */
export function InvitationTable({ invitations, onRevoke }: Props) {
  const { choices } = useProjects();
  const names = new Map(choices.map(({ value, label }) => [value, label]));
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Email</Table.Th>
            <Table.Th>Becomes</Table.Th>
            <Table.Th>Made</Table.Th>
            <Table.Th>Ends</Table.Th>
            <Table.Th w={110}>
              <span className="vh">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invitations.map((invitation) => (
            <Table.Tr key={invitation.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{invitation.email}</Table.Td>
              <Table.Td>
                {userRoles.find(({ value }) => value === invitation.userRole)?.short},{' '}
                {invitation.projectId === null
                  ? 'no project'
                  : `${invitation.role} in ${names.get(invitation.projectId) ?? invitation.projectId}`}
              </Table.Td>
              <Table.Td>
                <Moment at={invitation.createdAt} />
              </Table.Td>
              <Table.Td>
                <Moment at={invitation.expiresAt} />
              </Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="light"
                  color="red"
                  aria-label={`Revoke the invitation of ${invitation.email}`}
                  onClick={() => onRevoke(invitation)}
                >
                  Revoke
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
