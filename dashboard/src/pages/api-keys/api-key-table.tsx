import { ActionIcon, Badge, Code, Group, Table } from '@mantine/core';
import { Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useClient } from 'urql';
import { RevokeApiKeyDocument, type ApiKeyPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Confirm } from '../../components/confirm';
import { Moment } from '../../components/moment';
import { showToast } from '../../components/toast';

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
      <Table.ScrollContainer minWidth={820}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Label</Table.Th>
              <Table.Th>Key</Table.Th>
              <Table.Th>Project</Table.Th>
              <Table.Th>Rights</Table.Th>
              <Table.Th>Created</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th>Expires</Table.Th>
              <Table.Th w={50}>
                <span className="vh">Actions</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map((key) => (
              <Row key={key.id} apiKey={key} project={projectName(key, projects)} onRevoke={() => setLeaving(key)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Revocation apiKey={leaving} onRevoked={onRevoked} onClose={() => setLeaving(null)} />
    </>
  );
}

function projectName({ projectId }: ApiKeyPartsFragment, projects: Props['projects']): string {
  if (!projectId) return 'All your projects';
  return projects.find(({ value }) => value === projectId)?.label ?? projectId;
}

function Row({ apiKey, project, onRevoke }: { apiKey: ApiKeyPartsFragment; project: string; onRevoke: () => void }) {
  const { label, prefix, readOnly, createdAt, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const isExpired = expiresAt != null && new Date(expiresAt).getTime() <= Date.now();
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{label}</Table.Td>
      <Table.Td>
        <Code>{prefix}…</Code>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{project}</Table.Td>
      <Table.Td>
        {readOnly ? (
          <Badge variant="light" color="gray" tt="none">
            Read only
          </Badge>
        ) : (
          <Badge variant="light" tt="none">
            Read and write
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        <Moment at={createdAt} />
      </Table.Td>
      <Table.Td>
        <Moment at={lastUsedAt} />
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <Moment at={expiresAt} />
          {isExpired && (
            <Badge color="red" variant="light" tt="none">
              Expired
            </Badge>
          )}
          {revokedAt && (
            <Badge color="red" variant="light" tt="none">
              Revoked
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <ActionIcon variant="subtle" color="red" aria-label={`Revoke ${label}`} onClick={onRevoke}>
          <Trash2Icon size={18} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
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
    showToast('API key revoked');
    onRevoked();
    return null;
  };
  return (
    <Confirm
      opened={apiKey !== null}
      title={`Revoke ${apiKey?.label ?? ''}?`}
      action="Revoke"
      word={apiKey?.label}
      onConfirm={revoke}
      onClose={onClose}
    >
      Applications that use this key lose access immediately. This cannot be undone.
    </Confirm>
  );
}
