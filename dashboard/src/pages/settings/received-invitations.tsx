import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  AcceptInvitationDocument,
  DeclineInvitationDocument,
  ReceivedInvitationsDocument,
  type ReceivedInvitationPartsFragment,
} from '../../api/graphql';
import { Moment } from '../../components/moment';
import { PagedList, useListQuery } from '../../components/paged-list';
import { Section } from '../../components/section';
import { useAct } from '../../components/use-act';
import { useSession } from '../../session/session';
import { commonTexts } from '../../texts/common';
import { settingsTexts as words } from '../../texts/settings';

/** Shows received invitations to accept or decline, or nothing if there are none. */
export function ReceivedInvitations() {
  const query = useListQuery(ReceivedInvitationsDocument, {}, ({ viewer }) => viewer.invitations);
  return (
    <PagedList query={query} empty={null}>
      {(invitations) => (
        <Section title={words.invitations} description={words.invitationsHint}>
          <Stack>
            {invitations.map((invitation) => (
              <ReceivedInvitation key={invitation.id} invitation={invitation} onDone={query.again} />
            ))}
          </Stack>
        </Section>
      )}
    </PagedList>
  );
}

interface Props {
  readonly invitation: ReceivedInvitationPartsFragment;
  onDone(): void;
}

function ReceivedInvitation({ invitation, onDone }: Props) {
  const act = useAct();
  const { reload } = useSession();
  const [isBusy, setBusy] = useState(false);
  const { id, role, projectName, organizationName, inviterName, inviterEmail, expiresAt } = invitation;
  const place = projectName ?? organizationName;
  const finish = async (outcome: Promise<object | null>) => {
    setBusy(true);
    const payload = await outcome;
    setBusy(false);
    onDone();
    if (payload) await reload();
  };
  const accept = () => finish(act(AcceptInvitationDocument, { id }, words.joined(place)));
  const decline = () => finish(act(DeclineInvitationDocument, { id }, words.declined));
  return (
    <Group justify="space-between" wrap="wrap">
      <div>
        <Text>
          {projectName
            ? words.memberOfProject(commonTexts.roles[role], projectName, organizationName)
            : words.memberOfOrganization(commonTexts.roles[role], organizationName)}
        </Text>
        <div className="t3" style={{ overflowWrap: 'anywhere' }}>
          {words.invitedByPerson(inviterName, inviterEmail)}. {words.expires} <Moment at={expiresAt} />
        </div>
      </div>
      <Group gap="xs">
        <Button loading={isBusy} aria-label={words.acceptLabel(place)} onClick={() => void accept()}>
          {words.accept}
        </Button>
        <Button
          variant="default"
          disabled={isBusy}
          aria-label={words.declineLabel(place)}
          onClick={() => void decline()}
        >
          {words.decline}
        </Button>
      </Group>
    </Group>
  );
}
