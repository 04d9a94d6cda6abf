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
import { useFreshQuery } from '../../api/use-fresh-query';
import { useMutate } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { ConfirmMutation } from '../../components/confirm';
import { Pager, usePages } from '../../components/pager';
import { AccountTable } from './account-table';
import { CreateAccount } from './create-account';
import { showToast } from '../../components/toast';
import { usersTexts as words } from '../../texts/users';

export function Accounts() {
  const mutate = useMutate();
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<UserPartsFragment | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [result, again] = useFreshQuery(UsersDocument, { ...pages.variables, withTotal: pages.number === 1 });
  const setRole = async ({ id, email }: UserPartsFragment, role: UserRole) => {
    const { failure } = await mutate(SetUserRoleDocument, { id, role });
    setMessage(failure?.message ?? null);
    if (!failure) showToast(words.roleChanged(email, role === 'ADMIN' ? words.admin : words.member));
    again();
  };
  return (
    <>
      <FailureAlert message={message} mb="sm" onClose={() => setMessage(null)} />
      <Answer result={result} retry={again}>
        {({ users: { edges, pageInfo, totalCount } }) => (
          <>
            <Group mb="sm" justify="flex-end">
              <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
                {words.createUser}
              </Button>
            </Group>
            <AccountTable
              accounts={edges.map(({ node }) => node)}
              onRole={(account, role) => void setRole(account, role)}
              onRemove={setLeaving}
            />
            <Pager pages={pages} info={pageInfo} total={totalCount} count={words.countAccounts} />
          </>
        )}
      </Answer>
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
