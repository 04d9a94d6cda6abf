import { Menu } from '@mantine/core';
import { StarIcon } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { texts } from '../../texts';

const storageKey = 'memory-gateway-request-views';
const mostViews = 20;

function readViews(): string[] {
  try {
    return JSON.parse(window.localStorage.getItem(storageKey) ?? '[]') as string[];
  } catch {
    return [];
  }
}

/** Saves and loads filters in this browser. */
export function SavedViews() {
  const [params, setParams] = useSearchParams();
  const [views, setViews] = useState(readViews);
  const current = new URLSearchParams(params);
  current.delete('request');
  const text = current.toString();
  const store = (next: string[]) => {
    window.localStorage.setItem(storageKey, JSON.stringify(next));
    setViews(next);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className="btn hide-s">
          <StarIcon size={14} strokeWidth={1.5} aria-hidden />
          {texts.requests.savedViews}
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
          Save this view
        </Menu.Item>
        {views.includes(text) && (
          <Menu.Item onClick={() => store(views.filter((view) => view !== text))}>Remove this view</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
