import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconLogout, IconSettings } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession, useViewer } from '../session/session';

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { leave } = useSession();
  const { user, authMode: mode } = useViewer();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {user?.name || user?.email || 'No account'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {user && <Menu.Label>{user.email}</Menu.Label>}
        <Menu.Item component={Link} to="/dashboard/settings" leftSection={<IconSettings size={16} aria-hidden />}>
          Settings
        </Menu.Item>
        {mode === 'BEARER' && (
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
            Sign out
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
