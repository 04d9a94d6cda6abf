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
import { AccountTable } from './account-table';
import { CreateAccount } from './create-account';
import { showToast } from '../../components/toast';
import { usersTexts as words } from '../../texts/users';

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
