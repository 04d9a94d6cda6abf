import { DayField } from '../../components/day-field';
import { Text } from '@mantine/core';
import { object } from 'zod/mini';
import { ReplayLogStreamDocument, type LogStreamPartsFragment } from '../../../../client/generated/graphql';
import { MutationDialog } from '../../components/form-dialog';
import { requiredTime, toLocalTime } from '../../components/rules';
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
  return (
    <MutationDialog
      opened={stream !== null}
      title={words.replayStream(stream?.name ?? '')}
      action={words.replay}
      schema={schema}
      initialValues={{ since: toLocalTime(new Date(Date.now() - 86_400_000)) }}
      mutation={ReplayLogStreamDocument}
      toInput={({ since }) => ({ id: stream?.id ?? '', since })}
      done={words.replayStarted}
      onDone={onReplayed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">{words.replayHint}</Text>
          <DayField {...form.getInputProps('since')} hasTime label={words.from} required />
        </>
      )}
    </MutationDialog>
  );
}
