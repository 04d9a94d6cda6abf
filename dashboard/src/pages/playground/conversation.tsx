import { Textarea } from '@mantine/core';
import { IconButton } from '../../components/plain-button';
import { SendIcon, XIcon } from '../../components/icons';
import { Select } from '../../components/select';
import { Fragment, type FormEvent, type KeyboardEvent } from 'react';
import { playgroundTexts } from '../../texts/playground';
import { toMarkedSentences } from '../memory/source-sentences';
import type { PlannedMemory, PlaygroundMessage } from './use-dry-run';

interface Props {
  readonly messages: readonly PlaygroundMessage[];
  readonly draft: PlaygroundMessage;
  readonly planned: readonly PlannedMemory[];
  /** Messages with redacted secrets, by number from 1. */
  readonly redacted: readonly number[];
  onChange(messages: readonly PlaygroundMessage[]): void;
  onDraft(draft: PlaygroundMessage): void;
}

const roles = [
  { value: 'USER', label: playgroundTexts.asUser },
  { value: 'ASSISTANT', label: playgroundTexts.asAssistant },
];

/** Shows the messages, with source sentences of memories marked, and a field for the next message. */
export function Conversation({ messages, draft, planned, redacted, onChange, onDraft }: Props) {
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (draft.content.trim() === '') return;
    onChange([...messages, draft]);
    onDraft({ ...draft, content: '' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  return (
    <section className="card conversation" aria-label={playgroundTexts.conversation}>
      <header>
        <h2 className="grow">{playgroundTexts.conversation}</h2>
        <span className="meta t3">{playgroundTexts.messages(messages.length)}</span>
      </header>
      <ol className="messages">
        {messages.map((message, index) => (
          <li key={index} className="msg">
            <span className="who">
              {message.role === 'USER' ? playgroundTexts.user : playgroundTexts.assistant}{' '}
              <span className="meta">{index + 1}</span>
            </span>
            <div>
              <p dir="auto">
                <Marked text={message.content} planned={planned} />
              </p>
              {redacted.includes(index + 1) && <span className="meta secret">{playgroundTexts.redacted}</span>}
            </div>
            <IconButton
              look="ghost sm"
              icon={XIcon}
              label={playgroundTexts.remove(index + 1)}
              onClick={() => onChange(messages.filter((_, other) => other !== index))}
            />
          </li>
        ))}
      </ol>
      <form className="row composer" onSubmit={send}>
        <Textarea
          aria-label={playgroundTexts.write}
          placeholder={playgroundTexts.write}
          dir="auto"
          autosize
          minRows={1}
          maxRows={6}
          value={draft.content}
          onChange={(event) => onDraft({ ...draft, content: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <Select
          aria-label={playgroundTexts.role}
          choices={roles}
          value={draft.role}
          onChange={(role) => onDraft({ ...draft, role: role === 'USER' ? 'USER' : 'ASSISTANT' })}
        />
        <IconButton icon={SendIcon} label={playgroundTexts.send} type="submit" />
      </form>
    </section>
  );
}

function Marked({ text, planned }: { text: string; planned: readonly PlannedMemory[] }) {
  const bySentence = planned.map((memory) => toMarkedSentences(text, memory.text, 0.5));
  return toMarkedSentences(text, '').map(({ sentence }, index) =>
    bySentence.some((sentences) => sentences[index]?.isMarked) ? (
      <mark key={index}>{sentence}</mark>
    ) : (
      <Fragment key={index}>{sentence}</Fragment>
    ),
  );
}
