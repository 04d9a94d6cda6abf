import { toActionsColumn } from './row-actions';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { InvitationsDocument, RevokeInvitationDocument, type InvitationPartsFragment } from '../api/graphql';
import { commonTexts as words } from '../texts/common';
import { ConfirmMutation } from './confirm';
import { breakAnywhere, ListTable } from './list-table';
import { Moment } from './moment';
import { PagedList, useListQuery } from './paged-list';
import type { Column } from './table-model';

/** Reads the open invitations to a project or an organization or, without either, to the installation. */
export const useInvitations = (place: { projectId?: string; organizationId?: string }) =>
  useListQuery(InvitationsDocument, place, ({ invitations }) => invitations);

interface Props {
  readonly query: ReturnType<typeof useInvitations>;
  readonly empty: ReactNode;
  readonly label: string;
  /** What a revocation means, for its dialog. */
  readonly warning: string;
  showRole(invitation: InvitationPartsFragment): ReactNode;
}

/** Shows a page of open invitations: for which address and role, by which user, until when. Each can be revoked. */
export function InvitationTable({ query, empty, label, warning, showRole }: Props) {
  const [leaving, setLeaving] = useState<InvitationPartsFragment | null>(null);
  return (
    <>
      <PagedList query={query} empty={empty}>
        {(rows) => <ListTable label={label} minWidth={640} columns={toColumns(showRole, setLeaving)} rows={rows} />}
      </PagedList>
      <ConfirmMutation
        opened={leaving !== null}
        title={words.revokeInvitationTitle(leaving?.email ?? '')}
        action={words.revoke}
        mutation={RevokeInvitationDocument}
        input={{ id: leaving?.id ?? '' }}
        done={words.invitationRevoked}
        onClose={() => {
          setLeaving(null);
          query.again();
        }}
      >
        {warning}
      </ConfirmMutation>
    </>
  );
}

const toColumns = (
  showRole: Props['showRole'],
  onRevoke: (invitation: InvitationPartsFragment) => void,
): readonly Column<InvitationPartsFragment>[] => [
  { key: 'email', label: words.email, style: breakAnywhere, cell: ({ email }) => email },
  { key: 'role', label: words.role, cell: showRole },
  {
    key: 'by',
    label: words.invitedBy,
    style: breakAnywhere,
    cell: ({ invitedByUser }) => <bdi>{invitedByUser?.name ?? words.removedUser}</bdi>,
  },
  { key: 'created', label: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { key: 'expires', label: words.expires, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  toActionsColumn(110, (invitation) => (
    <Button
      size="compact-sm"
      variant="light"
      color="red"
      aria-label={words.revokeInvitationLabel(invitation.email)}
      onClick={() => onRevoke(invitation)}
    >
      {words.revoke}
    </Button>
  )),
];
