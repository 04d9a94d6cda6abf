import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useClient } from 'urql';
import { enum as oneOf, object, type output } from 'zod/mini';
import { ReplayWebhookDeliveriesDocument, type WebhookDeliveryStatus } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { optionalTime, requiredTime, toLocalTime } from '../../components/rules';
import { showToast } from '../../components/toast';

interface Props {
  readonly opened: boolean;
  readonly webhookId: string;
  onReplayed(): void;
  onClose(): void;
}

const states: { value: WebhookDeliveryStatus; label: string }[] = [
  { value: 'FAILED', label: 'Failed' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'DELIVERED', label: 'Delivered' },
];

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
    const what = payload.replayed === 1 ? '1 delivery is' : `${payload.replayed.toLocaleString()} deliveries are`;
    showToast(
      `${what} being sent again.${payload.hasMore ? ' There are more: replay the rest of the time, too.' : ''}`,
    );
    onReplayed();
    return null;
  };
  return (
    <FormDialog
      opened={opened}
      title="Replay a time range"
      action="Resend"
      schema={schema}
      initialValues={{ since: toLocalTime(new Date(Date.now() - 86_400_000)), until: '', status: 'FAILED' }}
      onSubmit={replay}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            Messages keep their ids, so a receiver that drops repeats can tell them. At most 10,000 at once, the oldest
            first.
          </Text>
          <TextInput {...form.getInputProps('since')} type="datetime-local" label="From" required />
          <TextInput {...form.getInputProps('until')} type="datetime-local" label="Until" description="Empty: now." />
          <NativeSelect {...form.getInputProps('status')} label="State" data={states} />
        </>
      )}
    </FormDialog>
  );
}
