import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type KeyboardEvent } from 'react';
import { useNavigate as useRouterNavigate } from 'react-router';
import { useQuery } from 'urql';
import { EntitiesDocument, SearchMemoriesDocument } from '../../../client/generated/graphql';
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
    return JSON.parse(window.localStorage.getItem(recentKey) ?? '[]') as Command[];
  } catch {
    return [];
  }
}

/** Finds pages, memories, entities and IDs. Opens with Ctrl-K. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const navigate = useRouterNavigate();
  const toPage = usePageUrl();
  const commands = useCommands(text.trim());
  const open = (command: Command | undefined) => {
    if (!command) return;
    const recent = [command, ...readRecent().filter(({ path }) => path !== command.path)].slice(0, mostRecent);
    window.localStorage.setItem(recentKey, JSON.stringify(recent));
    void navigate(toPage(command.path));
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen((index) => (index + step + commands.length) % Math.max(1, commands.length));
    }
    if (event.key === 'Enter') open(commands[chosen]);
  };
  return (
    <Modal.Root opened onClose={onClose} padding={0} size={560} yOffset="12vh">
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={words.searchOrGoTo}>
        <div className="palette">
          <input
            data-autofocus
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
          {commands.length === 0 && <p className="meta t3 none">{words.noResults}</p>}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function useCommands(text: string): Command[] {
  const { projectId } = useProject();
  const areas = useVisibleAreas();
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
  const pages = areas.flatMap(({ label: area, items }) =>
    items.map(({ path, label }) => ({ group: area, label, path: `/${path}` })),
  );
  if (!text) return [...readRecent().map((command) => ({ ...command, group: 'Recent' })), ...pages].slice(0, 20);
  if (isId(text)) {
    return [
      { group: 'Memory', label: words.openMemoryText(text), path: `/memories/${text}` },
      { group: 'Event', label: words.openEventText(text), path: `/events/${text}` },
    ];
  }
  const lower = text.toLowerCase();
  return [
    ...pages.filter(({ label, group }) => `${group} ${label}`.toLowerCase().includes(lower)),
    ...(isText ? (entities.data?.entities.edges ?? []) : []).map(({ node }) => ({
      group: node.type.toLowerCase(),
      label: node.name,
      path: `/entities?${new URLSearchParams({ type: node.type, name: node.name })}`,
    })),
    ...(isText ? (memories.data?.searchMemories ?? []) : []).map(({ memory }) => ({
      group: 'Memory',
      label: memory.text,
      path: `/memories/${memory.id}`,
    })),
  ];
}
