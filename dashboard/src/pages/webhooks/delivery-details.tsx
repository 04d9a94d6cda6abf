import { FailureAlert } from '../../components/failure-alert';
import { Button, Group, Text } from '@mantine/core';
import { Badge } from '../../components/badge';
import { WebhookDeliveryDocument, type WebhookDeliveryPartsFragment } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { Facts, Json } from '../../components/facts';
import { Moment } from '../../components/moment';
import { Attempts } from './attempts';
import { DeliveryState, WebhookLink, type Webhooks } from './delivery-table';
import { wireName } from './event-types';
import { useReplay } from './use-replay';
import { webhooksTexts as words } from '../../texts/webhooks';

interface Props {
  readonly id: string;
  /** Latest state, if an attempt has ended since the page was opened. */
  readonly live: WebhookDeliveryPartsFragment | undefined;
  readonly webhooks: Webhooks;
  /** Whether the page is the one of the webhook. */
  readonly isOfOne: boolean;
  onReplayed(): void;
}

/** Shows a delivery with every attempt and response, and sends it again. */
export function DeliveryDetails({ id, live, webhooks, isOfOne, onReplayed }: Props) {
  const [result, again] = useFreshQuery(WebhookDeliveryDocument, { id });
  return (
    <Answer result={result} retry={again}>
      {({ webhookDelivery: asRead }) => {
        const delivery = live && live.attempts.length >= asRead.attempts.length ? live : asRead;
        return (
          <>
            <section>
              <h2 className="drawer-title">{wireName(delivery.eventType)}</h2>
              <DeliveryFacts delivery={delivery} webhooks={isOfOne ? null : webhooks} />
              <Replay
                id={id}
                canReplay={webhooks.get(delivery.webhookId)?.isActive === true}
                onReplayed={() => (again(), onReplayed())}
              />
            </section>
            <Attempts delivery={delivery} />
            <section aria-label={words.message}>
              <h3>{words.message}</h3>
              <Json value={delivery.payload} label={words.message} />
            </section>
          </>
        );
      }}
    </Answer>
  );
}

function DeliveryFacts({ delivery, webhooks }: { delivery: WebhookDeliveryPartsFragment; webhooks: Webhooks | null }) {
  return (
    <Facts
      rows={[
        ...(webhooks
          ? ([[words.webhook, <WebhookLink key="webhook" id={delivery.webhookId} webhooks={webhooks} />]] as const)
          : []),
        [
          words.status,
          <span key="state" className="row wrap">
            <DeliveryState delivery={delivery} />
            {delivery.replayCount > 0 && <Badge tone="info">{words.replayedReplayCount(delivery.replayCount)}</Badge>}
          </span>,
        ],
        [words.messageId, <CopyableId key="id" id={delivery.messageId} what={words.idOfTheMessage} />],
        [words.created, <Moment key="created" at={delivery.createdAt} hasSeconds />],
        [words.delivered, <Moment key="delivered" at={delivery.deliveredAt} never={words.notYet} hasSeconds />],
        [words.nextAttempt, <Moment key="next" at={delivery.nextAttemptAt} never={words.none} hasSeconds />],
      ]}
    />
  );
}

function Replay({ id, canReplay, onReplayed }: Pick<Props, 'id' | 'onReplayed'> & { canReplay: boolean }) {
  const { message, replay } = useReplay(onReplayed);
  return (
    <>
      <FailureAlert message={message} />
      <Group mt="sm">
        <Button size="xs" disabled={!canReplay} onClick={() => replay(id)}>
          {words.resend}
        </Button>
        {!canReplay && (
          <Text size="sm" c="dimmed">
            {words.resendWhenActive}
          </Text>
        )}
      </Group>
    </>
  );
}
