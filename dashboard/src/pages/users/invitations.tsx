import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { object, string } from 'zod/mini';
import { CreateInvitationDocument, type InvitationPartsFragment } from '../../api/graphql';
import { AddButton } from '../../components/add-button';
import { EmptyState } from '../../components/empty-state';
import { MutationDialog } from '../../components/form-dialog';
import { InvitationTable, useInvitations } from '../../components/invitation-table';
import { email } from '../../components/rules';
import { Select } from '../../components/select';
import { useViewer } from '../../session/session';
import { useProjects } from '../../shell/use-projects';
import { commonTexts } from '../../texts/common';
import { usersTexts as words } from '../../texts/users';
import { InvitationLink } from '../project/invitation-link';
import { PlaceFields, placeRules, useFirstPlace } from './place-fields';
import { userRoles } from './user-roles';

/** Lists the open invitations. Creates an invitation and shows its link. */
export function Invitations() {
  const { isAdmin } = useViewer();
  const query = useInvitations({});
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<{ email: string; token: string } | null>(null);
  const initialValues = { email: '', ...useFirstPlace(), expiresInHours: '168' };
  const { choices } = useProjects();
  const projects = new Map(choices.map(({ value, label }) => [value, label]));
  return (
    <>
      {isAdmin && (
        <Group mb="sm" justify="flex-end">
          <AddButton label={words.invite} onClick={() => setCreating(true)} />
        </Group>
      )}
      <InvitationTable
        query={query}
        empty={<EmptyState title={words.noOpenInvitations}>{words.createInvitationHint}</EmptyState>}
        label={words.invitations}
        warning={words.revokeInvitationHint}
        showRole={(invitation) => toRole(invitation, projects)}
      />
      <MutationDialog
        opened={isCreating}
        title={words.inviteUser}
        action={words.invite}
        schema={schema}
        initialValues={initialValues}
        mutation={CreateInvitationDocument}
        toInput={({ projectId, expiresInHours, ...values }) => ({
          ...values,
          projectId: projectId || null,
          expiresInHours: Number(expiresInHours),
        })}
        onDone={({ invitation, token }) => {
          setMade({ email: invitation.email, token });
          query.again();
        }}
        onClose={() => setCreating(false)}
      >
        {(form) => (
          <>
            <TextInput
              {...form.getInputProps('email')}
              type="email"
              label={words.email}
              description={words.invitationEmailHint}
              required
              data-autofocus
              autoComplete="off"
            />
            <PlaceFields form={form} />
            <Select {...form.getInputProps('expiresInHours')} label={words.expiresIn} choices={terms} />
          </>
        )}
      </MutationDialog>
      <InvitationLink made={made} onClose={() => setMade(null)} />
    </>
  );
}

function toRole({ userRole, role, projectId }: InvitationPartsFragment, projects: ReadonlyMap<string, string>): string {
  const user = userRoles.find(({ value }) => value === userRole)?.short ?? '';
  return projectId === null
    ? words.userWithoutProject(user)
    : words.userInProject(user, commonTexts.roles[role], projects.get(projectId) ?? projectId);
}

const schema = object({ email, ...placeRules, expiresInHours: string() });

const terms = [
  { value: '24', label: words.oneDay },
  { value: '168', label: words.sevenDays },
  { value: '720', label: words.thirtyDays },
];
