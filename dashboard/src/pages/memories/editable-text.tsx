import { Alert, Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { UpdateMemoryDocument, type MemoryQuery } from '../../../../client/generated/graphql';
import { act } from '../../api/act';
import { showToast } from '../../components/toast';

interface Props {
  readonly memory: NonNullable<MemoryQuery['memory']>;
  readonly canEdit: boolean;
  onSaved(): void;
}

/** What a memory says; for OWNERs, and unless it was stored as immutable, to be changed. */
export function EditableText({ memory, canEdit, onSaved }: Props) {
  const client = useClient();
  const [text, setText] = useState(memory.text);
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const { failure } = await act(client, UpdateMemoryDocument, { input: { id: memory.id, text } });
    setBusy(false);
    setMessage(failure && (failure.fields.text ?? failure.message));
    if (failure) return;
    showToast('Saved.');
    onSaved();
  };
  return (
    <>
      <Textarea
        label="Text"
        dir="auto"
        autosize
        minRows={2}
        maxRows={16}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={message}
        readOnly={memory.immutable || !canEdit}
      />
      {memory.immutable && <Alert color="gray">This memory is immutable and can't be edited.</Alert>}
      {canEdit && !memory.immutable && (
        <Group>
          <Button
            size="xs"
            loading={isBusy}
            disabled={text === memory.text || text.trim() === ''}
            onClick={() => void save()}
          >
            Save
          </Button>
        </Group>
      )}
    </>
  );
}
