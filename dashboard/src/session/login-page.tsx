import { Anchor, Button, Code, Collapse, PasswordInput, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useClient } from 'urql';
import { object } from 'zod/mini';
import { LoginDocument } from '../../../client/generated/graphql';
import { runMutation } from '../api/run-mutation';
import { Form } from '../components/form';
import { FrontPage } from '../components/front-page';
import { email, typed } from '../components/rules';
import { useSchemaForm } from '../components/use-schema-form';
import { useSession } from './session';

const schema = object({ email, password: typed });

/** Signs in with an email address and a password. */
export function LoginPage() {
  const { enter } = useSession();
  const client = useClient();
  const [forgotten, { toggle }] = useDisclosure(false);
  const form = useSchemaForm({
    schema,
    initialValues: { email: '', password: '' },
    async onSubmit(input) {
      const { failure, payload } = await runMutation(client, LoginDocument, { input });
      if (payload) await enter(payload.session);
      return failure;
    },
  });

  return (
    <FrontPage title="Sign in">
      <Form form={form}>
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label="Email"
          autoComplete="username"
          required
          autoFocus
        />
        <PasswordInput {...form.getInputProps('password')} label="Password" autoComplete="current-password" required />
        <Button type="submit" loading={form.submitting}>
          Sign in
        </Button>
      </Form>
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
