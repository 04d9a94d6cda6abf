import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { object, string, type output } from 'zod/mini';
import { CreateInvitationDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { email } from '../../components/rules';
import { SecretOnce } from '../../components/secret-once';
import { PlaceFields, placeRules, useFirstPlace } from './place-fields';

const schema = object({ email, ...placeRules, expiresInHours: string() });

interface Props {
  readonly opened: boolean;
  onCreated(): void;
  onClose(): void;
}

const terms = [
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

/** Creates an invitation and shows its link. */
export function CreateInvitation({ opened, onCreated, onClose }: Props) {
  const client = useClient();
  const [made, setMade] = useState<{ email: string; token: string } | null>(null);
  const initialValues = { email: '', ...useFirstPlace(), expiresInHours: '168' };
  const create = async (values: output<typeof schema>) => {
    const { projectId, expiresInHours } = values;
    const input = { ...values, projectId: projectId || null, expiresInHours: Number(expiresInHours) };
    const { failure, payload } = await runMutation(client, CreateInvitationDocument, { input });
    if (!payload) return failure;
    setMade({ email: payload.invitation.email, token: payload.token });
    onCreated();
    return null;
  };
  return (
    <>
      <FormDialog
        opened={opened}
        title="Invite user"
        action="Invite"
        schema={schema}
        initialValues={initialValues}
        onSubmit={create}
        onClose={onClose}
      >
        {(form) => (
          <>
            <TextInput
              {...form.getInputProps('email')}
              type="email"
              label="Email"
              description="Replaces any earlier invitation to this address."
              required
              data-autofocus
              autoComplete="off"
            />
            <PlaceFields form={form} />
            <NativeSelect {...form.getInputProps('expiresInHours')} label="Expires in" data={terms} />
          </>
        )}
      </FormDialog>
      <Modal
        opened={made !== null}
        onClose={() => setMade(null)}
        title="Invitation created"
        closeOnClickOutside={false}
        centered
      >
        {made && (
          <Stack>
            <Text size="sm">
              Send this link to {made.email} yourself; the server sends no email. Anyone with the link can join.
            </Text>
            <SecretOnce
              secret={`${window.location.origin}/invitation?token=${encodeURIComponent(made.token)}`}
              label="Link"
            />
            <Group justify="flex-end">
              <Button onClick={() => setMade(null)}>Done</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
