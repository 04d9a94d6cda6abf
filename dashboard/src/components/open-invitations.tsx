import { Title } from '@mantine/core';
import { Badge } from './badge';
import { commonTexts as words } from '../texts/common';
import { InvitationTable, useInvitations } from './invitation-table';

/** Shows the open invitations to a project or an organization, or nothing if there are none. */
export function OpenInvitations({ place }: { place: { projectId: string } | { organizationId: string } }) {
  const query = useInvitations(place);
  return (
    <>
      {query.rows.length > 0 && (
        <Title order={3} size="h5" mt="md">
          {words.openInvitations}
        </Title>
      )}
      <InvitationTable
        query={query}
        empty={null}
        label={words.openInvitations}
        warning={words.revokeInvitationHint}
        showRole={({ role }) => <Badge>{words.roles[role]}</Badge>}
      />
    </>
  );
}
