import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { literal, object, union, type output } from 'zod/mini';
import { CreateUserDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { email, name, newPassword } from '../../components/rules';
import { SecretOnce } from '../../components/secret-once';
import { PlaceFields, placeRules, useFirstPlace } from './place-fields';
import { showToast } from '../../components/toast';

const schema = object({ name, email, password: union([literal(''), newPassword]), ...placeRules });

interface Props {
  readonly opened: boolean;
  onCreated(): void;
  onClose(): void;
}

/** Creates a user who can sign in immediately, and shows the password if it was generated. */
export function CreateAccount({ opened, onCreated, onClose }: Props) {
  const client = useClient();
  const [made, setMade] = useState<{ email: string; password: string } | null>(null);
  const initialValues = { name: '', email: '', password: '', ...useFirstPlace() };
  const create = async ({ password, userRole, projectId, role, ...person }: output<typeof schema>) => {
    const input = {
      ...person,
      password: password || null,
      role: userRole,
      ...(projectId && { projectId, projectRole: role }),
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
      <FormDialog
        opened={opened}
        title="Create user"
        action="Create"
        schema={schema}
        initialValues={initialValues}
        serverNames={{ role: 'userRole', projectRole: 'role' }}
        onSubmit={create}
        onClose={onClose}
      >
        {(form) => (
          <>
            <TextInput {...form.getInputProps('name')} label="Name" required data-autofocus autoComplete="off" />
            <TextInput {...form.getInputProps('email')} type="email" label="Email" required autoComplete="off" />
            <PasswordInput
              {...form.getInputProps('password')}
              label="Password"
              description="At least 8 characters. Leave empty to generate one."
              autoComplete="new-password"
            />
            <PlaceFields form={form} />
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
