import { PasswordInput } from '@mantine/core';
import { commonTexts as words } from '../texts/common';
import type { SchemaForm } from './use-schema-form';

interface Props<Given extends Record<string, unknown>> {
  readonly form: SchemaForm<Given>;
  readonly name: keyof Given & string;
  readonly label: string;
  readonly repeatLabel: string;
}

/** Shows the fields of a new password and its repetition, for the rule `repeats`. */
export function NewPasswordFields<Given extends { readonly repeat: string } & Record<string, unknown>>({
  form,
  name,
  label,
  repeatLabel,
}: Props<Given>) {
  return (
    <>
      <PasswordInput
        {...form.getInputProps(name)}
        label={label}
        description={words.passwordLength}
        autoComplete="new-password"
        required
      />
      <PasswordInput {...form.getInputProps('repeat')} label={repeatLabel} autoComplete="new-password" required />
    </>
  );
}
