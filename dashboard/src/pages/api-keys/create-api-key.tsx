import { Button, Group, Modal, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { CreateApiKeyDocument, type CreateApiKeyInput } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { ConnectCode } from '../../components/connect-code';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import { SecretOnce } from '../../components/secret-once';

interface Props {
  readonly opened: boolean;
  readonly projects: readonly { readonly value: string; readonly label: string }[];
  onCreated(): void;
  onClose(): void;
}

/** Creates an API key and shows it once. */
export function CreateApiKey({ opened, projects, onCreated, onClose }: Props) {
  const client = useClient();
  const [secret, setSecret] = useState<string | null>(null);
  const create = async (form: FormData): Promise<Failure | null> => {
    const { failure, payload } = await runMutation(client, CreateApiKeyDocument, { input: keyIn(form) });
    if (!payload) return failure;
    setSecret(payload.secret);
    onCreated();
    return null;
  };
  return (
    <>
      <FormDialog opened={opened} title="New API key" action="Create" onSubmit={create} onClose={onClose}>
        {(fields) => <Fields fields={fields} projects={projects} />}
      </FormDialog>
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title="API key created"
        closeOnClickOutside={false}
        size="lg"
        centered
      >
        <Stack>
          {secret !== null && <SecretOnce secret={secret} label="API key" />}
          <ConnectCode secret={secret} />
          <Group justify="flex-end">
            <Button onClick={() => setSecret(null)}>Done</Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

const day = 86_400_000;
const terms = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'Custom date' },
];

function keyIn(form: FormData): CreateApiKeyInput {
  return {
    label: getFormText(form, 'label').trim(),
    projectId: getFormText(form, 'project') || null,
    readOnly: form.has('readOnly'),
    expiresAt: expiryIn(form),
  };
}

function expiryIn(form: FormData): string | null {
  const term = getFormText(form, 'term');
  if (term === '') return null;
  // The day ends in local time, not in UTC.
  return (
    term === 'date' ? new Date(`${getFormText(form, 'date')}T23:59:59`) : new Date(Date.now() + Number(term) * day)
  ).toISOString();
}

function Fields({ fields, projects }: { fields: Failure['fields']; projects: Props['projects'] }) {
  const [term, setTerm] = useState('');
  const isDay = term === 'date';
  return (
    <>
      <TextInput
        name="label"
        label="Label"
        description="For example, the name of the application."
        required
        maxLength={255}
        data-autofocus
        autoComplete="off"
        error={fields.label}
      />
      <NativeSelect
        name="project"
        label="Project"
        description="Restrict the key to one project."
        data={[{ value: '', label: 'All your projects' }, ...projects]}
        error={fields.projectId}
      />
      <Switch
        name="readOnly"
        label="Read only"
        description="Can search and list, but not change anything."
        error={fields.readOnly}
      />
      <NativeSelect
        name="term"
        label="Expires"
        data={terms}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
        error={isDay ? undefined : fields.expiresAt}
      />
      {isDay && <TextInput name="date" type="date" label="Last day" required error={fields.expiresAt} />}
    </>
  );
}
