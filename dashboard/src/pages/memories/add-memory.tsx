import { Alert, Button, Modal, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type FormEvent } from 'react';
import { useClient } from 'urql';
import { AddMemoriesDocument } from '../../../../client/generated/graphql';
import { act } from '../../api/act';
import { formText } from '../../components/form-text';
import type { Failure } from '../../api/failure';

interface Props {
  readonly opened: boolean;
  readonly projectId: string | null;
  onClose(): void;
  onAdded(): void;
}

/** Adds one message, as it stands or for extraction. */
export function AddMemory(props: Props) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Add a memory" centered>
      {props.opened && <Form {...props} />}
    </Modal>
  );
}

function Form({ projectId, onClose, onAdded }: Props) {
  const client = useClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [infer, setInfer] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const input = { projectId, infer, userId: formText(form, 'user'), messages: [{ role: 'user', content: formText(form, 'text') }] };
    const { failure: refused, payload } = await act(client, AddMemoriesDocument, { input });
    setBusy(false);
    setFailure(refused);
    if (!payload) return;
    notifications.show({ message: infer ? 'Facts are being extracted; they appear in a moment.' : 'The memory is kept.', color: 'teal' });
    onAdded();
    onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        {failure && (
          <Alert color="red" role="alert">
            {failure.message}
          </Alert>
        )}
        <Textarea name="text" label="What to remember" autosize minRows={3} required data-autofocus error={failure?.fields.messages} />
        <TextInput name="user" label="User" description="Whom it is about: an id that you choose." required error={failure?.fields.userId} />
        <Switch label="Extract facts instead of keeping the text as it stands" checked={infer} onChange={(event) => setInfer(event.currentTarget.checked)} />
        <Button type="submit" loading={isBusy}>
          Add
        </Button>
      </Stack>
    </form>
  );
}
