import { Menu } from '@mantine/core';
import { StarIcon } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { texts } from '../texts';

const mostViews = 20;

function readViews(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((view) => typeof view === 'string') : [];
  } catch {
    return [];
  }
}

interface Props {
  /** Name of the page. Each page has its own views. */
  readonly page: string;
  /** URL parameters that are not filters, for example the open row. */
  readonly except?: readonly string[];
}

/** Saves and loads filters of a page in this browser. */
export function SavedViews({ page, except = [] }: Props) {
  const key = `memory-gateway-views-${page}`;
  const [params, setParams] = useSearchParams();
  const [views, setViews] = useState(() => readViews(key));
  const current = new URLSearchParams(params);
  for (const name of except) current.delete(name);
  const text = current.toString();
  const store = (next: string[]) => {
    window.localStorage.setItem(key, JSON.stringify(next));
    setViews(next);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className="btn hide-s">
          <StarIcon size={14} strokeWidth={1.5} aria-hidden />
          {texts.views.title}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map((view) => (
          <Menu.Item key={view} onClick={() => setParams(new URLSearchParams(view))}>
            <bdi>{[...new URLSearchParams(view)].map(([name, value]) => `${name}: ${value}`).join(', ')}</bdi>
          </Menu.Item>
        ))}
        {views.length > 0 && <Menu.Divider />}
        <Menu.Item
          disabled={text === '' || views.includes(text)}
          onClick={() => store([text, ...views].slice(0, mostViews))}
        >
          {texts.views.save}
        </Menu.Item>
        {views.includes(text) && (
          <Menu.Item onClick={() => store(views.filter((view) => view !== text))}>{texts.views.remove}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
