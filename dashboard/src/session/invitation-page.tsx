import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useClient } from 'urql';
import { AcceptInvitationDocument } from '../../../client/generated/graphql';
import { runMutation } from '../api/run-mutation';
import type { Failure } from '../api/failure';
import { getFormText } from '../components/form-text';
import { FrontPage } from '../components/front-page';
import { useSession } from './session';

/** Accepts the invitation whose token is in the URL. */
export function InvitationPage() {
  const [params] = useSearchParams();
  const { enter } = useSession();
  const client = useClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const input = {
      token: params.get('token') ?? '',
      name: getFormText(form, 'name'),
      password: getFormText(form, 'password'),
    };
    setBusy(true);
    const { failure: refused, payload } = await runMutation(client, AcceptInvitationDocument, { input });
    setFailure(refused);
    // The button stays disabled until the dashboard replaces the page.
    if (payload) await enter(payload.session);
    else setBusy(false);
  };
  return (
    <FrontPage title="Accept invitation">
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          {failure && (
            <Alert color="red" role="alert">
              {failure.fields.token ?? failure.message}
            </Alert>
          )}
          <TextInput
            name="name"
            label="Your name"
            autoComplete="name"
            required
            autoFocus
            error={failure?.fields.name}
          />
          <PasswordInput
            name="password"
            label="Password"
            description="At least 8 characters."
            minLength={8}
            autoComplete="new-password"
            required
            error={failure?.fields.password}
          />
          <Button type="submit" loading={isBusy}>
            Accept invitation
          </Button>
        </Stack>
      </form>
    </FrontPage>
  );
}
