import { useState } from 'react';
import { UpdateMemoryDocument } from '../../api/graphql';
import { toRequesterName } from '../../components/requester-name';
import { Segments } from '../../components/segments';
import { useAct } from '../../components/use-act';
import { Moment } from '../../components/moment';
import { WordDiff } from '../../components/word-diff';
import type { ShownMemory } from './shown-memory';
import { memoryTexts as pageWords } from '../../texts/memory';

type Entry = ShownMemory['history'][number];

const views = [
  { value: 'words', label: pageWords.words },
  { value: 'sides', label: pageWords.sideBySide },
] as const;

interface Props {
  readonly memory: ShownMemory;
  readonly canRestore: boolean;
  onRestored(): void;
}

/** Shows the changes of a memory as word diffs, newest first. Old texts can be restored. */
export function MemoryHistory({ memory, canRestore, onRestored }: Props) {
  const [view, setView] = useState('words');
  const act = useAct();
  const restore = async (text: string, version: number) => {
    if (await act(UpdateMemoryDocument, { id: memory.id, text }, pageWords.restoredVersion(version))) onRestored();
  };
  const versions = memory.history.map((entry, index) => ({ entry, version: index + 1 })).reverse();
  return (
    <section className="card" aria-label={pageWords.history}>
      <header>
        <h2 className="grow">{pageWords.history}</h2>
        <Segments label={pageWords.view} choices={views} value={view} onChange={setView} />
      </header>
      <ol className="hist">
        {versions.map(({ entry, version }) => {
          const text = entry.newText;
          const isPast = canRestore && text !== null && text !== memory.text;
          return (
            <li key={entry.id}>
              <span className="when">
                <b>{pageWords.version(version)}</b>
                <br />
                <Moment at={entry.createdAt} />
              </span>
              <div>
                <Change entry={entry} isSideBySide={view === 'sides'} />
                <span className="meta t3 by">
                  {pageWords.events[entry.event]}
                  {entry.changedBy && (
                    <>
                      {' '}
                      {pageWords.by} <bdi>{toRequesterName({ by: entry.changedBy, user: entry.changedByUser })}</bdi>
                    </>
                  )}
                  {isPast && (
                    <button type="button" className="link" onClick={() => void restore(text, version)}>
                      {pageWords.restoreVersion(version)}
                    </button>
                  )}
                </span>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Change({ entry: { oldText, newText }, isSideBySide }: { entry: Entry; isSideBySide: boolean }) {
  if (oldText === null || newText === null || oldText === newText) return <p dir="auto">{newText ?? oldText}</p>;
  if (!isSideBySide)
    return (
      <p dir="auto">
        <WordDiff before={oldText} after={newText} />
      </p>
    );
  return (
    <div className="grid g2">
      <p dir="auto" className="t2">
        {oldText}
      </p>
      <p dir="auto">{newText}</p>
    </div>
  );
}
