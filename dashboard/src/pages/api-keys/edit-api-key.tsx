import { TextInput } from '@mantine/core';
import { object, string } from 'zod/mini';
import { UpdateApiKeyDocument, type ApiKeyPartsFragment } from '../../api/graphql';
import { MutationDialog } from '../../components/form-dialog';
import { toUtc } from '../../components/format-date';
import { name as nameRule } from '../../components/rules';
import { Select } from '../../components/select';
import { apiKeysTexts as words } from '../../texts/api-keys';
import { ExpiryFields, expiryRules, requiresDay, toExpiry } from './expiry-fields';

const schema = object({ label: nameRule, project: string(), ...expiryRules }).check(requiresDay);

interface Props {
  readonly apiKey: ApiKeyPartsFragment;
  readonly projects: readonly { readonly value: string; readonly label: string }[];
  onChanged(): void;
  onClose(): void;
}

/** Changes the label, project and expiry of a key. Its secret stays. */
export function EditApiKey({ apiKey, projects, onChanged, onClose }: Props) {
  const { id, label, projectId, expiresAt } = apiKey;
  return (
    <MutationDialog
      opened
      title={words.editLabel(label)}
      action={words.save}
      schema={schema}
      initialValues={{ label, project: projectId ?? '', term: 'keep', date: '' }}
      serverNames={{ projectId: 'project', expiresAt: 'date' }}
      mutation={UpdateApiKeyDocument}
      toInput={({ project, label: name, ...values }) => {
        const expiry = toExpiry(values);
        return { id, label: name, projectId: project || null, ...(expiry !== undefined && { expiresAt: expiry }) };
      }}
      done={words.apiKeySaved}
      onDone={onChanged}
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
    </MutationDialog>
  );
}
