import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { literal, object, union } from 'zod/mini';
import { CreateUserDocument } from '../../../../client/generated/graphql';
import { MutationDialog } from '../../components/form-dialog';
import { MadeOnce } from '../../components/made-once';
import { email, name, newPassword } from '../../components/rules';
import { PlaceFields, placeRules, useFirstPlace } from './place-fields';
import { showToast } from '../../components/toast';
import { usersTexts as words } from '../../texts/users';

const schema = object({ name, email, password: union([literal(''), newPassword]), ...placeRules });

interface Props {
  readonly opened: boolean;
  onCreated(): void;
  onClose(): void;
}

/** Creates a user who can sign in immediately, and shows the password if it was generated. */
export function CreateAccount({ opened, onCreated, onClose }: Props) {
  const [made, setMade] = useState<{ email: string; password: string } | null>(null);
  const initialValues = { name: '', email: '', password: '', ...useFirstPlace() };
  return (
    <>
      <MutationDialog
        opened={opened}
        title={words.createUser}
        action={words.create}
        schema={schema}
        initialValues={initialValues}
        serverNames={{ role: 'userRole', projectRole: 'role' }}
        mutation={CreateUserDocument}
        toInput={({ password, userRole, projectId, role, ...person }) => ({
          ...{ ...person, password: password || null, role: userRole },
          ...(projectId && { projectId, projectRole: role }),
        })}
        onDone={({ password, user }) => {
          if (password == null) showToast(words.userCreatedToast(user.email));
          else setMade({ email: user.email, password });
          onCreated();
        }}
        onClose={onClose}
      >
        {(form) => (
          <>
            <TextInput {...form.getInputProps('name')} label={words.name} required data-autofocus autoComplete="off" />
            <TextInput {...form.getInputProps('email')} type="email" label={words.email} required autoComplete="off" />
            <PasswordInput
              {...form.getInputProps('password')}
              label={words.password}
              description={words.passwordHint}
              autoComplete="new-password"
            />
            <PlaceFields form={form} />
          </>
        )}
      </MutationDialog>
      <MadeOnce
        secret={made?.password ?? null}
        label={words.password}
        title={words.userCreated}
        lead={<Text size="sm">{words.passwordOnceHint(made?.email ?? '')}</Text>}
        onClose={() => setMade(null)}
      />
    </>
  );
}
