import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate as useRouterNavigate } from 'react-router';
import { useQuery } from 'urql';
import { EntitiesDocument, SearchMemoriesDocument } from '../api/graphql';
import { useOwnStorage, type OwnStorage } from '../session/own-storage';
import { useProject } from './project';
import { usePageUrl } from './routing';
import { useVisibleAreas } from './sidebar';
import { shellTexts as words } from '../texts/shell';

interface Command {
  readonly group: string;
  readonly label: string;
  readonly path: string;
}

const recentName = 'recent';
const mostRecent = 5;
const isId = (text: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text);

function readRecent(storage: OwnStorage): Command[] {
  const stored = storage.read(recentName);
  return Array.isArray(stored) ? stored.filter(isCommand) : [];
}

function isCommand(value: unknown): value is Command {
  const { label, path } = (value ?? {}) as Record<string, unknown>;
  return typeof label === 'string' && typeof path === 'string';
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
  const storage = useOwnStorage();
  const navigate = useRouterNavigate();
  const toPage = usePageUrl();
  const { commands, isSearching } = useCommands(text.trim());
  useEffect(() => dialog.current?.showModal(), []);
  const open = (command: Command | undefined) => {
    if (!command) return;
    const others = readRecent(storage).filter(({ path }) => path !== command.path);
    storage.write(recentName, [command, ...others].slice(0, mostRecent));
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
  const { commands, isSearching } = useFound(text);
  const storage = useOwnStorage();
  const pages = useVisibleAreas().flatMap(({ label: group, items }) =>
    items.map(({ path, label }) => ({ group, label, path: `/${path}` })),
  );
  if (text) return { commands: toCommands(text, pages, commands), isSearching };
  const recent = readRecent(storage).map((command) => ({ ...command, group: words.recent }));
  return { commands: [...recent, ...pages].slice(0, 20), isSearching };
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

function toCommands(text: string, pages: readonly Command[], found: readonly Command[]): readonly Command[] {
  if (isId(text)) {
    return [
      { group: words.memory, label: words.openMemoryText(text), path: `/memories/${text}` },
      { group: words.event, label: words.openEventText(text), path: `/events/${text}` },
    ];
  }
  const lower = text.toLowerCase();
  return [...pages.filter(({ label, group }) => `${group} ${label}`.toLowerCase().includes(lower)), ...found];
}
