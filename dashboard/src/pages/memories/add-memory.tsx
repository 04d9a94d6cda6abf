import { Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { boolean, object, type output } from 'zod/mini';
import { AddMemoriesDocument, type EventPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { isOpen } from '../../components/event-state';
import { FormDialog } from '../../components/form-dialog';
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
  const client = useClient();
  const [pending, setPending] = useState<EventPartsFragment | null>(null);
  const add = async ({ text, user, infer }: output<typeof schema>) => {
    const input = { projectId, infer, userId: user, messages: [{ role: 'USER' as const, content: text }] };
    const { failure, payload } = await runMutation(client, AddMemoriesDocument, { input });
    if (!payload) return failure;
    const isWaiting = isOpen(payload.event.status);
    setPending(isWaiting ? payload.event : null);
    showToast(isWaiting ? words.extracting : words.countStored(payload.results?.length ?? 0));
    onAdded();
    return null;
  };
  return (
    <>
      <FormDialog
        opened={opened}
        title={words.add}
        action={words.addAction}
        schema={schema}
        initialValues={{ text: '', user: '', infer: false }}
        serverNames={{ userId: 'user', messages: 'text' }}
        onSubmit={add}
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
      </FormDialog>
      {pending && <Awaited key={pending.id} event={pending} onEnd={onAdded} />}
    </>
  );
}

function Awaited({ event, onEnd }: { event: EventPartsFragment; onEnd: () => void }) {
  useLiveEvent(event, onEnd);
  return null;
}
