import { ActionIcon, Code, Group } from '@mantine/core';
import { Badge } from '../../components/badge';
import { Trash2Icon } from '../../components/icons';
import { useState } from 'react';
import { useClient } from 'urql';
import { RevokeApiKeyDocument, type ApiKeyPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Confirm } from '../../components/confirm';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { showToast } from '../../components/toast';
import { apiKeysTexts as words } from '../../texts/api-keys';

interface Props {
  readonly keys: readonly ApiKeyPartsFragment[];
  readonly projects: readonly { readonly value: string; readonly label: string }[];
  onRevoked(): void;
}

/** Shows API keys as rows, each with a button that revokes it. */
export function ApiKeyTable({ keys, projects, onRevoked }: Props) {
  const [leaving, setLeaving] = useState<ApiKeyPartsFragment | null>(null);
  return (
    <>
      <ListTable minWidth={820} columns={toColumns(projects, setLeaving)} rows={keys} keyOf={({ id }) => id} />
      <Revocation apiKey={leaving} onRevoked={onRevoked} onClose={() => setLeaving(null)} />
    </>
  );
}

function projectName({ projectId }: ApiKeyPartsFragment, projects: Props['projects']): string {
  if (!projectId) return 'All your projects';
  return projects.find(({ value }) => value === projectId)?.label ?? projectId;
}

const toColumns = (
  projects: Props['projects'],
  onRevoke: (key: ApiKeyPartsFragment) => void,
): readonly Column<ApiKeyPartsFragment>[] => [
  { key: 'label', label: words.label, style: breakAnywhere, cell: ({ label }) => label },
  { key: 'key', label: words.key, cell: ({ prefix }) => <Code>{prefix}…</Code> },
  { key: 'project', label: words.project, style: breakAnywhere, cell: (key) => projectName(key, projects) },
  {
    key: 'rights',
    label: words.permissions,
    cell: ({ readOnly }) => (readOnly ? <Badge>{words.readOnly}</Badge> : <Badge>{words.readAndWrite}</Badge>),
  },
  { key: 'created', label: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { key: 'used', label: words.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  { key: 'expires', label: words.expires, cell: (key) => <Expiry apiKey={key} /> },
  {
    key: 'actions',
    label: words.actions,
    isLabelHidden: true,
    width: 50,
    cell: (key) => (
      <ActionIcon variant="subtle" color="red" aria-label={words.revokeLabel(key.label)} onClick={() => onRevoke(key)}>
        <Trash2Icon size={18} aria-hidden />
      </ActionIcon>
    ),
  },
];

function Expiry({ apiKey: { expiresAt, revokedAt } }: { apiKey: ApiKeyPartsFragment }) {
  const isExpired = expiresAt != null && new Date(expiresAt).getTime() <= Date.now();
  return (
    <Group gap={6} wrap="nowrap">
      <Moment at={expiresAt} />
      {isExpired && <Badge tone="failed">{words.expired}</Badge>}
      {revokedAt && <Badge tone="failed">{words.revoked}</Badge>}
    </Group>
  );
}

function Revocation({
  apiKey,
  onRevoked,
  onClose,
}: {
  apiKey: ApiKeyPartsFragment | null;
  onRevoked: () => void;
  onClose: () => void;
}) {
  const client = useClient();
  const revoke = async () => {
    const { failure } = await runMutation(client, RevokeApiKeyDocument, { input: { id: apiKey?.id ?? '' } });
    if (failure) return failure.message;
    showToast(words.apiKeyRevoked);
    onRevoked();
    return null;
  };
  return (
    <Confirm
      opened={apiKey !== null}
      title={words.revokeApiKey(apiKey?.label ?? '')}
      action={words.revoke}
      word={apiKey?.label}
      onConfirm={revoke}
      onClose={onClose}
    >
      {words.revokeWarning}
    </Confirm>
  );
}
