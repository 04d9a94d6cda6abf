import { DayField } from '../../components/day-field';
import { Text } from '@mantine/core';
import { useClient } from 'urql';
import { enum as oneOf, object, type output } from 'zod/mini';
import { ReplayWebhookDeliveriesDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { optionalTime, requiredTime, toLocalTime } from '../../components/rules';
import { Select } from '../../components/select';
import { showToast } from '../../components/toast';
import { webhooksTexts as words } from '../../texts/webhooks';

interface Props {
  readonly opened: boolean;
  readonly webhookId: string;
  onReplayed(): void;
  onClose(): void;
}

const states = (['FAILED', 'PENDING', 'DELIVERED'] as const).map((value) => ({ value, label: words.states[value] }));

const schema = object({
  since: requiredTime,
  until: optionalTime,
  status: oneOf(['FAILED', 'PENDING', 'DELIVERED']),
});

/** Sends the deliveries of a time range again. */
export function ReplayRange({ opened, webhookId, onReplayed, onClose }: Props) {
  const client = useClient();
  const replay = async (range: output<typeof schema>) => {
    const input = { webhookId, ...range };
    const { failure, payload } = await runMutation(client, ReplayWebhookDeliveriesDocument, { input });
    if (!payload) return failure;
    showToast(payload.hasMore ? words.resendingSome(payload.replayedCount) : words.resendingAll(payload.replayedCount));
    onReplayed();
    return null;
  };
  return (
    <FormDialog
      opened={opened}
      title={words.replayATimeRange}
      action={words.resend}
      schema={schema}
      initialValues={{ since: toLocalTime(new Date(Date.now() - 86_400_000)), until: '', status: 'FAILED' }}
      onSubmit={replay}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">{words.replayHint}</Text>
          <DayField {...form.getInputProps('since')} hasTime label={words.from} required />
          <DayField {...form.getInputProps('until')} hasTime label={words.until} description={words.emptyNow} />
          <Select {...form.getInputProps('status')} label={words.state} choices={states} />
        </>
      )}
    </FormDialog>
  );
}
