import { ChevronsUpDownIcon } from '../components/icons';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useQuery } from 'urql';
import { OrganizationsDocument } from '../../../client/generated/graphql';
import { Menu, MenuItem } from '../components/menu';
import { useProject } from './project';
import { Link } from './routing';
import { useCurrentPage } from './sidebar';
import { useProjects } from './use-projects';
import { shellTexts as words } from '../texts/shell';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Shows organization, project and page. Organization and project can be switched. */
export function Breadcrumb({ organizationId }: { organizationId: string }) {
  const { projectId, choose } = useProject();
  const { choices } = useProjects();
  const { item } = useCurrentPage();
  const { '*': rest = '' } = useParams();
  const [part] = rest.split('/');
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
              <span className="t2 trunc mono hide-s">{part}</span>
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
  const shown = choices.filter((choice) => choice.label.toLowerCase().includes(text.toLowerCase()));
  return (
    <Menu
      label={`${label}: ${current?.label ?? 'none'}`}
      className={`sw ${className}`}
      button={
        <>
          <bdi className="trunc">{current?.label ?? words.switcherEmpty(label.toLowerCase())}</bdi>
          <ChevronsUpDownIcon size={12} />
        </>
      }
      onClose={() => setText('')}
    >
      {choices.length >= searchFrom && (
        <input
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
