import { TextInput } from '@mantine/core';
import { useClient } from 'urql';
import { object, string, type output } from 'zod/mini';
import { UpdateApiKeyDocument, type ApiKeyPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { toUtc } from '../../components/format-date';
import { name } from '../../components/rules';
import { Select } from '../../components/select';
import { showToast } from '../../components/toast';
import { apiKeysTexts as words } from '../../texts/api-keys';
import { ExpiryFields, expiryRules, requiresDay, toExpiry } from './expiry-fields';

const schema = object({ label: name, project: string(), ...expiryRules }).check(requiresDay);

interface Props {
  readonly apiKey: ApiKeyPartsFragment;
  readonly projects: readonly { readonly value: string; readonly label: string }[];
  onChanged(): void;
  onClose(): void;
}

/** Changes the label, project and expiry of a key. Its secret stays. */
export function EditApiKey({ apiKey, projects, onChanged, onClose }: Props) {
  const client = useClient();
  const { id, label, projectId, expiresAt } = apiKey;
  const save = async (values: output<typeof schema>) => {
    const expiry = toExpiry(values);
    const input = {
      ...{ id, label: values.label, projectId: values.project || null },
      ...(expiry !== undefined && { expiresAt: expiry }),
    };
    const { failure, payload } = await runMutation(client, UpdateApiKeyDocument, { input });
    if (!payload) return failure;
    showToast(words.apiKeySaved);
    onChanged();
    return null;
  };
  return (
    <FormDialog
      opened
      title={words.editTitle(label)}
      action={words.save}
      schema={schema}
      initialValues={{ label, project: projectId ?? '', term: 'keep', date: '' }}
      serverNames={{ projectId: 'project', expiresAt: 'date' }}
      onSubmit={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput {...form.getInputProps('label')} label={words.label} required data-autofocus autoComplete="off" />
          <Select
            {...form.getInputProps('project')}
            label={words.project}
            description={words.projectHint}
            choices={[{ value: '', label: words.allYourProjects }, ...projects]}
          />
          <ExpiryFields form={form} keep={expiresAt ? words.keepExpiry(toUtc(expiresAt)) : words.keepNever} />
        </>
      )}
    </FormDialog>
  );
}
