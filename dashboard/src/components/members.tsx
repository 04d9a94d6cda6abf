import { FailureAlert } from './failure-alert';
import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { Badge } from './badge';
import { PlusIcon, UserMinusIcon } from './icons';
import { useState, type ReactNode } from 'react';
import { object } from 'zod/mini';
import type { MemberPartsFragment, Role } from '../../../client/generated/graphql';
import { Confirm } from './confirm';
import { FormDialog } from './form-dialog';
import { breakAnywhere, ListTable } from './list-table';
import type { MemberChanges } from './member-changes';
import { Moment } from './moment';
import { roleChoices, roleNames } from './roles';
import { email, role } from './rules';
import { Section } from './section';
import { Select } from './select';
import type { Column } from './table-model';
import { useUrlFilters } from './use-url-filters';
import { commonTexts as words } from '../texts/common';

interface Props extends MemberChanges {
  readonly members: readonly MemberPartsFragment[];
  readonly description: ReactNode;
  /** "project" or "organization". */
  readonly place: string;
  readonly canEdit: boolean;
  /** Shown below the table, for example a pager. */
  readonly children?: ReactNode;
}

/** Shows the members of a project or an organization with their roles. */
export function Members({ members, description, place, canEdit, add, setRole, remove, children }: Props) {
  const { params, change: changeUrl } = useUrlFilters();
  const setAdding = (isOpen: boolean) => changeUrl({ add: isOpen ? '1' : null });
  const [leaving, setLeaving] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const change = async (email: string, role: Role) => {
    const failure = await setRole({ email, role });
    setMessage(failure && (failure.fields.role ?? failure.message));
  };
  const takeOut = async () => {
    const failure = leaving === null ? null : await remove(leaving);
    return failure && (failure.fields.email ?? failure.message);
  };
  const actions = canEdit && (
    <Button size="xs" leftSection={<PlusIcon size={16} />} onClick={() => setAdding(true)}>
      {words.addMember}
    </Button>
  );
  return (
    <Section title={words.members} description={description} actions={actions}>
      <FailureAlert message={message} mb="sm" onClose={() => setMessage(null)} />
      {members.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noMembers}
        </Text>
      ) : (
        <ListTable
          label={words.members}
          minWidth={600}
          columns={toColumns({ canEdit, onRole: (email, role) => void change(email, role), onRemove: setLeaving })}
          rows={members}
          keyOf={({ email }) => email}
        />
      )}
      {children}
      <AddMember opened={canEdit && params.has('add')} place={place} add={add} onClose={() => setAdding(false)} />
      <Confirm
        opened={leaving !== null}
        title={words.removeLeaving(leaving ?? '')}
        action={words.remove}
        onConfirm={takeOut}
        onClose={() => setLeaving(null)}
      >
        {words.removeMemberWarning(place)}
      </Confirm>
    </Section>
  );
}

interface RowActions {
  readonly canEdit: boolean;
  onRole(email: string, role: Role): void;
  onRemove(email: string): void;
}

const toColumns = ({ canEdit, onRole, onRemove }: RowActions): readonly Column<MemberPartsFragment>[] => [
  { key: 'name', label: words.name, cell: ({ name }) => name },
  { key: 'email', label: words.email, style: breakAnywhere, cell: ({ email }) => email },
  {
    key: 'role',
    label: words.role,
    cell: ({ email, role }) =>
      canEdit ? (
        <Select
          aria-label={words.roleOfEmail(email)}
          isSmall
          choices={roleNames.map((value) => ({ value, label: words.roles[value as Role] }))}
          value={role}
          onChange={(next) => onRole(email, next as Role)}
        />
      ) : (
        <Badge>{words.roles[role]}</Badge>
      ),
  },
  { key: 'since', label: words.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ...(canEdit ? [toActionColumn(onRemove)] : []),
];

const toActionColumn = (onRemove: RowActions['onRemove']): Column<MemberPartsFragment> => ({
  key: 'actions',
  label: words.actions,
  isLabelHidden: true,
  width: 50,
  cell: ({ email }) => (
    <ActionIcon variant="subtle" color="red" aria-label={words.removeEmail(email)} onClick={() => onRemove(email)}>
      <UserMinusIcon size={18} />
    </ActionIcon>
  ),
});

const schema = object({ email, role });

function AddMember({
  opened,
  place,
  add,
  onClose,
}: Pick<Props, 'place' | 'add'> & { opened: boolean; onClose: () => void }) {
  return (
    <FormDialog
      opened={opened}
      title={words.addMemberTitle(place)}
      action={words.add}
      schema={schema}
      initialValues={{ email: '', role: roleNames[0] ?? '' }}
      onClose={onClose}
      onSubmit={add}
    >
      {(form) => (
        <>
          <TextInput
            {...form.getInputProps('email')}
            type="email"
            label={words.email}
            description={words.addMemberHint}
            required
            data-autofocus
          />
          <Select {...form.getInputProps('role')} label={words.role} choices={roleChoices} />
        </>
      )}
    </FormDialog>
  );
}
