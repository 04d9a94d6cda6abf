import { Anchor, Button, Code, Collapse, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { object } from 'zod/mini';
import { LoginDocument } from '../api/graphql';
import { useMutate } from '../api/run-mutation';
import { Dialog } from '../components/dialog';
import { Form } from '../components/form';
import { FrontPage } from '../components/front-page';
import { email, typed } from '../components/rules';
import { useSchemaForm } from '../components/use-schema-form';
import { useSession } from './session';
import { sessionTexts as words } from '../texts/session';

const schema = object({ email, password: typed });

/** Signs in with an email address and a password. */
export function LoginPage() {
  return (
    <FrontPage title={words.signIn}>
      <SignIn />
    </FrontPage>
  );
}

/** Signs in above a page whose session has ended, so that typed text stays. */
export function SignInAgain() {
  return (
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title={words.signIn}
      overlayProps={{ backgroundOpacity: 0.6, blur: 12 }}
      // Above every other dialog.
      zIndex="var(--mantine-z-index-max)"
    >
      <Stack>
        <SignIn />
      </Stack>
    </Dialog>
  );
}

function SignIn() {
  const { state, enter } = useSession();
  const mutate = useMutate();
  const [forgotten, { toggle }] = useDisclosure(false);
  const form = useSchemaForm({
    schema,
    initialValues: { email: '', password: '' },
    async onSubmit(input) {
      const { failure, payload } = await mutate(LoginDocument, input);
      if (payload) await enter(payload.session);
      return failure;
    },
  });

  return (
    <>
      {'hasEnded' in state && state.hasEnded && <p role="status">{words.sessionEnded}</p>}
      <Form form={form}>
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label={words.email}
          autoComplete="username"
          required
          autoFocus
          data-autofocus
        />
        <PasswordInput
          {...form.getInputProps('password')}
          label={words.password}
          autoComplete="current-password"
          required
        />
        <Button type="submit" loading={form.submitting}>
          {words.signIn}
        </Button>
      </Form>
      <Anchor component="button" type="button" size="sm" onClick={toggle} aria-expanded={forgotten}>
        {words.forgotThePassword}
      </Anchor>
      <Collapse expanded={forgotten}>
        <p>{words.forgottenPasswordHint}</p>
        <Code block>npm run reset-admin-password -- --email you@example.com</Code>
      </Collapse>
    </>
  );
}
