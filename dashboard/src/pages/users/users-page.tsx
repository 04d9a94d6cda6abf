import { Group, PasswordInput, Tabs, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { literal, object, union } from 'zod/mini';
import {
  CreateUserDocument,
  RemoveUserDocument,
  SetUserRoleDocument,
  UsersDocument,
  type UserPartsFragment,
  type UserRole,
} from '../../api/graphql';
import { useMutate } from '../../api/run-mutation';
import { AddButton } from '../../components/add-button';
import { Badge } from '../../components/badge';
import { ConfirmMutation } from '../../components/confirm';
import { FailureAlert } from '../../components/failure-alert';
import { MutationDialog } from '../../components/form-dialog';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { MadeOnce } from '../../components/made-once';
import { Moment } from '../../components/moment';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import { RemoveButton, toActionsColumn } from '../../components/row-actions';
import { email, name, newPassword } from '../../components/rules';
import { Select } from '../../components/select';
import type { Column } from '../../components/table-model';
import { showToast } from '../../components/toast';
import { useViewer } from '../../session/session';
import { useNavigate } from '../../shell/routing';
import { commonTexts } from '../../texts/common';
import { usersTexts as words } from '../../texts/users';
import { Invitations } from './invitations';
import { PlaceFields, placeRules, useFirstPlace } from './place-fields';
import { toUserRole, userRoles } from './user-roles';

/** Shows users and open invitations. For admins; the server rejects others. */
export function UsersPage() {
  const { '*': tab } = useParams();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={words.users} description={words.description} />
      <Tabs
        value={tab === 'invitations' ? tab : 'accounts'}
        onChange={(value) => void navigate(value === 'invitations' ? '/users/invitations' : '/users')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="accounts">{words.users}</Tabs.Tab>
          <Tabs.Tab value="invitations">{words.invitations}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="accounts">
          <Accounts />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">
          <Invitations />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Accounts() {
  const mutate = useMutate();
  const { user } = useViewer();
  const [isCreating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<UserPartsFragment | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const query = useListQuery(UsersDocument, {}, ({ users }) => users);
  const { again } = query;
  const setRole = async ({ id, email }: UserPartsFragment, role: UserRole) => {
    const { failure } = await mutate(SetUserRoleDocument, { id, role });
    setMessage(failure?.message ?? null);
    if (!failure) showToast(commonTexts.memberRoleChanged(email, role === 'ADMIN' ? words.admin : words.member));
    again();
  };
  const columns = toColumns({
    viewerId: user?.id,
    onRole: (account, role) => void setRole(account, role),
    onRemove: setLeaving,
  });
  return (
    <>
      <FailureAlert message={message} mb="sm" onClose={() => setMessage(null)} />
      <PagedList query={query} count={words.countAccounts} empty={null}>
        {(accounts) => (
          <>
            <Group mb="sm" justify="flex-end">
              <AddButton label={words.createUser} onClick={() => setCreating(true)} />
            </Group>
            <ListTable label={words.users} minWidth={700} columns={columns} rows={accounts} />
          </>
        )}
      </PagedList>
      <CreateAccount opened={isCreating} onCreated={again} onClose={() => setCreating(false)} />
      <ConfirmMutation
        opened={leaving !== null}
        title={commonTexts.removeLeaving(leaving?.email ?? '')}
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

interface RowActions {
  readonly viewerId: string | undefined;
  onRole(account: UserPartsFragment, role: UserRole): void;
  onRemove(account: UserPartsFragment): void;
}

/** The viewer can neither be demoted nor removed, to prevent mistakes. */
const toColumns = ({ viewerId, onRole, onRemove }: RowActions): readonly Column<UserPartsFragment>[] => [
  { key: 'name', label: words.name, style: breakAnywhere, cell: ({ name }) => name },
  { key: 'email', label: words.email, style: breakAnywhere, cell: ({ email }) => email },
  {
    key: 'role',
    label: words.role,
    cell: (account) =>
      account.id === viewerId ? (
        <Badge>{account.role === 'ADMIN' ? words.adminYou : words.you}</Badge>
      ) : (
        <Select
          aria-label={commonTexts.roleOfEmail(account.email)}
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
        <RemoveButton label={commonTexts.removeEmail(account.email)} onClick={() => onRemove(account)} />
      ),
  ),
];

const schema = object({ name, email, password: union([literal(''), newPassword]), ...placeRules });

interface CreateAccountProps {
  readonly opened: boolean;
  onCreated(): void;
  onClose(): void;
}

/** Creates a user who can sign in immediately, and shows the password if it was generated. */
function CreateAccount({ opened, onCreated, onClose }: CreateAccountProps) {
  const [made, setMade] = useState<{ email: string; password: string } | null>(null);
  const initialValues = { name: '', email: '', password: '', ...useFirstPlace() };
  return (
    <>
      <MutationDialog
        opened={opened}
        title={words.createUser}
        action={words.create}
        schema={schema}
        initialValues={initialValues}
        serverNames={{ role: 'userRole', projectRole: 'role' }}
        mutation={CreateUserDocument}
        toInput={({ password, userRole, projectId, role, ...person }) => ({
          ...{ ...person, password: password || null, role: userRole },
          ...(projectId && { projectId, projectRole: role }),
        })}
        onDone={({ password, user }) => {
          if (password == null) showToast(words.userCreatedToast(user.email));
          else setMade({ email: user.email, password });
          onCreated();
        }}
        onClose={onClose}
      >
        {(form) => (
          <>
            <TextInput {...form.getInputProps('name')} label={words.name} required data-autofocus autoComplete="off" />
            <TextInput {...form.getInputProps('email')} type="email" label={words.email} required autoComplete="off" />
            <PasswordInput
              {...form.getInputProps('password')}
              label={words.password}
              description={words.passwordHint}
              autoComplete="new-password"
            />
            <PlaceFields form={form} />
          </>
        )}
      </MutationDialog>
      <MadeOnce
        secret={made?.password ?? null}
        label={words.password}
        title={words.userCreated}
        lead={<p>{words.passwordOnceHint(made?.email ?? '')}</p>}
        onClose={() => setMade(null)}
      />
    </>
  );
}
