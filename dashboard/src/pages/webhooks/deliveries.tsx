import { Alert } from '@mantine/core';
import { useState } from 'react';
import { enum as oneOf, object } from 'zod/mini';
import { ReplayWebhookDeliveriesDocument } from '../../api/graphql';
import { toFailure } from '../../api/failure';
import { DayField } from '../../components/day-field';
import { FailureAlert } from '../../components/failure-alert';
import { FilterBar } from '../../components/filter-bar';
import { MutationDialog } from '../../components/form-dialog';
import { RepeatIcon } from '../../components/icons';
import { LiveBadge } from '../../components/live-badge';
import { PlainButton } from '../../components/plain-button';
import { optionalTime, requiredText, requiredTime, toLocalTime } from '../../components/rules';
import { Segments } from '../../components/segments';
import { Select } from '../../components/select';
import { showToast } from '../../components/toast';
import { useUrlFilters } from '../../components/use-url-filters';
import { webhooksTexts as words } from '../../texts/webhooks';
import { rangeChoices, statusChoices, toFields, toRange, toStatus, toWebhookChoice } from './delivery-filter';
import { DeliveryList, type DeliveriesProps } from './delivery-list';
import { useLiveDeliveries } from './use-live-deliveries';
import { useReplay } from './use-replay';

/** Lists deliveries, newest first, with live updates. The URL stores the filters. */
export function Deliveries({ projectId, webhooks, webhookId, openId, onOpen, onChanged }: DeliveriesProps) {
  const { params, change } = useUrlFilters();
  const [replays, setReplays] = useState(0);
  const { newest, error } = useLiveDeliveries({ projectId, webhookId: webhookId ?? null }, onChanged);
  const changed = () => {
    setReplays((count) => count + 1);
    onChanged();
  };
  const resend = useReplay(changed);
  const key = ['status', 'type', 'webhook', 'range'].map((name) => params.get(name) ?? '').join(' ');
  return (
    <section aria-label={words.deliveries}>
      <FilterBar
        wraps
        fields={toFields(webhookId === undefined ? webhooks : null)}
        end={
          <Replay
            webhooks={webhooks}
            webhookId={webhookId ?? params.get('webhook')}
            isOfOne={webhookId !== undefined}
            onReplayed={changed}
          />
        }
      >
        <LiveBadge refused={error ? toFailure(error).message : null} />
        <Segments
          label={words.status}
          choices={statusChoices}
          value={toStatus(params) ?? ''}
          onChange={(status) => change({ status })}
        />
        <Select
          aria-label={words.timeRange}
          choices={rangeChoices}
          value={toRange(params)}
          onChange={(range) => change({ range })}
        />
      </FilterBar>
      {error && (
        <Alert color="orange" mb="sm">
          {words.liveListEnded(toFailure(error).message)}
        </Alert>
      )}
      <FailureAlert message={resend.message} mb="sm" />
      <DeliveryList
        key={key}
        isFiltered={key.trim() !== ''}
        projectId={projectId}
        webhooks={webhooks}
        webhookId={webhookId}
        newest={newest}
        replays={replays}
        openId={openId}
        onOpen={onOpen}
        onResend={resend.replay}
        onReplayed={changed}
      />
    </section>
  );
}

const states = (['FAILED', 'PENDING', 'DELIVERED'] as const).map((value) => ({ value, label: words.states[value] }));

const schema = object({
  webhookId: requiredText,
  since: requiredTime,
  until: optionalTime,
  status: oneOf(['FAILED', 'PENDING', 'DELIVERED']),
});

interface ReplayProps extends Pick<DeliveriesProps, 'webhooks'> {
  /** Id of the webhook whose deliveries are listed. Null: of all. */
  readonly webhookId: string | null;
  /** Whether the page is that of one webhook. The dialog leaves out the choice there. */
  readonly isOfOne: boolean;
  onReplayed(): void;
}

/** Sends the deliveries of a time range again, after a dialog. */
function Replay({ webhooks, webhookId, isOfOne, onReplayed }: ReplayProps) {
  const [isOpen, setOpen] = useState(false);
  const active = webhooks.filter(({ isActive }) => isActive);
  const canReplay = webhookId === null ? active.length > 0 : active.some(({ id }) => id === webhookId);
  const only = active.length === 1 ? active[0]?.id : undefined;
  return (
    <>
      <PlainButton
        icon={RepeatIcon}
        label={words.replayATimeRange}
        disabled={!canReplay}
        title={canReplay ? undefined : words.replayWhenActive}
        onClick={() => setOpen(true)}
      />
      <MutationDialog
        opened={isOpen}
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
        onDone={({ nextSince, replayedCount: count }) => {
          showToast(
            nextSince ? words.resendingSome(count, toLocalTime(new Date(nextSince))) : words.resendingAll(count),
          );
          onReplayed();
        }}
        onClose={() => setOpen(false)}
      >
        {(form) => (
          <>
            <p>{words.replayHint}</p>
            {!isOfOne && (
              <Select
                {...form.getInputProps('webhookId')}
                label={words.webhook}
                placeholder={words.chooseAWebhook}
                required
                choices={active.map(toWebhookChoice)}
              />
            )}
            <DayField {...form.getInputProps('since')} hasTime label={words.from} required />
            <DayField {...form.getInputProps('until')} hasTime label={words.until} description={words.emptyNow} />
            <Select {...form.getInputProps('status')} label={words.state} choices={states} />
          </>
        )}
      </MutationDialog>
    </>
  );
}
