import { Alert, Anchor, Button, Code, Collapse, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { useMutation } from 'urql';
import { LoginDocument } from '../../../client/generated/graphql';
import { failureIn, toFailure } from '../api/failure';
import { getFormText } from '../components/form-text';
import { FrontPage } from '../components/front-page';
import { useSession } from './session';

/** Signs in with an email address and a password. */
export function LoginPage() {
  const { enter } = useSession();
  const [{ fetching }, login] = useMutation(LoginDocument);
  const [message, setMessage] = useState<string | null>(null);
  const [forgotten, { toggle }] = useDisclosure(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { data, error } = await login({
      input: { email: getFormText(form, 'email'), password: getFormText(form, 'password') },
    });
    const failure = error ? toFailure(error) : failureIn(data?.login);
    setMessage(failure?.message ?? null);
    if (data?.login.__typename === 'LoginPayload') await enter(data.login.session);
  };

  return (
    <FrontPage title="Sign in">
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          {message && (
            <Alert color="red" role="alert">
              {message}
            </Alert>
          )}
          <TextInput name="email" type="email" label="Email" autoComplete="username" required autoFocus />
          <PasswordInput name="password" label="Password" autoComplete="current-password" required />
          <Button type="submit" loading={fetching}>
            Sign in
          </Button>
        </Stack>
      </form>
      <Anchor component="button" type="button" size="sm" onClick={toggle} aria-expanded={forgotten}>
        Forgot the password?
      </Anchor>
      <Collapse expanded={forgotten}>
        <Text size="sm">Ask an admin to remove and re-invite you, or run this on the server:</Text>
        <Code block>npm run reset-admin-password -- --email you@example.com</Code>
      </Collapse>
    </FrontPage>
  );
}
