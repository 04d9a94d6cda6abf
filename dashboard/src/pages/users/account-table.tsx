import { ActionIcon, Badge, NativeSelect } from '@mantine/core';
import { Trash2Icon } from 'lucide-react';
import type { UserPartsFragment, UserRole } from '../../../../client/generated/graphql';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { useViewer } from '../../session/session';
import { toUserRole, userRoles } from './user-roles';

interface Props {
  readonly accounts: readonly UserPartsFragment[];
  onRole(account: UserPartsFragment, role: UserRole): void;
  onRemove(account: UserPartsFragment): void;
}

/** Shows users as rows. Disables demoting and removing the viewer, to prevent mistakes. */
export function AccountTable({ accounts, ...actions }: Props) {
  const { user } = useViewer();
  const columns = toColumns({ ...actions, viewerId: user?.id });
  return <ListTable minWidth={700} columns={columns} rows={accounts} keyOf={({ id }) => id} />;
}

interface RowActions extends Omit<Props, 'accounts'> {
  readonly viewerId: string | undefined;
}

const toColumns = ({ viewerId, onRole, onRemove }: RowActions): readonly Column<UserPartsFragment>[] => [
  { key: 'name', label: 'Name', cell: ({ name }) => name },
  { key: 'email', label: 'Email', style: breakAnywhere, cell: ({ email }) => email },
  {
    key: 'role',
    label: 'Role',
    cell: (account) =>
      account.id === viewerId ? (
        <Badge variant="light">{account.role === 'ADMIN' ? 'Admin, you' : 'You'}</Badge>
      ) : (
        <NativeSelect
          aria-label={`Role of ${account.email}`}
          size="xs"
          w={110}
          data={userRoles.map(({ value, short }) => ({ value, label: short }))}
          value={account.role ?? 'MEMBER'}
          onChange={(event) => onRole(account, toUserRole(event.currentTarget.value))}
        />
      ),
  },
  { key: 'login', label: 'Last sign-in', cell: ({ lastLoginAt }) => <Moment at={lastLoginAt} /> },
  { key: 'created', label: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: 50,
    cell: (account) =>
      account.id !== viewerId && (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Remove ${account.email}`}
          onClick={() => onRemove(account)}
        >
          <Trash2Icon size={18} aria-hidden />
        </ActionIcon>
      ),
  },
];
