import { useState } from 'react';
import {
  DecideMemoryLinkDocument,
  MemoryDocument,
  SearchMemoriesDocument,
  type MemoryLinkStatus,
} from '../../api/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { TriangleAlertIcon } from '../../components/icons';
import { Moment } from '../../components/moment';
import { PlainButton } from '../../components/plain-button';
import { useAct } from '../../components/use-act';
import { useMemoryChanges } from '../../components/use-memory-changes';
import { useProjectPermission } from '../../shell/permissions';
import { Link } from '../../shell/routing';
import { memoryTexts } from '../../texts/memory';
import { EditMemory } from './edit-memory';
import { MemoryFacts, MemoryFeedback, MemoryOwners } from './memory-facts';
import { MemoryHeading } from './memory-heading';
import { MemoryHistory } from './memory-history';
import { MemorySource } from './memory-source';
import type { ShownMemory } from './shown-memory';

/** Shows one memory: text, source, history, links to other memories, and fields. */
export function MemoryPage({ id }: { id: string }) {
  const [result, again] = useFreshQuery(MemoryDocument, { id });
  return (
    <Answer result={result} isPage retry={again}>
      {({ memory }) => <Content memory={memory} onChanged={again} />}
    </Answer>
  );
}

function Content({ memory, onChanged }: { memory: ShownMemory; onChanged: () => void }) {
  const canWrite = useProjectPermission(memory.project.id, 'MEMORY_WRITE');
  const [isEditing, setEditing] = useState(false);
  useMemoryChanges({ projectId: memory.project.id, filter: { ids: [memory.id] } }, onChanged);
  return (
    <>
      <MemoryHeading memory={memory} canWrite={canWrite} onEdit={() => setEditing(true)} />
      <MemoryLinks memory={memory} canWrite={canWrite} onChanged={onChanged} />
      <div className="grid det">
        <div className="grid col">
          <MemorySource memory={memory} />
          <MemoryHistory memory={memory} canRestore={canWrite && !memory.isImmutable} onRestored={onChanged} />
        </div>
        <div className="grid col">
          <MemoryFacts memory={memory} />
          <MemoryOwners memory={memory} />
          <MemoryFeedback memory={memory} onGiven={onChanged} />
          <MemoryUsage memory={memory} />
          <MemoryNeighbors memory={memory} />
        </div>
      </div>
      <EditMemory memory={memory} opened={isEditing} onSaved={onChanged} onClose={() => setEditing(false)} />
    </>
  );
}

const mostNeighbors = 5;
// Longer texts do not improve the results, and queries have a maximum length.
const queryLength = 2_000;

/** Shows the most similar memories. The search starts on demand, because it counts as a search of the project. */
function MemoryNeighbors({ memory }: { memory: ShownMemory }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="card" aria-label={memoryTexts.neighbors}>
      <header>
        <h2>{memoryTexts.neighbors}</h2>
      </header>
      <div className="body">
        {isOpen ? (
          <Neighbors memory={memory} />
        ) : (
          <PlainButton label={memoryTexts.findNeighbors} onClick={() => setOpen(true)} />
        )}
      </div>
    </section>
  );
}

function Neighbors({ memory: { id, text, project } }: { memory: ShownMemory }) {
  const [result, read] = useFreshQuery(SearchMemoriesDocument, {
    query: text.slice(0, queryLength),
    projectId: project.id,
    topK: mostNeighbors + 1,
    recordHits: false,
  });
  return (
    <Answer result={result} retry={read}>
      {({ searchMemories }) => {
        const neighbors = searchMemories.results.filter(({ memory }) => memory.id !== id).slice(0, mostNeighbors);
        if (neighbors.length === 0) return <p className="t2">{memoryTexts.noNeighbors}</p>;
        return (
          <ul className="neighbors">
            {neighbors.map(({ memory, score }) => (
              <li key={memory.id}>
                <Link className="plain-link" to={`/memories/${memory.id}`} dir="auto">
                  {memory.text}
                </Link>
                <span className="mono t2">{score.toFixed(2)}</span>
              </li>
            ))}
          </ul>
        );
      }}
    </Answer>
  );
}

const words = memoryTexts.usage;

/** Shows how often searches found the memory, the last queries that did, and the effect of decay. */
function MemoryUsage({ memory: { searchHits, decayFactor } }: { memory: ShownMemory }) {
  const { searchCount: count, lastFoundAt, queries } = searchHits;
  return (
    <section className="card" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <div className="body">
        <p>
          {words.found(count)}
          {lastFoundAt && (
            <>
              , {words.last} <Moment at={lastFoundAt} />
            </>
          )}
        </p>
        {queries.length > 0 && (
          <ul className="neighbors" aria-label={words.queries}>
            {queries.map((one) => (
              <li key={one.query}>
                <Link className="plain-link" to={`/memories?${new URLSearchParams({ q: one.query })}`} dir="auto">
                  {one.query}
                </Link>
                <span className="mono t2" title={one.lastFoundAt}>
                  {one.searchCount}×
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="meta t2">{decayFactor === null ? words.noDecay : words.decay(decayFactor)}</p>
      </div>
    </section>
  );
}

type MemoryLink = ShownMemory['links'][number];

interface Props {
  readonly memory: ShownMemory;
  readonly canWrite: boolean;
  onChanged(): void;
}

/** Shows memories that replace this one or that it replaces. OWNERs can decide open links. */
function MemoryLinks({ memory, canWrite, onChanged }: Props) {
  const act = useAct();
  const decide = async (id: string, status: MemoryLinkStatus) => {
    if (await act(DecideMemoryLinkDocument, { id, status }, memoryTexts.decided[status])) onChanged();
  };
  return memory.links.map((link) => {
    const isNewer = link.newerMemoryId === memory.id;
    const other = isNewer ? link.olderMemory : link.newerMemory;
    if (!other) return null;
    const isOpen = link.status === 'SUGGESTED';
    return (
      <div key={link.id} className={`note row wrap ${isOpen ? 'warn' : 'quiet'}`} style={{ marginBottom: 12 }}>
        {isOpen && <TriangleAlertIcon size={16} strokeWidth={1.5} color="var(--warn)" />}
        <span className="grow" style={{ flexBasis: 240 }}>
          <b>{toLabel(link, isNewer)}</b>{' '}
          <Link to={`/memories/${other.id}`}>
            <bdi>“{other.text}”</bdi>
          </Link>{' '}
          <span className="t2">
            {link.createdAt.slice(0, 10)}
            {isOpen && `, ${memoryTexts.conflict} ${link.probability.toFixed(2)}`}
          </span>
        </span>
        {canWrite && isOpen && (
          <>
            <PlainButton
              look="sm"
              label={isNewer ? memoryTexts.confirmNewer : memoryTexts.confirmOlder}
              onClick={() => void decide(link.id, 'CONFIRMED')}
            />
            <PlainButton look="sm" label={memoryTexts.keepBoth} onClick={() => void decide(link.id, 'REJECTED')} />
          </>
        )}
        {canWrite && !isOpen && (
          <PlainButton look="sm" label={memoryTexts.undo} onClick={() => void decide(link.id, 'SUGGESTED')} />
        )}
      </div>
    );
  });
}

function toLabel({ status, relation }: MemoryLink, isNewer: boolean): string {
  const { links } = memoryTexts;
  if (status === 'SUGGESTED') return isNewer ? links.outdates : links.outdatedBy;
  if (relation === 'MERGES') return isNewer ? links.mergedFrom : links.mergedInto;
  return isNewer ? links.replaced : links.replacedBy;
}
