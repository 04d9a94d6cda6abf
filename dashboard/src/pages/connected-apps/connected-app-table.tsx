import { ActionIcon, Badge, Code, Group, Table, Text } from '@mantine/core';
import { Trash2Icon } from 'lucide-react';
import type { ConnectedAppPartsFragment } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';
import { scopes } from '../../session/scopes';

interface Props {
  readonly apps: readonly ConnectedAppPartsFragment[];
  onRevoke(app: ConnectedAppPartsFragment): void;
}

/** Shows connected apps as rows, each with a button that revokes its access. */
export function ConnectedAppTable({ apps, onRevoke }: Props) {
  return (
    <Table.ScrollContainer minWidth={820}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>App</Table.Th>
            <Table.Th>Project</Table.Th>
            <Table.Th>Permissions</Table.Th>
            <Table.Th>Token prefix</Table.Th>
            <Table.Th>Connected</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th w={50}>
              <span className="vh">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {apps.map((app) => (
            <Row key={app.id} app={app} onRevoke={() => onRevoke(app)} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ app, onRevoke }: { app: ConnectedAppPartsFragment; onRevoke: () => void }) {
  const { clientId, clientName, project, projectId, tokenPrefix, createdAt, lastUsedAt } = app;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {clientName}
        {clientId.startsWith('http') && (
          <Text size="xs" c="dimmed">
            {new URL(clientId).host}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{project?.name ?? projectId}</Table.Td>
      <Table.Td>
        <Group gap={6}>
          {scopes
            .filter(({ value }) => app.scopes.includes(value))
            .map(({ value, label }) => (
              <Badge key={value} variant="light" tt="none" color={value === 'DELETE' ? 'red' : undefined}>
                {label}
              </Badge>
            ))}
        </Group>
      </Table.Td>
      <Table.Td>
        <Code>{tokenPrefix}…</Code>
      </Table.Td>
      <Table.Td>
        <Moment at={createdAt} />
      </Table.Td>
      <Table.Td>
        <Moment at={lastUsedAt} />
      </Table.Td>
      <Table.Td>
        <ActionIcon variant="subtle" color="red" aria-label={`Revoke access of ${clientName}`} onClick={onRevoke}>
          <Trash2Icon size={18} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
