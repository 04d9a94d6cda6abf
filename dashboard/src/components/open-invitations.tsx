import { Badge, Button, Table, Title } from '@mantine/core';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import {
  InvitationsDocument,
  RevokeInvitationDocument,
  type InvitationPartsFragment,
} from '../../../client/generated/graphql';
import { runMutation } from '../api/run-mutation';
import { Answer } from './answer';
import { Confirm } from './confirm';
import { Moment } from './moment';
import { Pager, usePages } from './pager';
import { showToast } from './toast';

/** Shows the open invitations to a project or an organization, or nothing if there are none. */
export function OpenInvitations({ place }: { place: { projectId: string } | { organizationId: string } }) {
  const client = useClient();
  const pages = usePages();
  const [leaving, setLeaving] = useState<InvitationPartsFragment | null>(null);
  const [result, read] = useQuery({
    query: InvitationsDocument,
    variables: { ...place, ...pages.variables },
    requestPolicy: 'cache-and-network',
  });
  const again = () => read({ requestPolicy: 'network-only' });
  const revoke = async () => {
    const { failure } = await runMutation(client, RevokeInvitationDocument, { input: { id: leaving?.id ?? '' } });
    again();
    if (failure) return failure.message;
    showToast('Invitation revoked');
    return null;
  };
  return (
    <>
      <Answer result={result} retry={again}>
        {({ invitations: { edges, pageInfo } }) =>
          edges.length > 0 && (
            <>
              <Title order={3} size="h5" mt="md">
                Open invitations
              </Title>
              <InvitationRows invitations={edges.map(({ node }) => node)} onRevoke={setLeaving} />
              <Pager pages={pages} info={pageInfo} noun={['invitation', 'invitations']} />
            </>
          )
        }
      </Answer>
      <Confirm
        opened={leaving !== null}
        title={`Revoke the invitation of ${leaving?.email ?? ''}?`}
        action="Revoke"
        onConfirm={revoke}
        onClose={() => setLeaving(null)}
      >
        They can no longer accept it. You can invite this address again.
      </Confirm>
    </>
  );
}

interface RowsProps {
  readonly invitations: readonly InvitationPartsFragment[];
  onRevoke(invitation: InvitationPartsFragment): void;
}

function InvitationRows({ invitations, onRevoke }: RowsProps) {
  return (
    <Table.ScrollContainer minWidth={600}>
      <Table verticalSpacing="xs" aria-label="Open invitations">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Email</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Expires</Table.Th>
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
                <Badge variant="light">{invitation.role}</Badge>
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
