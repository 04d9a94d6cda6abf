import { Button, Group } from '@mantine/core';
import { PlusIcon } from 'lucide-react';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import {
  InvitationsDocument,
  RevokeInvitationDocument,
  type InvitationPartsFragment,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { Confirm } from '../../components/confirm';
import { EmptyState } from '../../components/empty-state';
import { Pager, usePages } from '../../components/pager';
import { CreateInvitation } from './create-invitation';
import { InvitationTable } from './invitation-table';
import { showToast } from '../../components/toast';
import { usersTexts as words } from '../../texts/users';

/** Lists the open invitations. */
export function Invitations() {
  const client = useClient();
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<InvitationPartsFragment | null>(null);
  const [result, read] = useQuery({
    query: InvitationsDocument,
    variables: pages.variables,
    requestPolicy: 'network-only',
  });
  const again = () => read({ requestPolicy: 'network-only' });
  const revoke = async () => {
    const { failure } = await runMutation(client, RevokeInvitationDocument, { input: { id: leaving?.id ?? '' } });
    again();
    if (failure) return failure.message;
    showToast(words.theInvitationIsRevoked);
    return null;
  };
  return (
    <>
      <Answer result={result} retry={again}>
        {({ invitations: { edges, pageInfo } }) => (
          <>
            <Group mb="sm">
              <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => setCreating(true)}>
                {words.invite}
              </Button>
            </Group>
            {edges.length === 0 ? (
              <EmptyState title={words.noOpenInvitations}>{words.createAnInvitationLinkTo}</EmptyState>
            ) : (
              <InvitationTable invitations={edges.map(({ node }) => node)} onRevoke={setLeaving} />
            )}
            <Pager pages={pages} info={pageInfo} noun={['invitation', 'invitations']} />
          </>
        )}
      </Answer>
      <CreateInvitation opened={isCreating} onCreated={again} onClose={() => setCreating(false)} />
      <Confirm
        opened={leaving !== null}
        title={words.revokeTheInvitationOfLeaving(leaving?.email ?? '')}
        action={words.revoke}
        onConfirm={revoke}
        onClose={() => setLeaving(null)}
      >
        {words.theLinkStopsWorkingYou}
      </Confirm>
    </>
  );
}
