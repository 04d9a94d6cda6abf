import { Textarea, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useClient } from 'urql';
import { MemoriesDocument, SearchMemoriesDocument, type SearchMemoriesQuery } from '../../api/graphql';
import { toFailure } from '../../api/failure';
import { useFreshQuery } from '../../api/use-fresh-query';
import { CheckIcon, SearchIcon } from '../../components/icons';
import { PlainButton } from '../../components/plain-button';
import { useViewer } from '../../session/session';
import { firstRunTexts } from '../../texts/first-run';
import { playgroundTexts } from '../../texts/playground';
import { MarkedText } from '../../pages/memories/marked-text';
import { ScoreBar } from '../../pages/memories/score-reasons';
import { useStore } from '../../pages/playground/use-store';
import type { StepProps } from '../steps';
import { ConnectApp } from './connect-app';

interface Props extends StepProps {
  readonly secret: string | null;
  onCreated(secret: string): void;
}

/** Stores a memory, finds it, then connects an app. Every part can be skipped. */
export function FirstRunStep({ onward, secret, onCreated }: Props) {
  useDocumentTitle(`${firstRunTexts.title} · memory-gateway`);
  const [isStored, setStored] = useState(false);
  const [isFound, setFound] = useState(false);
  const [isConnected, setConnected] = useState(false);
  return (
    <main className="fr">
      <div className="intro">
        <h1>{firstRunTexts.title}</h1>
        <p className="t2">{firstRunTexts.intro}</p>
      </div>
      <Part number={1} title={firstRunTexts.add} isDone={isStored} isCurrent={!isStored}>
        <AddFirstMemory onStored={() => setStored(true)} />
      </Part>
      <Part number={2} title={firstRunTexts.find} isDone={isFound} isCurrent={isStored && !isFound}>
        <FindIt isReady={isStored} onFound={() => setFound(true)} />
      </Part>
      <Part number={3} title={firstRunTexts.connect} isDone={isConnected} isCurrent={isFound && !isConnected}>
        <ConnectApp secret={secret} onCreated={onCreated} onConnected={() => setConnected(true)} />
      </Part>
      <div className="row fr-end">
        <PlainButton label={firstRunTexts.models} onClick={onward} />
        <Link className={`btn ${isStored ? 'pri' : ''}`} to="/dashboard">
          {firstRunTexts.dashboard}
        </Link>
      </div>
    </main>
  );
}

interface PartProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}

function Part({ number, title, isDone, isCurrent, children }: PartProps) {
  return (
    <section className={`step ${isDone ? 'done' : ''} ${isCurrent ? 'now' : ''}`} aria-label={title}>
      <span className="no">{isDone ? <CheckIcon size={16} aria-label={firstRunTexts.done} /> : number}</span>
      <div className="card grow step-card">
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}

type Hits = SearchMemoriesQuery['searchMemories']['results'];

interface Found {
  readonly query: string;
  readonly hits: Hits;
  readonly message: string | null;
}

/** Searches the memories of the previous step. */
function FindIt({ isReady, onFound }: { isReady: boolean; onFound: () => void }) {
  const client = useClient();
  const { project } = useViewer();
  const [query, setQuery] = useState<string>(firstRunTexts.query);
  const [found, setFound] = useState<Found | null>(null);
  const search = async (event: FormEvent) => {
    event.preventDefault();
    const variables = {
      projectId: project?.id ?? null,
      query,
      topK: 3,
      filter: { userId: { eq: firstUser } },
      explain: true,
      recordHits: false,
    };
    const { data, error } = await client.query(SearchMemoriesDocument, variables, { requestPolicy: 'network-only' });
    setFound({ query, hits: data?.searchMemories.results ?? [], message: error ? toFailure(error).message : null });
    if (data && data.searchMemories.results.length > 0) onFound();
  };
  return (
    <>
      <form className="row first-add" onSubmit={(event) => void search(event)}>
        <TextInput
          aria-label={playgroundTexts.query}
          leftSection={<SearchIcon size={16} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <button type="submit" className={`btn ${isReady ? 'pri' : ''}`} disabled={!isReady || query.trim() === ''}>
          {firstRunTexts.search}
        </button>
      </form>
      {found?.message && <p className="t2">{found.message}</p>}
      {found && !found.message && found.hits.length === 0 && <p className="t2">{playgroundTexts.noHits}</p>}
      <ul className="first-hits">
        {found?.hits.map((hit) => (
          <li key={hit.memory.id}>
            <b className="mono">{hit.score.toFixed(2)}</b>
            <ScoreBar hit={hit} />
            <MarkedText text={hit.memory.text} query={found.query} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** User of the memories in the first run. */
const firstUser = 'ada';

/** Stores a message and shows the memories that the server extracts from it. */
function AddFirstMemory({ onStored }: { onStored: () => void }) {
  const { project } = useViewer();
  const projectId = project?.id ?? null;
  const [text, setText] = useState<string>(firstRunTexts.example);
  const { store, generation, isBusy } = useStore({ projectId, userId: firstUser }, onStored);
  const [{ data }, read] = useFreshQuery(
    MemoriesDocument,
    { projectId, filter: { userId: { eq: firstUser } }, first: 5, after: null, withTotal: generation > 0 },
    { pause: generation === 0 },
  );
  const made = generation === 0 ? [] : (data?.memories.edges ?? []);
  const submit = async () => {
    await store([{ role: 'USER', content: text }]);
    if (generation > 0) read();
  };
  return (
    <>
      <p className="meta t3">{firstRunTexts.says}</p>
      <div className="row first-add">
        <Textarea
          aria-label={firstRunTexts.message}
          dir="auto"
          autosize
          minRows={1}
          maxRows={6}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button
          type="button"
          className={`btn ${generation === 0 ? 'pri' : ''}`}
          disabled={isBusy || text.trim() === ''}
          onClick={() => void submit()}
        >
          {firstRunTexts.store}
        </button>
      </div>
      {data && made.length === 0 && generation > 0 && <p className="t2">{firstRunTexts.noFacts}</p>}
      {made.length > 0 && (
        <ul className="made" aria-label={firstRunTexts.stored}>
          {made.map(({ node }) => (
            <li key={node.id}>
              <span className="badge ok">{playgroundTexts.kinds.ADD}</span>
              <bdi>{node.text}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
