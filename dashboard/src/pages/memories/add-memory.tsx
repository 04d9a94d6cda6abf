import { Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { boolean, object } from 'zod/mini';
import { AddMemoriesDocument, type EventPartsFragment } from '../../../../client/generated/graphql';
import { isOpen } from '../../components/event-state';
import { MutationDialog } from '../../components/form-dialog';
import { name, requiredText } from '../../components/rules';
import { useLiveEvent } from '../../components/use-live-event';
import { showToast } from '../../components/toast';
import { memoriesTexts as words } from '../../texts/memories';

interface Props {
  readonly opened: boolean;
  readonly projectId: string | null;
  onClose(): void;
  /** Called again when the facts have been extracted. */
  onAdded(): void;
}

const schema = object({ text: requiredText, user: name, infer: boolean() });

/** Adds one message, unchanged or with fact extraction. */
export function AddMemory({ opened, projectId, onClose, onAdded }: Props) {
  const [pending, setPending] = useState<EventPartsFragment | null>(null);
  return (
    <>
      <MutationDialog
        opened={opened}
        title={words.add}
        action={words.addAction}
        schema={schema}
        initialValues={{ text: '', user: '', infer: false }}
        serverNames={{ userId: 'user', messages: 'text' }}
        mutation={AddMemoriesDocument}
        toInput={({ text, user, infer }) => ({
          projectId,
          infer,
          userId: user,
          messages: [{ role: 'USER' as const, content: text }],
        })}
        onDone={({ event, results }) => {
          const isWaiting = isOpen(event.status);
          setPending(isWaiting ? event : null);
          showToast(isWaiting ? words.extracting : words.countStored(results?.length ?? 0));
          onAdded();
        }}
        onClose={onClose}
      >
        {(form) => (
          <>
            <Textarea
              {...form.getInputProps('text')}
              label={words.text}
              dir="auto"
              autosize
              minRows={3}
              maxRows={14}
              required
              data-autofocus
            />
            <TextInput
              {...form.getInputProps('user')}
              label={words.user}
              description={words.userIdHint}
              required
              autoComplete="off"
            />
            <Switch {...form.getInputProps('infer', { type: 'checkbox' })} label={words.extractFacts} />
          </>
        )}
      </MutationDialog>
      {pending && <Awaited key={pending.id} event={pending} onEnd={onAdded} />}
    </>
  );
}

function Awaited({ event, onEnd }: { event: EventPartsFragment; onEnd: () => void }) {
  useLiveEvent(event, onEnd);
  return null;
}
