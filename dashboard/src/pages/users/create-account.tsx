import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { CreateUserDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import { getFormRole } from '../../components/roles';
import { SecretOnce } from '../../components/secret-once';
import { PlaceFields } from './place-fields';
import { toUserRole } from './user-roles';
import { showToast } from '../../components/toast';

interface Props {
  readonly opened: boolean;
  onCreated(): void;
  onClose(): void;
}

/** Creates a user who can sign in immediately, and shows the password if it was generated. */
export function CreateAccount({ opened, onCreated, onClose }: Props) {
  const client = useClient();
  const [made, setMade] = useState<{ email: string; password: string } | null>(null);
  const create = async (form: FormData): Promise<Failure | null> => {
    const projectId = getFormText(form, 'projectId');
    const input = {
      name: getFormText(form, 'name').trim(),
      email: getFormText(form, 'email').trim(),
      password: getFormText(form, 'password') || null,
      role: toUserRole(getFormText(form, 'userRole')),
      ...(projectId && { projectId, projectRole: getFormRole(form) }),
    };
    const { failure, payload } = await runMutation(client, CreateUserDocument, { input });
    if (!payload) return failure;
    if (payload.password == null) showToast(`${payload.user.email} can sign in now.`);
    else setMade({ email: payload.user.email, password: payload.password });
    onCreated();
    return null;
  };
  return (
    <>
      <FormDialog opened={opened} title="Create user" action="Create" onSubmit={create} onClose={onClose}>
        {(fields) => (
          <>
            <TextInput
              name="name"
              label="Name"
              required
              maxLength={255}
              data-autofocus
              autoComplete="off"
              error={fields.name}
            />
            <TextInput name="email" type="email" label="Email" required autoComplete="off" error={fields.email} />
            <PasswordInput
              name="password"
              label="Password"
              description="At least 8 characters. Leave empty to generate one."
              minLength={8}
              autoComplete="new-password"
              error={fields.password}
            />
            <PlaceFields fields={fields} roleField="projectRole" />
          </>
        )}
      </FormDialog>
      <Modal
        opened={made !== null}
        onClose={() => setMade(null)}
        title="User created"
        closeOnClickOutside={false}
        centered
      >
        {made && (
          <Stack>
            <Text size="sm">{made.email} can sign in with this password, and change it under Settings.</Text>
            <SecretOnce secret={made.password} label="Password" />
            <Group justify="flex-end">
              <Button onClick={() => setMade(null)}>Done</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
