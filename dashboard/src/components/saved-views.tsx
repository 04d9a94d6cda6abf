import { LinkIcon, StarIcon } from './icons';
import { PlainButton } from './plain-button';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useOwnStorage } from '../session/own-storage';
import { commonTexts as common } from '../texts/common';
import { Menu, MenuItem } from './menu';
import { useCopy } from './use-copy';

const mostViews = 20;

function toViews(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((view) => typeof view === 'string') : [];
}

interface Props {
  /** Name of the page. Each page has its own views. */
  readonly page: string;
  /** URL parameters that are not filters, for example the open row. */
  readonly except?: readonly string[];
}

/** Saves and loads filters of a page in this browser, for the signed-in user. */
export function SavedViews({ page, except = [] }: Props) {
  const storage = useOwnStorage();
  const key = `views-${page}`;
  const [params, setParams] = useSearchParams();
  const [views, setViews] = useState(() => toViews(storage.read(key)));
  const current = new URLSearchParams(params);
  for (const name of except) current.delete(name);
  const text = current.toString();
  const store = (next: string[]) => {
    storage.write(key, next);
    setViews(next);
  };
  const canSave = text !== '' && !views.includes(text);
  return (
    <Menu label={common.views.title} className="btn hide-s" alignRight icon={StarIcon}>
      {views.map((view) => (
        <MenuItem
          key={view}
          label={<bdi>{describeView(view)}</bdi>}
          onClick={() => setParams(new URLSearchParams(view))}
        />
      ))}
      <MenuItem
        label={common.views.save}
        aria-disabled={!canSave}
        onClick={() => canSave && store([text, ...views].slice(0, mostViews))}
      />
      {views.includes(text) && (
        <MenuItem label={common.views.remove} onClick={() => store(views.filter((view) => view !== text))} />
      )}
    </Menu>
  );
}

const describeView = (view: string): string =>
  [...new URLSearchParams(view)].map(([name, value]) => `${name}: ${value}`).join(', ');

/** Copies the address of the page with its filters, for someone else to open the same live view. */
export function CopyViewLink({ except = [] }: Pick<Props, 'except'>) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  for (const name of except) params.delete(name);
  const query = params.size > 0 ? `?${params}` : '';
  const { label, copy } = useCopy(`${window.location.origin}${pathname}${query}`, common.views.copyLink);
  return <PlainButton look="hide-s" icon={LinkIcon} label={label} aria-live="polite" onClick={copy} />;
}
