import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useClient } from 'urql';
import { RegisterFirstAdminDocument } from '../../../client/generated/graphql';
import { runMutation } from '../api/run-mutation';
import type { Failure } from '../api/failure';
import { getFormText } from '../components/form-text';
import { useSession } from '../session/session';
import { StepButtons } from './step-buttons';
import { StepPage } from './step-page';

const unequal: Failure = { message: "Passwords don't match", fields: { repeat: "Doesn't match the password above" } };

/** Creates the first admin and signs in. */
export function AdminStep() {
  const { enter, reload } = useSession();
  const client = useClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = getFormText(form, 'password');
    if (password !== getFormText(form, 'repeat')) return setFailure(unequal);
    setBusy(true);
    const { failure: refused, payload } = await runMutation(client, RegisterFirstAdminDocument, {
      input: { name: getFormText(form, 'name').trim(), email: getFormText(form, 'email').trim(), password },
    });
    setFailure(refused);
    // The button stays disabled until the next step replaces the page.
    if (payload) await enter(payload.session);
    else setBusy(false);
  };
  const fields = failure?.fields ?? {};
  return (
    <StepPage
      step={1}
      description="The admin manages this installation and can invite users. Registration closes after this step."
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          {failure && (
            <Alert color="red" role="alert">
              {failure.message}
            </Alert>
          )}
          <TextInput
            name="name"
            label="Name"
            autoComplete="name"
            required
            autoFocus
            maxLength={255}
            error={fields.name}
          />
          <TextInput
            name="email"
            type="email"
            label="Email"
            description="Used to sign in. We don't send email."
            autoComplete="username"
            required
            error={fields.email}
          />
          <PasswordInput
            name="password"
            label="Password"
            description="At least 8 characters."
            minLength={8}
            autoComplete="new-password"
            required
            error={fields.password}
          />
          <PasswordInput
            name="repeat"
            label="Confirm password"
            autoComplete="new-password"
            required
            error={fields.repeat}
          />
          <StepButtons back={undefined} skip={undefined}>
            {failure?.message.includes('exists already') && (
              <Button variant="default" onClick={() => void reload()}>
                To the sign-in
              </Button>
            )}
            <Button type="submit" loading={isBusy}>
              Create admin
            </Button>
          </StepButtons>
        </Stack>
      </form>
    </StepPage>
  );
}
