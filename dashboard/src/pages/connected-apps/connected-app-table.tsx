import { ActionIcon, Code, Group, Text } from '@mantine/core';
import { Badge } from '../../components/badge';
import { Trash2Icon } from '../../components/icons';
import type { ConnectedAppPartsFragment } from '../../../../client/generated/graphql';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { scopes } from '../../session/scopes';
import { connectedAppsTexts as words } from '../../texts/connected-apps';

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
    label: words.app,
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
    label: words.project,
    style: breakAnywhere,
    cell: ({ project, projectId }) => project?.name ?? projectId,
  },
  { key: 'permissions', label: words.permissions, cell: (app) => <Scopes app={app} /> },
  { key: 'token', label: words.tokenPrefix, cell: ({ tokenPrefix }) => <Code>{tokenPrefix}…</Code> },
  { key: 'connected', label: words.connected, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { key: 'used', label: words.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  {
    key: 'actions',
    label: words.actions,
    isLabelHidden: true,
    width: 50,
    cell: (app) => (
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={words.revokeLabel(app.clientName)}
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
          <Badge key={value} tone={value === 'DELETE' ? 'failed' : undefined}>
            {label}
          </Badge>
        ))}
    </Group>
  );
}
