import {
  Button,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import {
  CreateLogStreamDocument,
  type LogStreamFormat,
  type LogStreamSource,
} from '../../../../client/generated/graphql';
import type { Failure } from '../../api/failure';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import { SecretOnce } from '../../components/secret-once';
import { showToast } from '../../components/toast';
import { formats, sources } from './labels';

interface Props {
  readonly opened: boolean;
  readonly place: { readonly projectId: string } | { readonly organizationId: string };
  onCreated(): void;
  onClose(): void;
}

/** Creates a log stream. Shows the signing secret of a stream without a token. */
export function CreateLogStream({ opened, place, onCreated, onClose }: Props) {
  const client = useClient();
  const [secret, setSecret] = useState<string | null>(null);
  const create = async (form: FormData): Promise<Failure | null> => {
    const input = { ...place, ...readLogStream(form) };
    const { failure, payload } = await runMutation(client, CreateLogStreamDocument, { input });
    if (!payload) return failure;
    if (payload.secret === null) showToast('Log stream created');
    setSecret(payload.secret ?? null);
    onCreated();
    return null;
  };
  return (
    <>
      <FormDialog opened={opened} title="New log stream" action="Create" onSubmit={create} onClose={onClose}>
        {(fields) => <Fields fields={fields} />}
      </FormDialog>
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title="Log stream created"
        closeOnClickOutside={false}
        centered
      >
        <Stack>
          {secret !== null && <SecretOnce secret={secret} label="Signing secret" />}
          <Text size="sm">Batches are signed with this secret according to Standard Webhooks.</Text>
          <Group justify="flex-end">
            <Button onClick={() => setSecret(null)}>Done</Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function Fields({ fields }: { fields: Failure['fields'] }) {
  return (
    <>
      <TextInput name="name" label="Name" required maxLength={255} data-autofocus error={fields.name} />
      <NativeSelect name="source" label="Log" data={[...sources]} />
      <NativeSelect name="format" label="Format" data={[...formats]} />
      <TextInput
        name="url"
        label="URL"
        placeholder="https://logs.example.com/ingest"
        description="Must be on the public internet unless the operator allows other hosts."
        required
        error={fields.url}
      />
      <PasswordInput
        name="token"
        label="Token"
        description="Token of the endpoint. Empty: batches are signed."
        autoComplete="off"
        error={fields.token}
      />
      <NumberInput
        name="batchSize"
        label="Rows per batch"
        min={1}
        max={1000}
        defaultValue={500}
        error={fields.batchSize}
      />
      <Switch name="isCompressed" label="Compress with gzip" defaultChecked />
    </>
  );
}

function readLogStream(form: FormData) {
  const choose = <Value extends string>(name: string, options: readonly { value: Value }[], standard: Value): Value =>
    options.find(({ value }) => value === form.get(name))?.value ?? standard;
  return {
    name: getFormText(form, 'name').trim(),
    source: choose<LogStreamSource>('source', sources, 'AUDIT_LOG'),
    format: choose<LogStreamFormat>('format', formats, 'NDJSON'),
    url: getFormText(form, 'url').trim(),
    token: getFormText(form, 'token') || null,
    batchSize: Number(getFormText(form, 'batchSize')) || null,
    isCompressed: form.has('isCompressed'),
  };
}
