import { Tabs } from '@mantine/core';
import { useParams } from 'react-router';
import { useNavigate } from '../../shell/routing';
import { PageHeader } from '../../components/page-header';
import { Accounts } from './accounts';
import { Invitations } from './invitations';
import { usersTexts as words } from '../../texts/users';

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
          <Tabs.Tab value="accounts">{words.accounts}</Tabs.Tab>
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
