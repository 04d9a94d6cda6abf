import { PasswordInput } from '@mantine/core';
import { object } from 'zod/mini';
import { ChangePasswordDocument } from '../../../../client/generated/graphql';
import { useMutate } from '../../api/run-mutation';
import { Form } from '../../components/form';
import { NewPasswordFields } from '../../components/new-password-fields';
import { newPassword, repeats, typed } from '../../components/rules';
import { Section } from '../../components/section';
import { showToast } from '../../components/toast';
import { useSchemaForm } from '../../components/use-schema-form';
import { settingsTexts as words } from '../../texts/settings';

const schema = object({ currentPassword: typed, newPassword, repeat: typed }).check(repeats('newPassword'));

/** Changes the viewer's password. */
export function Password({ email }: { email: string }) {
  const mutate = useMutate();
  const form = useSchemaForm({
    schema,
    initialValues: { currentPassword: '', newPassword: '', repeat: '' },
    async onSubmit({ repeat: _repeat, ...input }) {
      const { failure } = await mutate(ChangePasswordDocument, input);
      if (failure) return failure;
      form.reset();
      showToast(words.passwordChanged);
      return null;
    },
  });
  return (
    <Section title={words.password} description={words.passwordHint}>
      <Form form={form} isGuarded action={words.changePassword}>
        {/* Password managers need the user name. */}
        <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          {...form.getInputProps('currentPassword')}
          label={words.currentPassword}
          autoComplete="current-password"
          required
        />
        <NewPasswordFields
          form={form}
          name="newPassword"
          label={words.newPassword}
          repeatLabel={words.newPasswordAgain}
        />
      </Form>
    </Section>
  );
}
