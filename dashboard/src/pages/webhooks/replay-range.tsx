import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useClient } from 'urql';
import { ReplayWebhookDeliveriesDocument, type WebhookDeliveryStatus } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
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

/** Sends the deliveries of a time range again. */
export function ReplayRange({ opened, webhookId, onReplayed, onClose }: Props) {
  const client = useClient();
  const replay = async (form: FormData): Promise<Failure | null> => {
    const until = getFormText(form, 'until');
    const input = {
      webhookId,
      since: new Date(getFormText(form, 'since')).toISOString(),
      until: until ? new Date(until).toISOString() : null,
      status: states.find(({ value }) => value === getFormText(form, 'status'))?.value ?? 'FAILED',
    };
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
    <FormDialog opened={opened} title="Replay a time range" action="Resend" onSubmit={replay} onClose={onClose}>
      {(fields) => (
        <>
          <Text size="sm">
            Messages keep their ids, so a receiver that drops repeats can tell them. At most 10,000 at once, the oldest
            first.
          </Text>
          <TextInput
            type="datetime-local"
            name="since"
            label="From"
            defaultValue={local(new Date(Date.now() - 86_400_000))}
            required
            error={fields.since}
          />
          <TextInput type="datetime-local" name="until" label="Until" description="Empty: now." error={fields.until} />
          <NativeSelect name="status" label="State" data={states} error={fields.status} />
        </>
      )}
    </FormDialog>
  );
}

/** Formats a time for `datetime-local`: the browser's time zone, to the minute. */
function local(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
