import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useClient } from 'urql';
import { object } from 'zod/mini';
import { AcceptInvitationDocument } from '../../../client/generated/graphql';
import { runMutation } from '../api/run-mutation';
import { Form } from '../components/form';
import { FrontPage } from '../components/front-page';
import { name, newPassword } from '../components/rules';
import { useSchemaForm } from '../components/use-schema-form';
import { useSession } from './session';
import { sessionTexts as words } from '../texts/session';

const schema = object({ name, password: newPassword });

/** Accepts the invitation whose token is in the URL. */
export function InvitationPage() {
  const [params] = useSearchParams();
  const { enter } = useSession();
  const client = useClient();
  const form = useSchemaForm({
    schema,
    initialValues: { name: '', password: '' },
    async onSubmit(values) {
      const input = { token: params.get('token') ?? '', ...values };
      const { failure, payload } = await runMutation(client, AcceptInvitationDocument, { input });
      if (payload) await enter(payload.session);
      return failure && { ...failure, message: failure.fields.token ?? failure.message };
    },
  });
  return (
    <FrontPage title={words.acceptInvitation}>
      <Form form={form}>
        <TextInput {...form.getInputProps('name')} label={words.yourName} autoComplete="name" required autoFocus />
        <PasswordInput
          {...form.getInputProps('password')}
          label={words.password}
          description={words.atLeast8Characters}
          autoComplete="new-password"
          required
        />
        <Button type="submit" loading={form.submitting}>
          {words.acceptInvitation}
        </Button>
      </Form>
    </FrontPage>
  );
}
