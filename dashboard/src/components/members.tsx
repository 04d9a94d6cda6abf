import { TextInput, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { object } from 'zod/mini';
import type { MemberPartsFragment, Role } from '../api/graphql';
import type { Failure } from '../api/failure';
import { commonTexts as words } from '../texts/common';
import { AddButton } from './add-button';
import { Badge } from './badge';
import { Confirm } from './confirm';
import { FailureAlert } from './failure-alert';
import { FormDialog } from './form-dialog';
import { UserMinusIcon } from './icons';
import { InvitationTable, useInvitations } from './invitation-table';
import { breakAnywhere, ListTable } from './list-table';
import { Moment } from './moment';
import { Pager, type PageInfo, type Pages } from './pager';
import { roleChoices, roleNames } from './roles';
import { RemoveButton, toActionsColumn } from './row-actions';
import { email, role } from './rules';
import { Section } from './section';
import { Select } from './select';
import type { Column } from './table-model';
import { showToast } from './toast';
import { useUrlFilters } from './use-url-filters';

export interface NewMember {
  readonly email: string;
  readonly role: Role;
}

/** Adds a member. `member` of the payload is null if the address was invited. The payload is null if another part says how it ended. */
export type AddMember = (member: NewMember) => Promise<{
  readonly failure: Failure | null;
  readonly payload: { readonly member?: object | null } | null;
}>;

interface Props {
  readonly place: { readonly projectId: string } | { readonly organizationId: string };
  readonly members: { readonly edges: readonly { readonly node: MemberPartsFragment }[]; readonly pageInfo: PageInfo };
  readonly pages: Pages;
  readonly description: ReactNode;
  readonly canEdit: boolean;
  readonly add: AddMember;
  setRole(member: NewMember): Promise<{ readonly failure: Failure | null }>;
  remove(email: string): Promise<{ readonly failure: Failure | null }>;
  /** Reads the members again, also after a failure. */
  again(): void;
}

/** Shows the members of a project or an organization with their roles, and the open invitations. */
export function Members({ place, members: { edges, pageInfo }, pages, description, canEdit, ...changes }: Props) {
  const { params, change: changeUrl } = useUrlFilters();
  const setAdding = (isOpen: boolean) => changeUrl({ add: isOpen ? '1' : null });
  const [leaving, setLeaving] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const noun = 'projectId' in place ? 'project' : 'organization';
  const finish = (failure: Failure | null, done: string | null) => {
    changes.again();
    setRound((last) => last + 1);
    if (!failure && done !== null) showToast(done);
    return failure;
  };
  const add = async (member: NewMember) => {
    const { failure, payload } = await changes.add(member);
    const done = payload && (payload.member ? words.memberAdded(member.email) : words.memberInvited(member.email));
    return finish(failure, done);
  };
  const change = async (email: string, role: Role) => {
    const outcome = await changes.setRole({ email, role });
    const failure = finish(outcome.failure, words.memberRoleChanged(email, words.roles[role]));
    setMessage(failure && (failure.fields.role ?? failure.message));
  };
  const takeOut = async () => {
    const email = leaving ?? '';
    const failure = finish((await changes.remove(email)).failure, words.memberRemoved(email));
    return failure && (failure.fields.email ?? failure.message);
  };
  const actions = canEdit && <AddButton label={words.addMember} onClick={() => setAdding(true)} />;
  return (
    <Section title={words.members} description={description} actions={actions}>
      <FailureAlert message={message} mb="sm" onClose={() => setMessage(null)} />
      {edges.length === 0 ? (
        <p className="t3">{words.noMembers}</p>
      ) : (
        <ListTable
          label={words.members}
          minWidth={600}
          columns={toColumns({ canEdit, onRole: (email, role) => void change(email, role), onRemove: setLeaving })}
          rows={edges.map(({ node }) => node)}
          keyOf={({ email }) => email}
        />
      )}
      <Pager pages={pages} info={pageInfo} />
      {canEdit && <OpenInvitations key={round} place={place} />}
      <AddMemberDialog opened={canEdit && params.has('add')} noun={noun} add={add} onClose={() => setAdding(false)} />
      <Confirm
        opened={leaving !== null}
        title={words.removeLeaving(leaving ?? '')}
        action={words.remove}
        onConfirm={takeOut}
        onClose={() => setLeaving(null)}
      >
        {words.removeMemberWarning(noun)}
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
  { key: 'name', label: words.name, style: breakAnywhere, cell: ({ name }) => name },
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
  ...(canEdit
    ? [
        toActionsColumn(50, ({ email }: MemberPartsFragment) => (
          <RemoveButton icon={UserMinusIcon} label={words.removeEmail(email)} onClick={() => onRemove(email)} />
        )),
      ]
    : []),
];

const schema = object({ email, role });

interface DialogProps {
  readonly opened: boolean;
  readonly noun: string;
  add(member: NewMember): Promise<Failure | null>;
  onClose(): void;
}

function AddMemberDialog({ opened, noun, add, onClose }: DialogProps) {
  return (
    <FormDialog
      opened={opened}
      title={words.addMemberTitle(noun)}
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

/** Shows the open invitations to a project or an organization, or nothing if there are none. */
function OpenInvitations({ place }: { place: { projectId: string } | { organizationId: string } }) {
  const query = useInvitations(place);
  return (
    <>
      {query.rows.length > 0 && (
        <Title order={3} size="h5" mt="md">
          {words.openInvitations}
        </Title>
      )}
      <InvitationTable
        query={query}
        empty={null}
        label={words.openInvitations}
        warning={words.revokeInvitationHint}
        showRole={({ role }) => <Badge>{words.roles[role]}</Badge>}
      />
    </>
  );
}
