import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { boolean, object, string, type output } from 'zod/mini';
import { ApiKeysDocument, CreateApiKeyDocument, type ApiKeyPartsFragment } from '../../api/graphql';
import { AddButton } from '../../components/add-button';
import { ConnectCode } from '../../components/connect-code';
import { pingSample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { MutationDialog } from '../../components/form-dialog';
import { MadeOnce } from '../../components/made-once';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import { withoutReplaced } from '../../components/replaced-keys';
import { name } from '../../components/rules';
import { Select } from '../../components/select';
import { useMissingLink } from '../../components/use-missing-link';
import { useUrlFilters } from '../../components/use-url-filters';
import { useViewer } from '../../session/session';
import { useProjects } from '../../shell/use-projects';
import { apiKeysTexts as words } from '../../texts/api-keys';
import { ApiKeyTable } from './api-key-table';
import { ExpiryFields, expiryRules, requiresDay, toExpiry } from './expiry-fields';
import { RotateApiKey } from './rotate-api-key';

/** Lists the viewer's API keys, creates and revokes them. */
export function ApiKeysPage() {
  const { user } = useViewer();
  if (user) return <OwnKeys />;
  return (
    <>
      <PageHeader title={words.apiKeys} description={words.description} />
      <EmptyState title={words.noAccountYet}>{words.noAccountHint}</EmptyState>
    </>
  );
}

function OwnKeys() {
  const [isCreating, setCreating] = useState(false);
  const { params, change } = useUrlFilters();
  const rotated = params.get('rotate');
  const query = useListQuery(ApiKeysDocument, {}, ({ apiKeys }) => apiKeys);
  const { choices: projects } = useProjects();
  return (
    <>
      <PageHeader title={words.apiKeys} description={words.description}>
        <AddButton label={words.newKey} onClick={() => setCreating(true)} />
      </PageHeader>
      <PagedList
        query={query}
        count={words.countKeys}
        empty={
          <EmptyState title={words.noApiKeysYet} sample={pingSample()}>
            {words.emptyHint}
          </EmptyState>
        }
      >
        {(keys) => <ApiKeyTable keys={keys} projects={projects} onChanged={query.restart} />}
      </PagedList>
      {rotated && (
        <RotateLinkedKey
          key={rotated}
          id={rotated}
          onRotated={query.restart}
          onClose={() => change({ rotate: null })}
        />
      )}
      <CreateApiKey
        opened={isCreating}
        projects={projects}
        onCreated={query.restart}
        onClose={() => setCreating(false)}
      />
    </>
  );
}

/** Opens the rotation of the key with this ID, as links of Home do. Another key can be chosen. */
function RotateLinkedKey({ id, onRotated, onClose }: { id: string; onRotated: () => void; onClose: () => void }) {
  const [{ data }] = useQuery({ query: ApiKeysDocument, variables: { first: 100 } });
  // The list loses a rotated key while the dialog shows the new secret.
  const [opened, setOpened] = useState<readonly [ApiKeyPartsFragment, ...ApiKeyPartsFragment[]] | null>(null);
  const keys = withoutReplaced(data?.apiKeys.edges.map(({ node }) => node) ?? []);
  const linked = keys.find((key) => key.id === id);
  if (!opened && linked) setOpened([linked, ...keys.filter((key) => key !== linked)]);
  useMissingLink(data !== undefined && !linked && !opened, words.keyNotFound, onClose);
  return opened && <RotateApiKey apiKeys={opened} onRotated={onRotated} onClose={onClose} />;
}

interface CreateApiKeyProps {
  readonly opened: boolean;
  readonly projects: readonly { readonly value: string; readonly label: string }[];
  onCreated(): void;
  onClose(): void;
}

const schema = object({ label: name, project: string(), isReadOnly: boolean(), ...expiryRules }).check(requiresDay);
const initialValues: output<typeof schema> = { label: '', project: '', isReadOnly: false, term: '', date: '' };

function CreateApiKey({ opened, projects, onCreated, onClose }: CreateApiKeyProps) {
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
        {(form) => (
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
        )}
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
