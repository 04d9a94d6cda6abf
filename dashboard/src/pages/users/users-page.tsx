import { Tabs } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { PageHeader } from '../../components/page-header';
import { Accounts } from './accounts';
import { Invitations } from './invitations';

/** Who may sign in, and who has been asked to. For admins; others are refused by the server. */
export function UsersPage() {
  const { '*': tab } = useParams();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Users"
        description="Accounts of this installation. What somebody may do in a project is decided there, by its members."
      />
      <Tabs
        value={tab === 'invitations' ? tab : 'accounts'}
        onChange={(value) =>
          void navigate(value === 'invitations' ? '/dashboard/users/invitations' : '/dashboard/users')
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="accounts">Accounts</Tabs.Tab>
          <Tabs.Tab value="invitations">Invitations</Tabs.Tab>
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
