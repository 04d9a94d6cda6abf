import { useState } from 'react';
import { useParams } from 'react-router';
import { useQuery } from 'urql';
import { OrganizationsDocument } from '../api/graphql';
import {
  BookOpenIcon,
  ChevronsUpDownIcon,
  LogOutIcon,
  MoonIcon,
  SearchIcon,
  SettingsIcon,
  SunIcon,
} from '../components/icons';
import { Menu, MenuItem } from '../components/menu';
import { hasCommandKey, modifier } from '../components/modifier';
import { IconButton } from '../components/plain-button';
import { useSession, useViewer } from '../session/session';
import { shellTexts as words } from '../texts/shell';
import { setColorScheme, useColorScheme } from './color-scheme';
import { useProject } from './project';
import { Link, noId } from './routing';
import { useCurrentPage } from './sidebar';
import { useProjects } from './use-projects';

/** Shows breadcrumb, search, docs, theme and account. */
export function Header({ onSearch }: { onSearch: () => void }) {
  const { organization = noId } = useParams();
  return (
    <header className="row top">
      <Link to="/home" aria-label={words.home}>
        <Logo />
      </Link>
      <Breadcrumb organizationId={organization} />
      <button
        type="button"
        className="row search"
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

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Shows organization, project and page. Organization and project can be switched. */
function Breadcrumb({ organizationId }: { organizationId: string }) {
  const { projectId, choose } = useProject();
  const { choices } = useProjects();
  const { item } = useCurrentPage();
  const { '*': rest = '' } = useParams();
  const [part] = rest.split('/');
  const partTitle = part && item?.partTitles?.[part];
  const [{ data }] = useQuery({ query: OrganizationsDocument, variables: { first: 100 } });
  const organizations = (data?.organizations.edges ?? []).map(({ node }) => ({ value: node.id, label: node.name }));
  const inside = choices.filter((choice) => choice.organizationId === organizationId);
  const enter = (id: string) => {
    const first = choices.find((choice) => choice.organizationId === id);
    if (first) choose(first.value);
  };
  return (
    <nav className="crumb grow" aria-label={words.breadcrumb}>
      <Switcher
        label={words.organization}
        className="org"
        choices={organizations.filter(({ value }) => choices.some((choice) => choice.organizationId === value))}
        value={organizationId}
        onChoose={enter}
      />
      <span className="sep org">/</span>
      <Switcher
        label={words.project}
        choices={inside.length > 0 ? inside : choices}
        value={projectId}
        onChoose={choose}
      />
      {item && (
        <>
          <span className="sep hide-s">/</span>
          {part ? (
            <>
              <Link className="hide-s" to={`/${item.path}`}>
                {item.label}
              </Link>
              <span className="sep hide-s">/</span>
              <span className={`t2 trunc hide-s ${partTitle ? '' : 'mono'}`}>{partTitle ?? part}</span>
            </>
          ) : (
            <span className="t2 trunc hide-s">{item.label}</span>
          )}
        </>
      )}
    </nav>
  );
}

interface SwitcherProps {
  readonly label: string;
  readonly className?: string;
  readonly choices: readonly Choice[];
  readonly value: string | null;
  onChoose(id: string): void;
}

const searchFrom = 8;
const mostShown = 100;

function Switcher({ label, className = '', choices, value, onChoose }: SwitcherProps) {
  const [text, setText] = useState('');
  const current = choices.find((choice) => choice.value === value);
  const name = current?.label ?? words.switcherEmpty(label.toLowerCase());
  const shown = choices.filter((choice) => choice.label.toLowerCase().includes(text.toLowerCase()));
  return (
    <Menu
      label={`${label}: ${name}`}
      className={`sw ${className}`}
      button={
        <>
          <bdi className="trunc">{name}</bdi>
          <ChevronsUpDownIcon size={12} />
        </>
      }
      onClose={() => setText('')}
    >
      {choices.length >= searchFrom && (
        <input
          className="field"
          aria-label={words.switcherSearch(label.toLowerCase())}
          placeholder={words.switcherSearch(label.toLowerCase())}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {shown.slice(0, mostShown).map((choice) => (
        <MenuItem
          key={choice.value}
          label={<bdi className="trunc">{choice.label}</bdi>}
          onClick={() => onChoose(choice.value)}
          aria-current={choice.value === value ? 'true' : undefined}
        />
      ))}
      {shown.length === 0 && <p className="meta t3 menu-label">{words.noneFound}</p>}
    </Menu>
  );
}
