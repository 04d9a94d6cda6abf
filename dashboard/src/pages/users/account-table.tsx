import { RemoveButton, toActionsColumn } from '../../components/row-actions';
import { Badge } from '../../components/badge';
import type { UserPartsFragment, UserRole } from '../../../../client/generated/graphql';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { Select } from '../../components/select';
import type { Column } from '../../components/table-model';
import { useViewer } from '../../session/session';
import { toUserRole, userRoles } from './user-roles';
import { usersTexts as words } from '../../texts/users';

interface Props {
  readonly accounts: readonly UserPartsFragment[];
  onRole(account: UserPartsFragment, role: UserRole): void;
  onRemove(account: UserPartsFragment): void;
}

/** Shows users as rows. Disables demoting and removing the viewer, to prevent mistakes. */
export function AccountTable({ accounts, ...actions }: Props) {
  const { user } = useViewer();
  const columns = toColumns({ ...actions, viewerId: user?.id });
  return <ListTable label={words.users} minWidth={700} columns={columns} rows={accounts} keyOf={({ id }) => id} />;
}

interface RowActions extends Omit<Props, 'accounts'> {
  readonly viewerId: string | undefined;
}

const toColumns = ({ viewerId, onRole, onRemove }: RowActions): readonly Column<UserPartsFragment>[] => [
  { key: 'name', label: words.name, cell: ({ name }) => name },
  { key: 'email', label: words.email, style: breakAnywhere, cell: ({ email }) => email },
  {
    key: 'role',
    label: words.role,
    cell: (account) =>
      account.id === viewerId ? (
        <Badge>{account.role === 'ADMIN' ? words.adminYou : words.you}</Badge>
      ) : (
        <Select
          aria-label={words.roleOfEmail(account.email)}
          isSmall
          choices={userRoles.map(({ value, short }) => ({ value, label: short }))}
          value={account.role ?? 'MEMBER'}
          onChange={(next) => onRole(account, toUserRole(next))}
        />
      ),
  },
  { key: 'login', label: words.lastSignIn, cell: ({ lastLoginAt }) => <Moment at={lastLoginAt} /> },
  { key: 'created', label: words.created, isWide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  toActionsColumn(
    50,
    (account) =>
      account.id !== viewerId && (
        <RemoveButton label={words.removeEmail(account.email)} onClick={() => onRemove(account)} />
      ),
  ),
];
