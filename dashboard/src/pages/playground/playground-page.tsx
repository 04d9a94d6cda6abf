import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { SearchMemoriesDocument } from '../../api/graphql';
import { toFailure } from '../../api/failure';
import { useFreshQuery } from '../../api/use-fresh-query';
import { EmptyState } from '../../components/empty-state';
import { SearchIcon } from '../../components/icons';
import { PageHeader } from '../../components/page-header';
import { PlainButton } from '../../components/plain-button';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { Link } from '../../shell/routing';
import { playgroundTexts } from '../../texts/playground';
import { MarkedText } from '../memories/marked-text';
import { Conversation } from './conversation';
import { PlannedMemories } from './planned-memories';
import { useDryRun, type Place, type PlaygroundMessage } from './use-dry-run';
import { useStore } from './use-store';

const example: readonly PlaygroundMessage[] = [
  { role: 'USER', content: 'Hi! I moved to Porto last week, so please update the delivery.' },
  { role: 'ASSISTANT', content: 'Congratulations! When should we deliver?' },
  { role: 'USER', content: playgroundTexts.exampleMessage },
];

/** Tests a conversation: what the server would store, and what a search then finds. */
export function PlaygroundPage() {
  const { projectId } = useProject();
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const [userId, setUserId] = useState('playground');
  const [messages, setMessages] = useState<readonly PlaygroundMessage[]>([]);
  const [draft, setDraft] = useState<PlaygroundMessage>({ role: 'USER', content: '' });
  const place = { projectId, userId: userId.trim() };
  const dryRun = useDryRun(place, messages, draft);
  const store = useStore(place, () => dryRun.repeat());
  const clear = () => {
    setMessages([]);
    setDraft({ role: 'USER', content: '' });
  };
  return (
    <>
      <PageHeader
        title={playgroundTexts.title}
        badge={<span className="badge info">{playgroundTexts.dryRun}</span>}
        description={playgroundTexts.description}
      >
        {canWrite && (
          <>
            <TextInput
              aria-label={playgroundTexts.user}
              leftSection={<span className="meta t2">{playgroundTexts.user}</span>}
              leftSectionWidth={44}
              value={userId}
              onChange={(event) => setUserId(event.currentTarget.value)}
              w={180}
            />
            <PlainButton label={playgroundTexts.example} onClick={() => setMessages(example)} />
            {messages.length > 0 && <PlainButton label={playgroundTexts.clear} onClick={clear} />}
          </>
        )}
      </PageHeader>
      {canWrite ? (
        <div className="grid play" data-typed={messages.length > 0 || draft.content !== '' || undefined}>
          <Conversation
            messages={messages}
            draft={draft}
            planned={dryRun.plan?.memories ?? []}
            redacted={dryRun.plan?.redactedMessages ?? []}
            onChange={setMessages}
            onDraft={setDraft}
          />
          <div className="grid col">
            <PlannedMemories
              dryRun={dryRun}
              isEmpty={messages.length === 0 && draft.content.trim() === ''}
              isStoring={store.isBusy}
              onStore={() => {
                const all = draft.content.trim() ? [...messages, draft] : messages;
                setMessages(all);
                setDraft({ ...draft, content: '' });
                void store.store(all);
              }}
            />
            <PlaygroundSearch place={place} generation={store.generation} />
          </div>
        </div>
      ) : (
        <EmptyState title={playgroundTexts.readerTitle}>{playgroundTexts.readerHint}</EmptyState>
      )}
    </>
  );
}

const shown = 3;

/** Searches the stored memories of the user. @param generation a new value repeats the search */
function PlaygroundSearch({ place: { projectId, userId }, generation }: { place: Place; generation: number }) {
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), 300);
  const [{ data, error, fetching }, search] = useFreshQuery(
    SearchMemoriesDocument,
    { projectId, query, topK: shown, filter: { userId: { eq: userId } }, recordHits: false },
    { pause: query === '' || userId === '' },
  );
  useEffect(() => {
    if (generation > 0 && query !== '') search();
  }, [generation]);
  const hits = query === '' ? [] : (data?.searchMemories.results ?? []);
  return (
    <section className="card" aria-label={playgroundTexts.search}>
      <header>
        <h2 className="grow">{playgroundTexts.search}</h2>
        <span className="meta t3">{playgroundTexts.top(shown)}</span>
      </header>
      <div className="body">
        <TextInput
          aria-label={playgroundTexts.query}
          placeholder={playgroundTexts.query}
          leftSection={<SearchIcon size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {error && <p className="meta t2">{toFailure(error).message}</p>}
        {query !== '' && !fetching && !error && hits.length === 0 && <p className="t2">{playgroundTexts.noHits}</p>}
        <ul className="hits">
          {hits.map(({ memory, score }) => (
            <li key={memory.id}>
              <b className="mono">{score.toFixed(2)}</b>
              <Link to={`/memories/${memory.id}`} className="plain-link">
                <MarkedText text={memory.text} query={query} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
