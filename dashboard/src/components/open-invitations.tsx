import { Badge, Button, Title } from '@mantine/core';
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
import { breakAnywhere, ListTable } from './list-table';
import { Moment } from './moment';
import { Pager, usePages } from './pager';
import type { Column } from './table-model';
import { showToast } from './toast';
import { commonTexts as words } from '../texts/common';

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
    showToast(words.invitationRevoked);
    return null;
  };
  return (
    <>
      <Answer result={result} retry={again}>
        {({ invitations: { edges, pageInfo } }) =>
          edges.length > 0 && (
            <>
              <Title order={3} size="h5" mt="md">
                {words.openInvitations}
              </Title>
              <ListTable
                label={words.openInvitations}
                minWidth={600}
                columns={toColumns(setLeaving)}
                rows={edges.map(({ node }) => node)}
                keyOf={({ id }) => id}
              />
              <Pager pages={pages} info={pageInfo} noun={['invitation', 'invitations']} />
            </>
          )
        }
      </Answer>
      <Confirm
        opened={leaving !== null}
        title={words.revokeTheInvitationOfLeaving(leaving?.email ?? '')}
        action={words.revoke}
        onConfirm={revoke}
        onClose={() => setLeaving(null)}
      >
        {words.theyCanNoLongerAccept}
      </Confirm>
    </>
  );
}

const toColumns = (
  onRevoke: (invitation: InvitationPartsFragment) => void,
): readonly Column<InvitationPartsFragment>[] => [
  { key: 'email', label: words.email, style: breakAnywhere, cell: ({ email }) => email },
  { key: 'role', label: words.role, cell: ({ role }) => <Badge variant="light">{role}</Badge> },
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
