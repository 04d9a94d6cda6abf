import { NumberInput, PasswordInput, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { boolean, enum as oneOf, object, string, type input } from 'zod/mini';
import {
  CreateLogStreamDocument,
  type LogStreamFormat,
  type LogStreamSource,
} from '../../../../client/generated/graphql';
import { MutationDialog } from '../../components/form-dialog';
import { name, optionalInteger, webAddress } from '../../components/rules';
import { MadeOnce } from '../../components/made-once';
import { Select } from '../../components/select';
import { showToast } from '../../components/toast';
import type { SchemaForm } from '../../components/use-schema-form';
import { formats, sources } from './labels';
import { logStreamsTexts as words } from '../../texts/log-streams';

interface Props {
  readonly opened: boolean;
  readonly place: { readonly projectId: string } | { readonly organizationId: string };
  onCreated(): void;
  onClose(): void;
}

const schema = object({
  name,
  source: oneOf(sources.map(({ value }) => value) as [LogStreamSource, ...LogStreamSource[]]),
  format: oneOf(formats.map(({ value }) => value) as [LogStreamFormat, ...LogStreamFormat[]]),
  url: webAddress,
  token: string(),
  batchSize: optionalInteger(1, 1000),
  isCompressed: boolean(),
});

const initialValues: input<typeof schema> = {
  name: '',
  source: 'AUDIT_LOG',
  format: 'NDJSON',
  url: '',
  token: '',
  batchSize: 500,
  isCompressed: true,
};

/** Creates a log stream. Shows the signing secret of a stream without a token. */
export function CreateLogStream({ opened, place, onCreated, onClose }: Props) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <MutationDialog
        opened={opened}
        title={words.newLogStream}
        action={words.create}
        schema={schema}
        initialValues={initialValues}
        mutation={CreateLogStreamDocument}
        toInput={({ batchSize, token, ...values }) => ({
          ...{ ...place, ...values, token: token || null },
          ...(batchSize !== null && { batchSize }),
        })}
        onDone={(payload) => {
          if (payload.secret === null) showToast(words.logStreamCreated);
          setSecret(payload.secret ?? null);
          onCreated();
        }}
        onClose={onClose}
      >
        {(form) => <Fields form={form} />}
      </MutationDialog>
      <MadeOnce
        secret={secret}
        label={words.signingSecret}
        title={words.logStreamCreated}
        onClose={() => setSecret(null)}
      >
        <Text size="sm">{words.signingSecretHint}</Text>
      </MadeOnce>
    </>
  );
}

function Fields({ form }: { form: SchemaForm<input<typeof schema>> }) {
  return (
    <>
      <TextInput {...form.getInputProps('name')} label={words.name} required data-autofocus />
      <Select {...form.getInputProps('source')} label={words.log} choices={sources} />
      <Select {...form.getInputProps('format')} label={words.format} choices={formats} />
      <TextInput
        {...form.getInputProps('url')}
        label={words.url}
        placeholder={words.urlExample}
        description={words.urlHint}
        required
      />
      <PasswordInput
        {...form.getInputProps('token')}
        label={words.token}
        description={words.tokenHint}
        autoComplete="off"
      />
      <NumberInput {...form.getInputProps('batchSize')} label={words.rowsPerBatch} min={1} max={1000} />
      <Switch {...form.getInputProps('isCompressed', { type: 'checkbox' })} label={words.compressWithGzip} />
    </>
  );
}
