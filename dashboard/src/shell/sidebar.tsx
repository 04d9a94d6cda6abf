import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { toCount } from '../components/format';
import { useViewer } from '../session/session';
import { ConnectionState } from './connection-state';
import { areas, type Area, type NavigationItem } from './navigation';
import { useProjectPermissions } from './permissions';
import { useProject } from './project';
import { useOpenCorrections } from './use-open-corrections';
import { Link } from './routing';
import { shellTexts as words } from '../texts/shell';

/** Returns the areas with the pages that the viewer can open. */
export function useVisibleAreas(): readonly Area[] {
  const { isAdmin } = useViewer();
  const { projectId } = useProject();
  const permissions = useProjectPermissions(projectId);
  const canOpen = ({ adminOnly, permission }: NavigationItem) =>
    isAdmin || (!adminOnly && (permission === undefined || permissions.includes(permission)));
  return areas.map((area) => ({ ...area, items: area.items.filter(canOpen) })).filter(({ items }) => items.length > 0);
}

export function useCurrentPage() {
  const path = useLocation().pathname.split('/')[4] ?? '';
  const area = areas.find(({ items }) => items.some((item) => item.path === path));
  return { path, area, item: area?.items.find((item) => item.path === path) };
}

/** Shows the five areas, with the pages of the current one. */
export function Sidebar() {
  const visible = useVisibleAreas();
  const current = useCurrentPage();
  return (
    <nav className="side" aria-label={words.pages}>
      {visible.map((area) => (
        <AreaLinks key={area.label} area={area} isOpen={area.label === current.area?.label} path={current.path} />
      ))}
      <ConnectionState />
    </nav>
  );
}

function AreaLinks({ area, isOpen, path }: { area: Area; isOpen: boolean; path: string }) {
  const { icon: Icon, items, label } = area;
  const corrections = useOpenCorrections();
  const isSingle = items.length === 1;
  return (
    <>
      <Link
        className="area"
        to={`/${items[0]?.path ?? 'home'}`}
        aria-current={isOpen ? (isSingle ? 'page' : undefined) : undefined}
      >
        <Icon size={16} strokeWidth={1.5} />
        {label}
      </Link>
      {isOpen && !isSingle && (
        <div className="sub" role="group" aria-label={label}>
          {items.map((item) => (
            <Link key={item.path} to={`/${item.path}`} aria-current={item.path === path ? 'page' : undefined}>
              {item.label}
              {item.path === 'corrections' && corrections > 0 && (
                <span className="n" title={words.openCorrections(corrections)}>
                  {toCount(corrections)}
                </span>
              )}
            </Link>
          ))}
        </div>
      )}
    </>
  );
}

export function PhoneTabs() {
  const visible = useVisibleAreas();
  const current = useCurrentPage();
  return (
    <nav className="tabs5" aria-label={words.areas}>
      {visible.map(({ label, icon: Icon, items }) => (
        <Link
          key={label}
          to={`/${items[0]?.path ?? 'home'}`}
          aria-current={label === current.area?.label ? 'page' : undefined}
        >
          <Icon size={20} strokeWidth={1.5} />
          {label}
        </Link>
      ))}
    </nav>
  );
}

export function PhoneSubpages() {
  const visible = useVisibleAreas();
  const current = useCurrentPage();
  const area = visible.find(({ label }) => label === current.area?.label);
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [current.path]);
  if (!area || area.items.length < 2) return null;
  return (
    <nav ref={tabs} className="subtabs" aria-label={words.labelPages(area.label)}>
      {area.items.map(({ path, label }) => (
        <Link key={path} to={`/${path}`} aria-current={path === current.path ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
