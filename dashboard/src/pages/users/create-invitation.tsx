import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { CreateInvitationDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import { getFormRole } from '../../components/roles';
import { SecretOnce } from '../../components/secret-once';
import { PlaceFields } from './place-fields';
import { toUserRole } from './user-roles';

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
  const create = async (form: FormData): Promise<Failure | null> => {
    const input = {
      email: getFormText(form, 'email').trim(),
      projectId: getFormText(form, 'projectId') || null,
      role: getFormRole(form),
      userRole: toUserRole(getFormText(form, 'userRole')),
      expiresInHours: Number(getFormText(form, 'expiresInHours')),
    };
    const { failure, payload } = await runMutation(client, CreateInvitationDocument, { input });
    if (!payload) return failure;
    setMade({ email: payload.invitation.email, token: payload.token });
    onCreated();
    return null;
  };
  return (
    <>
      <FormDialog opened={opened} title="Invite user" action="Invite" onSubmit={create} onClose={onClose}>
        {(fields) => (
          <>
            <TextInput
              name="email"
              type="email"
              label="Email"
              description="Replaces any earlier invitation to this address."
              required
              data-autofocus
              autoComplete="off"
              error={fields.email}
            />
            <PlaceFields fields={fields} roleField="role" />
            <NativeSelect
              name="expiresInHours"
              label="Expires in"
              data={terms}
              defaultValue="168"
              error={fields.expiresInHours}
            />
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
