import { Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { AddMemoriesDocument, type EventPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { isOpen } from '../../components/event-state';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import { useLiveEvent } from '../../components/use-live-event';
import { showToast } from '../../components/toast';

interface Props {
  readonly opened: boolean;
  readonly projectId: string | null;
  onClose(): void;
  /** Called again when the facts have been extracted. */
  onAdded(): void;
}

/** Adds one message, unchanged or with fact extraction. */
export function AddMemory({ opened, projectId, onClose, onAdded }: Props) {
  const client = useClient();
  const [pending, setPending] = useState<EventPartsFragment | null>(null);
  const add = async (form: FormData): Promise<Failure | null> => {
    const infer = form.has('infer');
    const input = {
      projectId,
      infer,
      userId: getFormText(form, 'user').trim(),
      messages: [{ role: 'USER' as const, content: getFormText(form, 'text') }],
    };
    const { failure, payload } = await runMutation(client, AddMemoriesDocument, { input });
    if (!payload) return failure && besideFields(failure);
    const isWaiting = isOpen(payload.event.status);
    setPending(isWaiting ? payload.event : null);
    showToast(isWaiting ? 'Extracting facts. New memories appear shortly.' : said(payload.results?.length ?? 0));
    onAdded();
    return null;
  };
  return (
    <>
      <FormDialog opened={opened} title="Add memory" action="Add" onSubmit={add} onClose={onClose}>
        {(fields) => (
          <>
            <Textarea
              name="text"
              label="Text"
              dir="auto"
              autosize
              minRows={3}
              maxRows={14}
              required
              data-autofocus
              error={fields.text}
            />
            <TextInput
              name="user"
              label="User"
              description="ID of the user this memory belongs to."
              required
              autoComplete="off"
              error={fields.user}
            />
            <Switch name="infer" label="Extract facts (off: store the text unchanged)" />
          </>
        )}
      </FormDialog>
      {pending && <Awaited key={pending.id} event={pending} onEnd={onAdded} />}
    </>
  );
}

const said = (kept: number): string =>
  kept === 0 ? 'There was nothing new to keep.' : kept === 1 ? 'The memory is kept.' : `${kept} memories are kept.`;

// Renames field errors of the mutation to the fields of this form.
function besideFields({ message, fields: { userId, messages, ...others } }: Failure): Failure {
  return { message, fields: { ...others, ...(userId && { user: userId }), ...(messages && { text: messages }) } };
}

function Awaited({ event, onEnd }: { event: EventPartsFragment; onEnd: () => void }) {
  useLiveEvent(event, onEnd);
  return null;
}
