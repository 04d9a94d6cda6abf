import { TextInput } from '@mantine/core';
import { PlainButton } from '../../components/plain-button';
import { useState } from 'react';
import { object } from 'zod/mini';
import { UpdateOrganizationDocument } from '../../../../client/generated/graphql';
import { MutationDialog } from '../../components/form-dialog';
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
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PlainButton label={words.rename} onClick={() => setOpen(true)} />
      <MutationDialog
        opened={isOpen}
        title={words.renameName(name)}
        action={words.rename}
        schema={schema}
        initialValues={{ name }}
        onClose={() => setOpen(false)}
        mutation={UpdateOrganizationDocument}
        toInput={(values) => ({ id, ...values })}
        onDone={(_payload, values) => {
          showToast(words.renamed(values.name));
          onRenamed();
        }}
      >
        {(form) => <TextInput {...form.getInputProps('name')} label={words.name} required data-autofocus />}
      </MutationDialog>
    </>
  );
}
