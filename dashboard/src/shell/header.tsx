import { BookOpenIcon, MoonIcon, SearchIcon, SunIcon } from '../components/icons';
import { IconButton } from '../components/plain-button';
import { hasCommandKey, modifier } from '../components/modifier';
import { useParams } from 'react-router';
import { AccountMenu } from './account-menu';
import { Breadcrumb } from './breadcrumb';
import { setColorScheme, useColorScheme } from './color-scheme';
import { Logo } from './logo';
import { Link, noId } from './routing';
import { shellTexts as words } from '../texts/shell';

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
