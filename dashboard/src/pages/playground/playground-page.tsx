import { TextInput } from '@mantine/core';
import { PlainButton } from '../../components/plain-button';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { playgroundTexts } from '../../texts/playground';
import { Conversation } from './conversation';
import { PlannedMemories } from './planned-memories';
import { PlaygroundSearch } from './playground-search';
import { useDryRun, type PlaygroundMessage } from './use-dry-run';
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
      </PageHeader>
      {canWrite ? (
        <div className="grid play">
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
