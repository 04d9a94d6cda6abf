import { ActionIcon, Badge, Code, Group, Text } from '@mantine/core';
import { Trash2Icon } from 'lucide-react';
import type { ConnectedAppPartsFragment } from '../../../../client/generated/graphql';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { scopes } from '../../session/scopes';

interface Props {
  readonly apps: readonly ConnectedAppPartsFragment[];
  onRevoke(app: ConnectedAppPartsFragment): void;
}

/** Shows connected apps as rows, each with a button that revokes its access. */
export function ConnectedAppTable({ apps, onRevoke }: Props) {
  return <ListTable minWidth={820} columns={toColumns(onRevoke)} rows={apps} keyOf={({ id }) => id} />;
}

const toColumns = (onRevoke: Props['onRevoke']): readonly Column<ConnectedAppPartsFragment>[] => [
  {
    key: 'app',
    label: 'App',
    style: breakAnywhere,
    cell: ({ clientId, clientName }) => (
      <>
        {clientName}
        {clientId.startsWith('http') && (
          <Text size="xs" c="dimmed">
            {new URL(clientId).host}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'project',
    label: 'Project',
    style: breakAnywhere,
    cell: ({ project, projectId }) => project?.name ?? projectId,
  },
  { key: 'permissions', label: 'Permissions', cell: (app) => <Scopes app={app} /> },
  { key: 'token', label: 'Token prefix', cell: ({ tokenPrefix }) => <Code>{tokenPrefix}…</Code> },
  { key: 'connected', label: 'Connected', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { key: 'used', label: 'Last used', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: 50,
    cell: (app) => (
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Revoke access of ${app.clientName}`}
        onClick={() => onRevoke(app)}
      >
        <Trash2Icon size={18} aria-hidden />
      </ActionIcon>
    ),
  },
];

function Scopes({ app }: { app: ConnectedAppPartsFragment }) {
  return (
    <Group gap={6}>
      {scopes
        .filter(({ value }) => app.scopes.includes(value))
        .map(({ value, label }) => (
          <Badge key={value} variant="light" tt="none" color={value === 'DELETE' ? 'red' : undefined}>
            {label}
          </Badge>
        ))}
    </Group>
  );
}
