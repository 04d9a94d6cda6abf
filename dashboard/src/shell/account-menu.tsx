import { LogOutIcon, SettingsIcon } from '../components/icons';
import { Menu } from '../components/menu';
import { useSession, useViewer } from '../session/session';
import { Link } from './routing';
import { shellTexts as words } from '../texts/shell';

/** Shows the signed-in user, settings, and sign-out. */
export function AccountMenu() {
  const { leave } = useSession();
  const { user, authMode: mode } = useViewer();
  const name = user?.name || user?.email || words.noUser;
  return (
    <Menu label={words.accountName(name)} className="avatar" button={toInitials(name)} alignRight>
      <p className="meta t3 menu-label">{user?.email ?? name}</p>
      <Link role="menuitem" to="/settings">
        <SettingsIcon size={14} />
        {words.settings}
      </Link>
      {mode === 'BEARER' && (
        <button type="button" role="menuitem" onClick={() => void leave()}>
          <LogOutIcon size={14} />
          {words.signOut}
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
