import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import {
  AcceptInvitationDocument,
  DeclineInvitationDocument,
  ReceivedInvitationsDocument,
  type ReceivedInvitationPartsFragment,
} from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import type { Failure } from '../../api/failure';
import { runMutation } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { Moment } from '../../components/moment';
import { Pager, usePages } from '../../components/pager';
import { Section } from '../../components/section';
import { showFailure, showToast } from '../../components/toast';
import { useSession } from '../../session/session';
import { commonTexts } from '../../texts/common';
import { settingsTexts as words } from '../../texts/settings';

/** Shows received invitations to accept or decline, or nothing if there are none. */
export function ReceivedInvitations() {
  const pages = usePages();
  const [result, again] = useFreshQuery(ReceivedInvitationsDocument, pages.variables);
  return (
    <Answer result={result} retry={again}>
      {({ viewer: { invitations } }) =>
        invitations.edges.length > 0 && (
          <Section title={words.invitations} description={words.invitationsHint}>
            <Stack>
              {invitations.edges.map(({ node }) => (
                <ReceivedInvitation key={node.id} invitation={node} onDone={again} />
              ))}
            </Stack>
            <Pager pages={pages} info={invitations.pageInfo} />
          </Section>
        )
      }
    </Answer>
  );
}

interface Props {
  readonly invitation: ReceivedInvitationPartsFragment;
  onDone(): void;
}

function ReceivedInvitation({ invitation, onDone }: Props) {
  const client = useClient();
  const { reload } = useSession();
  const [isBusy, setBusy] = useState(false);
  const { id, role, projectName, organizationName, inviterName, inviterEmail, expiresAt } = invitation;
  const place = projectName ?? organizationName;
  const finish = async (outcome: Promise<{ readonly failure: Failure | null }>, message: string) => {
    setBusy(true);
    const { failure } = await outcome;
    setBusy(false);
    onDone();
    if (failure) return showFailure(failure.message);
    showToast(message);
    await reload();
  };
  const accept = () => finish(runMutation(client, AcceptInvitationDocument, { input: { id } }), words.joined(place));
  const decline = () => finish(runMutation(client, DeclineInvitationDocument, { input: { id } }), words.declined);
  return (
    <Group justify="space-between" wrap="wrap">
      <div>
        <Text>
          {projectName
            ? words.memberOfProject(commonTexts.roles[role], projectName, organizationName)
            : words.memberOfOrganization(commonTexts.roles[role], organizationName)}
        </Text>
        <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
          {words.invitedByPerson(inviterName, inviterEmail)}. {words.expiresOn} <Moment at={expiresAt} />
        </Text>
      </div>
      <Group gap="xs">
        <Button size="xs" loading={isBusy} aria-label={words.acceptLabel(place)} onClick={() => void accept()}>
          {words.accept}
        </Button>
        <Button
          size="xs"
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
