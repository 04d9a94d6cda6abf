import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useClient } from 'urql';
import { ChangePasswordDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { getFormText } from '../../components/form-text';
import { Section } from '../../components/section';
import { showToast } from '../../components/toast';

const unequal: Failure = {
  message: 'The two new passwords differ.',
  fields: { repeat: "Doesn't match the password above" },
};

/** Changes the viewer's password. */
export function Password({ email }: { email: string }) {
  const client = useClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget: element } = event;
    const form = new FormData(element);
    const newPassword = getFormText(form, 'newPassword');
    if (newPassword !== getFormText(form, 'repeat')) return setFailure(unequal);
    setBusy(true);
    const { failure: refused } = await runMutation(client, ChangePasswordDocument, {
      input: { currentPassword: getFormText(form, 'currentPassword'), newPassword },
    });
    setBusy(false);
    setFailure(refused);
    if (refused) return;
    element.reset();
    showToast('The password is changed.');
  };
  const fields = failure?.fields ?? {};
  return (
    <Section title="Password" description="Signs you out of other browsers. API keys keep working.">
      <form data-guard onSubmit={(event) => void submit(event)}>
        <Stack maw={420}>
          {failure && (
            <Alert color="red" role="alert">
              {failure.message}
            </Alert>
          )}
          {/* Password managers need the user name. */}
          <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
          <PasswordInput
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            required
            error={fields.currentPassword}
          />
          <PasswordInput
            name="newPassword"
            label="New password"
            description="At least 8 characters."
            minLength={8}
            autoComplete="new-password"
            required
            error={fields.newPassword}
          />
          <PasswordInput
            name="repeat"
            label="New password again"
            autoComplete="new-password"
            required
            error={fields.repeat}
          />
          <Group>
            <Button type="submit" loading={isBusy}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
