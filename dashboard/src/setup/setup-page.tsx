import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useClient } from 'urql';
import { RegisterFirstAdminDocument } from '../../../client/generated/graphql';
import { act } from '../api/act';
import type { Failure } from '../api/failure';
import { formText } from '../components/form-text';
import { FrontPage } from '../components/front-page';
import { useSession } from '../session/session';

export function SetupPage() {
  const { enter } = useSession();
  const client = useClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { failure: refused, payload } = await act(client, RegisterFirstAdminDocument, { input: { name: formText(form, 'name'), email: formText(form, 'email'), password: formText(form, 'password') } });
    setFailure(refused);
    if (payload) await enter(payload.session);
  };
  return (
    <FrontPage title="Welcome">
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          {failure && <Alert color="red">{failure.message}</Alert>}
          <TextInput name="name" label="Name" required error={failure?.fields.name} />
          <TextInput name="email" label="E-mail" required error={failure?.fields.email} />
          <PasswordInput name="password" label="Password" required error={failure?.fields.password} />
          <Button type="submit">Create the admin</Button>
        </Stack>
      </form>
    </FrontPage>
  );
}
