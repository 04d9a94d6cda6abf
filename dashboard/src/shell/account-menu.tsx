import { LogOutIcon, SettingsIcon } from 'lucide-react';
import { Menu } from '../components/menu';
import { useSession, useViewer } from '../session/session';
import { Link } from './routing';

/** Shows the signed-in user, settings, and sign-out. */
export function AccountMenu() {
  const { leave } = useSession();
  const { user, authMode: mode } = useViewer();
  const name = user?.name || user?.email || 'No account';
  return (
    <Menu label={`Account: ${name}`} className="avatar" button={toInitials(name)} alignRight>
      <p className="meta t3 menu-label">{user?.email ?? name}</p>
      <Link role="menuitem" to="/settings">
        <SettingsIcon size={14} aria-hidden />
        Settings
      </Link>
      {mode === 'BEARER' && (
        <button type="button" role="menuitem" onClick={() => void leave()}>
          <LogOutIcon size={14} aria-hidden />
          Sign out
        </button>
      )}
    </Menu>
  );
}

const toInitials = (name: string): string =>
  name
    .split(/[\s.@]+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
