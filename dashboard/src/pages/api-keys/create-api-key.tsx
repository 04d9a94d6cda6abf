import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { boolean, object, string, type output } from 'zod/mini';
import { CreateApiKeyDocument } from '../../../../client/generated/graphql';
import { ConnectCode } from '../../components/connect-code';
import { MutationDialog } from '../../components/form-dialog';
import { MadeOnce } from '../../components/made-once';
import { name } from '../../components/rules';
import { Select } from '../../components/select';
import type { SchemaForm } from '../../components/use-schema-form';
import { apiKeysTexts as words } from '../../texts/api-keys';
import { ExpiryFields, expiryRules, requiresDay, toExpiry } from './expiry-fields';

interface Props {
  readonly opened: boolean;
  readonly projects: readonly { readonly value: string; readonly label: string }[];
  onCreated(): void;
  onClose(): void;
}

const schema = object({ label: name, project: string(), isReadOnly: boolean(), ...expiryRules }).check(requiresDay);
type Values = output<typeof schema>;

const initialValues: Values = { label: '', project: '', isReadOnly: false, term: '', date: '' };

/** Creates an API key and shows it once. */
export function CreateApiKey({ opened, projects, onCreated, onClose }: Props) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <MutationDialog
        opened={opened}
        title={words.newApiKey}
        action={words.create}
        schema={schema}
        initialValues={initialValues}
        serverNames={{ projectId: 'project', expiresAt: 'date' }}
        mutation={CreateApiKeyDocument}
        toInput={({ label, project, isReadOnly, ...expiry }) => ({
          label,
          projectId: project || null,
          isReadOnly,
          expiresAt: toExpiry(expiry),
        })}
        onDone={(payload) => {
          setSecret(payload.secret);
          onCreated();
        }}
        onClose={onClose}
      >
        {(form) => <Fields form={form} projects={projects} />}
      </MutationDialog>
      <MadeOnce
        secret={secret}
        label={words.apiKey}
        title={words.apiKeyCreated}
        size="lg"
        onClose={() => setSecret(null)}
      >
        <ConnectCode secret={secret} />
      </MadeOnce>
    </>
  );
}

function Fields({ form, projects }: { form: SchemaForm<Values>; projects: Props['projects'] }) {
  return (
    <>
      <TextInput
        {...form.getInputProps('label')}
        label={words.label}
        description={words.labelHint}
        required
        data-autofocus
        autoComplete="off"
      />
      <Select
        {...form.getInputProps('project')}
        label={words.project}
        description={words.projectHint}
        choices={[{ value: '', label: words.allYourProjects }, ...projects]}
      />
      <Switch
        {...form.getInputProps('isReadOnly', { type: 'checkbox' })}
        label={words.readOnly}
        description={words.readOnlyHint}
      />
      <ExpiryFields form={form} />
    </>
  );
}
