import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { object, string } from 'zod/mini';
import { CreateInvitationDocument } from '../../../../client/generated/graphql';
import { MutationDialog } from '../../components/form-dialog';
import { email } from '../../components/rules';
import { Select } from '../../components/select';
import { InvitationLink } from '../project/invitation-link';
import { PlaceFields, placeRules, useFirstPlace } from './place-fields';
import { usersTexts as words } from '../../texts/users';

const schema = object({ email, ...placeRules, expiresInHours: string() });

interface Props {
  readonly opened: boolean;
  onCreated(): void;
  onClose(): void;
}

const terms = [
  { value: '24', label: words.oneDay },
  { value: '168', label: words.sevenDays },
  { value: '720', label: words.thirtyDays },
];

/** Creates an invitation and shows its link. */
export function CreateInvitation({ opened, onCreated, onClose }: Props) {
  const [made, setMade] = useState<{ email: string; token: string } | null>(null);
  const initialValues = { email: '', ...useFirstPlace(), expiresInHours: '168' };
  return (
    <>
      <MutationDialog
        opened={opened}
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
          onCreated();
        }}
        onClose={onClose}
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
