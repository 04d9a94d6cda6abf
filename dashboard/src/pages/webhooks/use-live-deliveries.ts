import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect } from 'react';
import { useSubscription, type CombinedError } from 'urql';
import {
  WatchWebhookDeliveriesDocument,
  type WatchWebhookDeliveriesSubscription,
  type WebhookDeliveryPartsFragment,
} from '../../../../client/generated/graphql';

type Newest = ReadonlyMap<string, WebhookDeliveryPartsFragment>;

/** What is kept on the page. */
const most = 500;
const collect = (
  seen: Newest = new Map(),
  { webhookDeliveries: frame }: WatchWebhookDeliveriesSubscription,
): Newest => {
  if (frame.__typename !== 'WebhookDeliveryChanged') return seen;
  const { webhookDelivery: delivery } = frame;
  return new Map([...[...seen].filter(([id]) => id !== delivery.id), [delivery.id, delivery] as const].slice(-most));
};

/**
 * The latest state of deliveries, as attempts end.
 * @param onAttempt called a moment after attempts have ended, once for many: the webhook itself may have changed
 */
export function useLiveDeliveries(
  webhookId: string,
  onAttempt: () => void,
): { newest: Newest; error: CombinedError | undefined } {
  const [{ data, error }] = useSubscription<WatchWebhookDeliveriesSubscription, Newest>(
    { query: WatchWebhookDeliveriesDocument, variables: { webhookId } },
    collect,
  );
  const tell = useDebouncedCallback(onAttempt, 400);
  useEffect(() => {
    if (data) tell();
  }, [data, tell]);
  return { newest: data ?? none, error };
}

const none: Newest = new Map();
