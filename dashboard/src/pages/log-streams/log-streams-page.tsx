import { NumberInput, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { boolean, enum as oneOf, object, string, type input } from 'zod/mini';
import {
  CreateLogStreamDocument,
  LogStreamsDocument,
  type LogStreamFormat,
  type LogStreamSource,
} from '../../api/graphql';
import { AddButton } from '../../components/add-button';
import { toChoices } from '../../components/choices';
import { EmptyState } from '../../components/empty-state';
import { MutationDialog } from '../../components/form-dialog';
import { MadeOnce } from '../../components/made-once';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import { name, optionalInteger, webAddress } from '../../components/rules';
import { Segments } from '../../components/segments';
import { Select } from '../../components/select';
import { showToast } from '../../components/toast';
import { useInterval } from '../../components/use-interval';
import type { SchemaForm } from '../../components/use-schema-form';
import { useUrlFilters } from '../../components/use-url-filters';
import { useOrganizationPermission, useProjectPermission } from '../../shell/permissions';
import { useProject, useProjectId } from '../../shell/project';
import { logStreamsTexts as words } from '../../texts/log-streams';
import { LogStreamTable } from './log-stream-table';

/** How often the page reads lag and state again. */
const refreshMs = 10_000;

/** Log streams of the project, or of its organization for OWNERs of the organization. */
export function LogStreamsPage() {
  const projectId = useProjectId();
  const { organizationId } = useProject();
  const { params, change } = useUrlFilters();
  const readsOrganization = useOrganizationPermission(organizationId, 'ORGANIZATION_LOG_STREAM_READ');
  const writesProject = useProjectPermission(projectId, 'LOG_STREAM_WRITE');
  const scope = readsOrganization && params.get('scope') === 'organization' ? 'organization' : 'project';
  const place = scope === 'organization' && organizationId ? { organizationId } : { projectId };
  return (
    <LogStreams key={`${projectId} ${scope}`} place={place} canWrite={scope === 'organization' || writesProject}>
      {readsOrganization && (
        <Segments
          label={words.scope}
          value={scope}
          onChange={(next) => change({ scope: next === 'project' ? null : next })}
          choices={[
            { value: 'project', label: words.project },
            { value: 'organization', label: words.organization },
          ]}
        />
      )}
    </LogStreams>
  );
}

interface Props {
  readonly place: { readonly projectId: string } | { readonly organizationId: string };
  /** Whether the viewer may create streams here. Streams are visible to OWNERs only. */
  readonly canWrite: boolean;
  readonly children: React.ReactNode;
}

function LogStreams({ place, canWrite, children }: Props) {
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const query = useListQuery(LogStreamsDocument, { ...place }, ({ logStreams }) => logStreams);
  const { again } = query;
  useInterval(again, refreshMs);
  return (
    <>
      <PageHeader title={words.logStreams} description={words.pageDescription}>
        {children}
        {canWrite && <AddButton label={words.newLogStream} onClick={() => setCreating(true)} />}
      </PageHeader>
      <PagedList query={query} empty={<EmptyState title={words.noLogStreamsYet}>{words.emptyHint}</EmptyState>}>
        {(streams) => <LogStreamTable streams={streams} onChanged={again} />}
      </PagedList>
      <MutationDialog
        opened={isCreating}
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
          again();
        }}
        onClose={() => setCreating(false)}
      >
        {(form) => <Fields form={form} />}
      </MutationDialog>
      {/* A stream without a token has a secret. */}
      <MadeOnce
        secret={secret}
        label={words.signingSecret}
        title={words.logStreamCreated}
        onClose={() => setSecret(null)}
      >
        <p>{words.signingSecretHint}</p>
      </MadeOnce>
    </>
  );
}

const schema = object({
  name,
  source: oneOf(Object.keys(words.sources) as [LogStreamSource, ...LogStreamSource[]]),
  format: oneOf(Object.keys(words.formats) as [LogStreamFormat, ...LogStreamFormat[]]),
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

function Fields({ form }: { form: SchemaForm<input<typeof schema>> }) {
  return (
    <>
      <TextInput {...form.getInputProps('name')} label={words.name} required data-autofocus />
      <Select {...form.getInputProps('source')} label={words.log} choices={toChoices(words.sources)} />
      <Select {...form.getInputProps('format')} label={words.format} choices={toChoices(words.formats)} />
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
