import { FailureAlert } from './failure-alert';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { commonTexts as words } from '../texts/common';
import { Dialog } from './dialog';
import { useKeptButton } from './keep-focus';
import { showFailure } from './toast';
import { useSubmission, type Submission } from './use-act';
import { useOpening, type Opening } from './use-opening';

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
  const opening = useOpening(props);
  return (
    <Dialog opened={props.opened} onClose={opening.leave} title={props.title}>
      {props.opened && <Question {...props} opening={opening} />}
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

function Question({ action, word, children, onConfirm, onClose, opening }: Props & { readonly opening: Opening }) {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const keepButton = useKeptButton(isBusy);
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React events bubble through portals to a form around the dialog.
    event.stopPropagation();
    keepButton(event);
    setBusy(true);
    const failure = await onConfirm();
    setBusy(false);
    if (opening.isLeft()) return void (failure !== null && showFailure(failure));
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
          <Button variant="default" onClick={opening.leave}>
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
