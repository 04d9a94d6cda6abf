import { FailureAlert } from '../../components/failure-alert';
import { Button, Group } from '@mantine/core';
import { PlusIcon } from '../../components/icons';
import { useState } from 'react';
import {
  RemoveUserDocument,
  SetUserRoleDocument,
  UsersDocument,
  type UserPartsFragment,
  type UserRole,
} from '../../../../client/generated/graphql';
import { useMutate } from '../../api/run-mutation';
import { ConfirmMutation } from '../../components/confirm';
import { PagedList, useListQuery } from '../../components/paged-list';
import { CreateAccount } from './create-account';
import { showToast } from '../../components/toast';
import { usersTexts as words } from '../../texts/users';
import { RemoveButton, toActionsColumn } from '../../components/row-actions';
import { Badge } from '../../components/badge';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { Select } from '../../components/select';
import type { Column } from '../../components/table-model';
import { useViewer } from '../../session/session';
import { toUserRole, userRoles } from './user-roles';

export function Accounts() {
  const mutate = useMutate();
  const [isCreating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<UserPartsFragment | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const query = useListQuery(UsersDocument, {}, ({ users }) => users);
  const { again } = query;
  const setRole = async ({ id, email }: UserPartsFragment, role: UserRole) => {
    const { failure } = await mutate(SetUserRoleDocument, { id, role });
    setMessage(failure?.message ?? null);
    if (!failure) showToast(words.roleChanged(email, role === 'ADMIN' ? words.admin : words.member));
    again();
  };
  return (
    <>
      <FailureAlert message={message} mb="sm" onClose={() => setMessage(null)} />
      <PagedList query={query} count={words.countAccounts} empty={null}>
        {(accounts) => (
          <>
            <Group mb="sm" justify="flex-end">
              <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
                {words.createUser}
              </Button>
            </Group>
            <AccountTable
              accounts={accounts}
              onRole={(account, role) => void setRole(account, role)}
              onRemove={setLeaving}
            />
          </>
        )}
      </PagedList>
      <CreateAccount opened={isCreating} onCreated={again} onClose={() => setCreating(false)} />
      <ConfirmMutation
        opened={leaving !== null}
        title={words.removeLeaving(leaving?.email ?? '')}
        action={words.remove}
        word={leaving?.email ?? ''}
        mutation={RemoveUserDocument}
        input={{ id: leaving?.id ?? '' }}
        done={words.leavingIsRemoved(leaving?.email ?? words.user)}
        onDone={again}
        onClose={() => setLeaving(null)}
      >
        {words.deleteWarning}
      </ConfirmMutation>
    </>
  );
}

interface Props {
  readonly accounts: readonly UserPartsFragment[];
  onRole(account: UserPartsFragment, role: UserRole): void;
  onRemove(account: UserPartsFragment): void;
}

/** Shows users as rows. Disables demoting and removing the viewer, to prevent mistakes. */
function AccountTable({ accounts, ...actions }: Props) {
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
