import { DayField } from '../../components/day-field';
import { Text } from '@mantine/core';
import { enum as oneOf, object } from 'zod/mini';
import { ReplayWebhookDeliveriesDocument, type WebhookPartsFragment } from '../../../../client/generated/graphql';
import { MutationDialog } from '../../components/form-dialog';
import { optionalTime, requiredText, requiredTime, toLocalTime } from '../../components/rules';
import { Select } from '../../components/select';
import { showToast } from '../../components/toast';
import { webhooksTexts as words } from '../../texts/webhooks';
import { toWebhookChoice } from './delivery-filter';

interface Props {
  readonly opened: boolean;
  readonly webhooks: readonly WebhookPartsFragment[];
  /** Id of the one that is chosen at first. Null: the only one, if there is one. */
  readonly webhookId: string | null;
  /** Whether the dialog is on the page of one webhook, and leaves out the choice. */
  readonly isOfOne: boolean;
  onReplayed(): void;
  onClose(): void;
}

const states = (['FAILED', 'PENDING', 'DELIVERED'] as const).map((value) => ({ value, label: words.states[value] }));

const schema = object({
  webhookId: requiredText,
  since: requiredTime,
  until: optionalTime,
  status: oneOf(['FAILED', 'PENDING', 'DELIVERED']),
});

/** Sends the deliveries of a time range again. */
export function ReplayRange({ opened, webhooks, webhookId, isOfOne, onReplayed, onClose }: Props) {
  const only = webhooks.length === 1 ? webhooks[0]?.id : undefined;
  return (
    <MutationDialog
      opened={opened}
      title={words.replayATimeRange}
      action={words.resend}
      schema={schema}
      initialValues={{
        webhookId: webhookId ?? only ?? '',
        since: toLocalTime(new Date(Date.now() - 86_400_000)),
        until: '',
        status: 'FAILED',
      }}
      mutation={ReplayWebhookDeliveriesDocument}
      toInput={(values) => values}
      onDone={({ hasMore, replayedCount: count }) => {
        showToast(hasMore ? words.resendingSome(count) : words.resendingAll(count));
        onReplayed();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">{words.replayHint}</Text>
          {!isOfOne && (
            <Select
              {...form.getInputProps('webhookId')}
              label={words.webhook}
              placeholder={words.chooseAWebhook}
              required
              choices={webhooks.map(toWebhookChoice)}
            />
          )}
          <DayField {...form.getInputProps('since')} hasTime label={words.from} required />
          <DayField {...form.getInputProps('until')} hasTime label={words.until} description={words.emptyNow} />
          <Select {...form.getInputProps('status')} label={words.state} choices={states} />
        </>
      )}
    </MutationDialog>
  );
}
