import { DayField } from '../../components/day-field';
import { Text } from '@mantine/core';
import { useClient } from 'urql';
import { object, type output } from 'zod/mini';
import { ReplayLogStreamDocument, type LogStreamPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { requiredTime, toLocalTime } from '../../components/rules';
import { showToast } from '../../components/toast';
import { logStreamsTexts as words } from '../../texts/log-streams';

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
    showToast(words.replayStarted);
    onReplayed();
    return null;
  };
  return (
    <FormDialog
      opened={stream !== null}
      title={words.replayStream(stream?.name ?? '')}
      action={words.replay}
      schema={schema}
      initialValues={{ since: toLocalTime(new Date(Date.now() - 86_400_000)) }}
      onSubmit={replay}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">{words.replayHint}</Text>
          <DayField {...form.getInputProps('since')} hasTime label={words.from} required />
        </>
      )}
    </FormDialog>
  );
}
