import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useViewer } from '../session/session';
import { areas, type Area } from './navigation';
import { Link } from './routing';
import { shellTexts as words } from '../texts/shell';

/** Returns the areas with the pages that the viewer can open. */
export function useVisibleAreas(): readonly Area[] {
  const { isAdmin } = useViewer();
  return areas.map((area) => ({ ...area, items: area.items.filter(({ adminOnly }) => isAdmin || !adminOnly) }));
}

/** Returns the area and page of the URL. */
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
      <div className="foot">{words.memoryGateway}</div>
    </nav>
  );
}

function AreaLinks({ area, isOpen, path }: { area: Area; isOpen: boolean; path: string }) {
  const { icon: Icon, items, label } = area;
  const isSingle = items.length === 1;
  return (
    <>
      <Link
        className="area"
        to={`/${items[0]?.path ?? 'home'}`}
        aria-current={isOpen ? (isSingle ? 'page' : undefined) : undefined}
      >
        <Icon size={16} strokeWidth={1.5} aria-hidden />
        {label}
      </Link>
      {isOpen && !isSingle && (
        <div className="sub" role="group" aria-label={label}>
          {items.map((item) => (
            <Link key={item.path} to={`/${item.path}`} aria-current={item.path === path ? 'page' : undefined}>
              {item.label}
            </Link>
          ))}
        </div>
      )}
    </>
  );
}

/** Shows the five areas at the bottom of a phone. */
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
          <Icon size={20} strokeWidth={1.5} aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Shows the pages of the current area on a phone. */
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
