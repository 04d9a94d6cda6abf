import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { object } from 'zod/mini';
import { RegisterFirstAdminDocument } from '../../../client/generated/graphql';
import { runMutation } from '../api/run-mutation';
import { Form } from '../components/form';
import { email, name, newPassword, repeats, typed } from '../components/rules';
import { useSchemaForm } from '../components/use-schema-form';
import { useSession } from '../session/session';
import { StepButtons } from './step-buttons';
import { StepPage } from './step-page';

const schema = object({ name, email, password: newPassword, repeat: typed }).check(repeats('password'));

/** Creates the first admin and signs in. */
export function AdminStep() {
  const { enter, reload } = useSession();
  const client = useClient();
  const [isTaken, setTaken] = useState(false);
  const form = useSchemaForm({
    schema,
    initialValues: { name: '', email: '', password: '', repeat: '' },
    async onSubmit({ repeat: _repeat, ...input }) {
      const { failure, payload } = await runMutation(client, RegisterFirstAdminDocument, { input });
      setTaken(failure?.message.includes('exists already') ?? false);
      // The button stays disabled until the next step replaces the page.
      if (payload) await enter(payload.session);
      return failure;
    },
  });
  return (
    <StepPage
      step={1}
      description="The admin manages this installation and can invite users. Registration closes after this step."
    >
      <Form form={form}>
        <TextInput {...form.getInputProps('name')} label="Name" autoComplete="name" required autoFocus />
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label="Email"
          description="Used to sign in. We don't send email."
          autoComplete="username"
          required
        />
        <PasswordInput
          {...form.getInputProps('password')}
          label="Password"
          description="At least 8 characters."
          autoComplete="new-password"
          required
        />
        <PasswordInput
          {...form.getInputProps('repeat')}
          label="Confirm password"
          autoComplete="new-password"
          required
        />
        <StepButtons back={undefined} skip={undefined}>
          {isTaken && (
            <Button variant="default" onClick={() => void reload()}>
              To the sign-in
            </Button>
          )}
          <Button type="submit" loading={form.submitting}>
            Create admin
          </Button>
        </StepButtons>
      </Form>
    </StepPage>
  );
}
