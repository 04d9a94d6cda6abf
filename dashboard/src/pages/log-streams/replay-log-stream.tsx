import { Text, TextInput } from '@mantine/core';
import { useClient } from 'urql';
import { ReplayLogStreamDocument, type LogStreamPartsFragment } from '../../../../client/generated/graphql';
import type { Failure } from '../../api/failure';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import { showToast } from '../../components/toast';

interface Props {
  /** Null: the dialog is closed. */
  readonly stream: LogStreamPartsFragment | null;
  onReplayed(): void;
  onClose(): void;
}

/** Sends rows of a log stream again, from a time on. */
export function ReplayLogStream({ stream, onReplayed, onClose }: Props) {
  const client = useClient();
  const replay = async (form: FormData): Promise<Failure | null> => {
    const since = new Date(getFormText(form, 'since')).toISOString();
    const { failure } = await runMutation(client, ReplayLogStreamDocument, { input: { id: stream?.id ?? '', since } });
    if (failure) return failure;
    showToast('Replay started');
    onReplayed();
    return null;
  };
  return (
    <FormDialog
      opened={stream !== null}
      title={`Replay ${stream?.name ?? ''}`}
      action="Replay"
      onSubmit={replay}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <Text size="sm">Sends every row since this time again. The endpoint receives rows that it has already.</Text>
          <TextInput
            type="datetime-local"
            name="since"
            label="From"
            defaultValue={toInputValue(new Date(Date.now() - 86_400_000))}
            required
            error={fields.since}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Formats a time for the input: in the time zone of the browser, to the minute. */
function toInputValue(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
