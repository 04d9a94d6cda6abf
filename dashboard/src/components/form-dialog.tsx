import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Failure } from '../api/failure';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly size?: string;
  /** @returns the failure, or null on success */
  onSubmit(form: FormData): Promise<Failure | null>;
  onClose(): void;
  /** Renders the fields. `fields` contains the error messages by field. */
  children(fields: Failure['fields']): ReactNode;
}

/** Shows a form in a dialog that closes on success. */
export function FormDialog(props: Props) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={props.size ?? 'md'}
      // A double click on the opening button, or a click outside, must not discard input.
      closeOnClickOutside={false}
      centered
    >
      {props.opened && <Form {...props} />}
    </Modal>
  );
}

function Form({ action, onSubmit, onClose, children }: Props) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBesideFields, setBesideFields] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget: form } = event;
    setBusy(true);
    const refused = await onSubmit(new FormData(form));
    setBusy(false);
    setFailure(refused);
    const wrong = Object.keys(refused?.fields ?? {}).map((name) => form.elements.namedItem(name));
    setBesideFields(wrong.length > 0 && wrong.every((field) => field !== null));
    if (wrong[0] instanceof HTMLElement) wrong[0].focus();
    if (!refused) onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        {failure && !isBesideFields && (
          <Alert color="red" role="alert">
            {failure.message}
          </Alert>
        )}
        {children(failure?.fields ?? {})}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
