import { FailureAlert } from './failure-alert';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { commonTexts as words } from '../texts/common';
import { Dialog } from './dialog';
import { useSubmission, type Submission } from './use-act';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly action: string;
  /** Word that the user must type. Without it, a click is enough. */
  readonly word?: string;
  readonly children?: ReactNode;
  /** @returns an error message, or null on success */
  onConfirm(): Promise<string | null>;
  onClose(): void;
}

/** Asks for confirmation of a destructive action. */
export function Confirm(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      {props.opened && <Question {...props} />}
    </Dialog>
  );
}

interface MutationProps<Data extends object, Input>
  extends Omit<Props, 'onConfirm'>, Omit<Submission<void, Data, Input>, 'toInput'> {
  readonly input: NoInfer<Input>;
}

/** Asks for confirmation of a mutation, and runs it. */
export function ConfirmMutation<Data extends object, Input>(props: MutationProps<Data, Input>) {
  const run = useSubmission({ ...props, toInput: () => props.input });
  return <Confirm {...props} onConfirm={async () => (await run())?.message ?? null} />;
}

function Question({ action, word, children, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React events bubble through portals to a form around the dialog.
    event.stopPropagation();
    setBusy(true);
    const failure = await onConfirm();
    setBusy(false);
    setMessage(failure);
    if (failure === null) onClose();
  };
  return (
    <form onSubmit={(event) => void confirm(event)}>
      <Stack>
        <FailureAlert message={message} />
        <div>{children}</div>
        {word !== undefined && (
          <TextInput
            label={words.typeWordToConfirm(word)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
            autoComplete="off"
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" color="red" loading={isBusy} disabled={word !== undefined && typed !== word}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
