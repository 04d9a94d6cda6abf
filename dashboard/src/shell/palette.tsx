import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate as useRouterNavigate } from 'react-router';
import { useQuery } from 'urql';
import { EntitiesDocument, SearchMemoriesDocument } from '../../../client/generated/graphql';
import type { Area } from './navigation';
import { useProject } from './project';
import { usePageUrl } from './routing';
import { useVisibleAreas } from './sidebar';
import { shellTexts as words } from '../texts/shell';

interface Command {
  readonly group: string;
  readonly label: string;
  readonly path: string;
}

const recentKey = 'memory-gateway-recent';
const mostRecent = 5;
const isId = (text: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text);

function readRecent(): Command[] {
  try {
    const stored = JSON.parse(window.localStorage.getItem(recentKey) ?? '[]') as Command[];
    return stored.filter(({ label, path }) => typeof label === 'string' && typeof path === 'string');
  } catch {
    return [];
  }
}

/**
 * Finds pages, memories, entities and IDs. Opens with Ctrl-K. It is part of the first page, so that no key is lost that a fast user
 * types while it loads.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const navigate = useRouterNavigate();
  const toPage = usePageUrl();
  const { commands, isSearching } = useCommands(text.trim());
  useEffect(() => dialog.current?.showModal(), []);
  const open = (command: Command | undefined) => {
    if (!command) return;
    const recent = [command, ...readRecent().filter(({ path }) => path !== command.path)].slice(0, mostRecent);
    window.localStorage.setItem(recentKey, JSON.stringify(recent));
    void navigate(toPage(command.path));
    onClose();
  };
  // Enter before the results arrive opens the first one.
  useEffect(() => {
    if (!isEntered || (isSearching && commands.length === 0)) return;
    setEntered(false);
    open(commands[chosen]);
  }, [isEntered, isSearching, commands.length]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen((index) => (index + step + commands.length) % Math.max(1, commands.length));
    }
    if (event.key === 'Enter') setEntered(true);
  };
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={words.searchOrGoTo}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <input
        autoFocus
        role="combobox"
        aria-label={words.searchOrGoTo}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={commands[chosen] ? `palette-${chosen}` : undefined}
        placeholder={words.paletteLabel}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="palette-list" role="listbox" aria-label={words.results}>
        {commands.map((command, index) => (
          <li
            key={`${command.group} ${command.path}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseEnter={() => setChosen(index)}
            onClick={() => open(command)}
          >
            <bdi className="trunc grow">{command.label}</bdi>
            <span className="meta t3">{command.group}</span>
          </li>
        ))}
      </ul>
      {commands.length === 0 && <p className="meta t3 none">{isSearching ? words.searching : words.noResults}</p>}
    </dialog>
  );
}

function useCommands(text: string): { readonly commands: readonly Command[]; readonly isSearching: boolean } {
  const found = useFound(text);
  return { commands: toCommands(text, useVisibleAreas(), found.commands), isSearching: found.isSearching };
}

/** Finds memories and entities by words. */
function useFound(text: string): { readonly commands: readonly Command[]; readonly isSearching: boolean } {
  const { projectId } = useProject();
  const [query] = useDebouncedValue(text, 200);
  const isText = query.length > 1 && !isId(query);
  const [memories] = useQuery({
    query: SearchMemoriesDocument,
    variables: { projectId, query, topK: 5, recordHits: false },
    pause: !isText || projectId === null,
  });
  const [entities] = useQuery({
    query: EntitiesDocument,
    variables: { projectId, search: query, orderBy: { field: 'UPDATED_AT', direction: 'DESC' }, first: 5 },
    pause: !isText || projectId === null,
  });
  if (!isText) return { commands: [], isSearching: text.length > 1 && !isId(text) };
  const commands = [
    ...(entities.data?.entities.edges ?? []).map(({ node }) => ({
      group: words.entityTypes[node.type],
      label: node.name,
      path: `/entities?${new URLSearchParams({ type: node.type, name: node.name })}`,
    })),
    ...(memories.data?.searchMemories.results ?? []).map(({ memory }) => ({
      group: words.memory,
      label: memory.text,
      path: `/memories/${memory.id}`,
    })),
  ];
  return { commands, isSearching: query !== text || memories.fetching || entities.fetching };
}

function toCommands(text: string, areas: readonly Area[], found: readonly Command[]): readonly Command[] {
  const pages = areas.flatMap(({ label: area, items }) =>
    items.map(({ path, label }) => ({ group: area, label, path: `/${path}` })),
  );
  if (!text) return [...readRecent().map((command) => ({ ...command, group: words.recent })), ...pages].slice(0, 20);
  if (isId(text)) {
    return [
      { group: words.memory, label: words.openMemoryText(text), path: `/memories/${text}` },
      { group: words.event, label: words.openEventText(text), path: `/events/${text}` },
    ];
  }
  const lower = text.toLowerCase();
  return [...pages.filter(({ label, group }) => `${group} ${label}`.toLowerCase().includes(lower)), ...found];
}
