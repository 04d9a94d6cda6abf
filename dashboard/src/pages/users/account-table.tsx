import { ActionIcon, Badge, NativeSelect, Table } from '@mantine/core';
import { Trash2Icon } from 'lucide-react';
import type { UserPartsFragment, UserRole } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';
import { useViewer } from '../../session/session';
import { toUserRole, userRoles } from './user-roles';

interface Props {
  readonly accounts: readonly UserPartsFragment[];
  onRole(account: UserPartsFragment, role: UserRole): void;
  onRemove(account: UserPartsFragment): void;
}

/** Shows users as rows. Disables demoting and removing the viewer, to prevent mistakes. */
export function AccountTable({ accounts, onRole, onRemove }: Props) {
  const { user } = useViewer();
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Email</Table.Th>
            <Table.Th>Is</Table.Th>
            <Table.Th>Last sign-in</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th w={50}>
              <span className="vh">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map((account) => (
            <Table.Tr key={account.id}>
              <Table.Td>{account.name}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{account.email}</Table.Td>
              <Table.Td>
                {account.id === user?.id ? (
                  <Badge variant="light">{account.role === 'ADMIN' ? 'Admin, you' : 'You'}</Badge>
                ) : (
                  <NativeSelect
                    aria-label={`What ${account.email} is`}
                    size="xs"
                    w={110}
                    data={userRoles.map(({ value, short }) => ({ value, label: short }))}
                    value={account.role ?? 'MEMBER'}
                    onChange={(event) => onRole(account, toUserRole(event.currentTarget.value))}
                  />
                )}
              </Table.Td>
              <Table.Td>
                <Moment at={account.lastLoginAt} />
              </Table.Td>
              <Table.Td>
                <Moment at={account.createdAt} />
              </Table.Td>
              <Table.Td>
                {account.id !== user?.id && (
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`Remove ${account.email}`}
                    onClick={() => onRemove(account)}
                  >
                    <Trash2Icon size={18} aria-hidden />
                  </ActionIcon>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
