import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { boolean, object, refine, string, type output } from 'zod/mini';
import { CreateApiKeyDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { ConnectCode } from '../../components/connect-code';
import { FormDialog } from '../../components/form-dialog';
import { MadeOnce } from '../../components/made-once';
import { name } from '../../components/rules';
import type { SchemaForm } from '../../components/use-schema-form';
import { texts } from '../../texts';
import { apiKeysTexts as words } from '../../texts/api-keys';

interface Props {
  readonly opened: boolean;
  readonly projects: readonly { readonly value: string; readonly label: string }[];
  onCreated(): void;
  onClose(): void;
}

const schema = object({ label: name, project: string(), readOnly: boolean(), term: string(), date: string() }).check(
  refine(({ term, date }) => term !== 'date' || date !== '', { error: texts.form.day, path: ['date'] }),
);
type Values = output<typeof schema>;

const initialValues: Values = { label: '', project: '', readOnly: false, term: '', date: '' };

/** Creates an API key and shows it once. */
export function CreateApiKey({ opened, projects, onCreated, onClose }: Props) {
  const client = useClient();
  const [secret, setSecret] = useState<string | null>(null);
  const create = async (values: Values) => {
    const { label, project, readOnly } = values;
    const input = { label, projectId: project || null, readOnly, expiresAt: toExpiry(values) };
    const { failure, payload } = await runMutation(client, CreateApiKeyDocument, { input });
    if (!payload) return failure;
    setSecret(payload.secret);
    onCreated();
    return null;
  };
  return (
    <>
      <FormDialog
        opened={opened}
        title={words.newApiKey}
        action={words.create}
        schema={schema}
        initialValues={initialValues}
        serverNames={{ projectId: 'project', expiresAt: 'date' }}
        onSubmit={create}
        onClose={onClose}
      >
        {(form) => <Fields form={form} projects={projects} />}
      </FormDialog>
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

const day = 86_400_000;
const terms = [
  { value: '', label: words.never },
  { value: '7', label: words.in7Days },
  { value: '30', label: words.in30Days },
  { value: '90', label: words.in90Days },
  { value: '365', label: words.inAYear },
  { value: 'date', label: words.customDate },
];

function toExpiry({ term, date }: Values): string | null {
  if (term === '') return null;
  // The day ends in local time, not in UTC.
  return (term === 'date' ? new Date(`${date}T23:59:59`) : new Date(Date.now() + Number(term) * day)).toISOString();
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
      <NativeSelect
        {...form.getInputProps('project')}
        label={words.project}
        description={words.projectHint}
        data={[{ value: '', label: words.allYourProjects }, ...projects]}
      />
      <Switch
        {...form.getInputProps('readOnly', { type: 'checkbox' })}
        label={words.readOnly}
        description={words.readOnlyHint}
      />
      <NativeSelect {...form.getInputProps('term')} label={words.expires} data={terms} />
      {form.values.term === 'date' && (
        <TextInput {...form.getInputProps('date')} type="date" label={words.lastDay} required />
      )}
    </>
  );
}
