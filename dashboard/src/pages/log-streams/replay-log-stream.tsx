import { Text, TextInput } from '@mantine/core';
import { useClient } from 'urql';
import { object, type output } from 'zod/mini';
import { ReplayLogStreamDocument, type LogStreamPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { requiredTime, toLocalTime } from '../../components/rules';
import { showToast } from '../../components/toast';

interface Props {
  /** Null: the dialog is closed. */
  readonly stream: LogStreamPartsFragment | null;
  onReplayed(): void;
  onClose(): void;
}

const schema = object({ since: requiredTime });

/** Sends rows of a log stream again, from a time on. */
export function ReplayLogStream({ stream, onReplayed, onClose }: Props) {
  const client = useClient();
  const replay = async ({ since }: output<typeof schema>) => {
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
      schema={schema}
      initialValues={{ since: toLocalTime(new Date(Date.now() - 86_400_000)) }}
      onSubmit={replay}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">Sends every row since this time again. The endpoint receives rows that it has already.</Text>
          <TextInput {...form.getInputProps('since')} type="datetime-local" label="From" required />
        </>
      )}
    </FormDialog>
  );
}
