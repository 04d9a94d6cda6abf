import { Menu } from '@mantine/core';
import { LogOutIcon, SettingsIcon } from 'lucide-react';
import { useSession, useViewer } from '../session/session';
import { Link } from './routing';

/** The signed-in user, their settings, and sign-out. */
export function AccountMenu() {
  const { leave } = useSession();
  const { user, authMode: mode } = useViewer();
  const name = user?.name || user?.email || 'No account';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className="avatar" aria-label={`Account: ${name}`}>
          {toInitials(name)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.email ?? name}</Menu.Label>
        <Menu.Item component={Link} to="/settings" leftSection={<SettingsIcon size={14} aria-hidden />}>
          Settings
        </Menu.Item>
        {mode === 'BEARER' && (
          <Menu.Item leftSection={<LogOutIcon size={14} aria-hidden />} onClick={() => void leave()}>
            Sign out
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const toInitials = (name: string): string =>
  name
    .split(/[\s.@]+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
