import { TextInput } from '@mantine/core';
import { PlainButton } from '../../components/plain-button';
import { useState } from 'react';
import { useClient } from 'urql';
import { object, type output } from 'zod/mini';
import { UpdateOrganizationDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { name as nameRule } from '../../components/rules';
import { showToast } from '../../components/toast';
import { organizationsTexts as words } from '../../texts/organizations';

const schema = object({ name: nameRule });

interface Props {
  readonly organization: { readonly id: string; readonly name: string };
  onRenamed(): void;
}

/** Shows a button that renames an organization in a dialog. */
export function RenameOrganization({ organization: { id, name }, onRenamed }: Props) {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const rename = async (values: output<typeof schema>) => {
    const { failure } = await runMutation(client, UpdateOrganizationDocument, { input: { id, ...values } });
    if (failure) return failure;
    showToast(words.renamed(values.name));
    onRenamed();
    return null;
  };
  return (
    <>
      <PlainButton label={words.rename} onClick={() => setOpen(true)} />
      <FormDialog
        opened={isOpen}
        title={words.renameName(name)}
        action={words.rename}
        schema={schema}
        initialValues={{ name }}
        onClose={() => setOpen(false)}
        onSubmit={rename}
      >
        {(form) => <TextInput {...form.getInputProps('name')} label={words.name} required data-autofocus />}
      </FormDialog>
    </>
  );
}
