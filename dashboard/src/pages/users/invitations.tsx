import { Button, Group } from '@mantine/core';
import { PlusIcon } from '../../components/icons';
import { useState } from 'react';
import type { InvitationPartsFragment } from '../../../../client/generated/graphql';
import { EmptyState } from '../../components/empty-state';
import { InvitationTable, useInvitations } from '../../components/invitation-table';
import { useProjects } from '../../shell/use-projects';
import { commonTexts } from '../../texts/common';
import { usersTexts as words } from '../../texts/users';
import { CreateInvitation } from './create-invitation';
import { userRoles } from './user-roles';

/** Lists the open invitations. */
export function Invitations() {
  const query = useInvitations({});
  const [isCreating, setCreating] = useState(false);
  const { choices } = useProjects();
  const projects = new Map(choices.map(({ value, label }) => [value, label]));
  return (
    <>
      <Group mb="sm" justify="flex-end">
        <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
          {words.invite}
        </Button>
      </Group>
      <InvitationTable
        query={query}
        empty={<EmptyState title={words.noOpenInvitations}>{words.createInvitationHint}</EmptyState>}
        label={words.invitations}
        warning={words.revokeInvitationHint}
        showRole={(invitation) => toRole(invitation, projects)}
      />
      <CreateInvitation opened={isCreating} onCreated={query.again} onClose={() => setCreating(false)} />
    </>
  );
}

function toRole({ userRole, role, projectId }: InvitationPartsFragment, projects: ReadonlyMap<string, string>): string {
  const user = userRoles.find(({ value }) => value === userRole)?.short ?? '';
  return projectId === null
    ? words.userWithoutProject(user)
    : words.userInProject(user, commonTexts.roles[role], projects.get(projectId) ?? projectId);
}
