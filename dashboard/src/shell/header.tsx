import { BookOpenIcon, MoonIcon, SearchIcon, SunIcon, LogOutIcon, SettingsIcon } from '../components/icons';
import { IconButton } from '../components/plain-button';
import { hasCommandKey, modifier } from '../components/modifier';
import { useParams } from 'react-router';
import { Breadcrumb } from './breadcrumb';
import { setColorScheme, useColorScheme } from './color-scheme';
import { Link, noId } from './routing';
import { shellTexts as words } from '../texts/shell';
import { Menu } from '../components/menu';
import { useSession, useViewer } from '../session/session';

/** Shows breadcrumb, search, docs, theme and account. */
export function Header({ onSearch }: { onSearch: () => void }) {
  const { organization = noId } = useParams();
  return (
    <header className="top">
      <Link to="/home" aria-label={words.home}>
        <Logo />
      </Link>
      <Breadcrumb organizationId={organization} />
      <button
        type="button"
        className="search"
        onClick={onSearch}
        aria-keyshortcuts={hasCommandKey ? 'Meta+K' : 'Control+K'}
      >
        <SearchIcon size={16} strokeWidth={1.5} />
        <span className="grow">{words.searchOrGoTo}</span>
        <kbd>{modifier} K</kbd>
      </button>
      <a className="btn ghost docs" href="/docs">
        <BookOpenIcon size={14} strokeWidth={1.5} />
        {words.docs}
      </a>
      <ThemeSwitch />
      <AccountMenu />
    </header>
  );
}

function ThemeSwitch() {
  const scheme = useColorScheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      look="ghost"
      icon={scheme === 'dark' ? SunIcon : MoonIcon}
      label={words.switchToOtherTheme(other)}
      onClick={() => setColorScheme(other)}
    />
  );
}

/** Shows the signed-in user, settings, and sign-out. */
function AccountMenu() {
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

/** Shows the product's logo. */
function Logo() {
  return (
    <span className="logo">
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path d="M1 3h12M1 11h8" stroke="var(--on-ink)" strokeWidth="1.6" />
        <rect x="0" y="5.2" width="14" height="3.6" rx="1" fill="light-dark(#ffd84a, #d49b00)" />
      </svg>
    </span>
  );
}
