import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect } from 'react';
import { useSubscription, type CombinedError } from 'urql';
import {
  WatchWebhookDeliveriesDocument,
  type WatchWebhookDeliveriesSubscription,
  type WebhookDeliveryPartsFragment,
} from '../../api/graphql';

type Newest = ReadonlyMap<string, WebhookDeliveryPartsFragment>;

/** Maximum number of live deliveries in memory. */
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
 * Returns the latest state of deliveries of a project or of one webhook, updated when attempts end.
 * @param onAttempt called once after a burst of attempts: the webhooks themselves may have changed
 */
export function useLiveDeliveries(
  place: { readonly projectId: string; readonly webhookId: string | null },
  onAttempt: () => void,
): { newest: Newest; error: CombinedError | undefined } {
  const [{ data, error }] = useSubscription<WatchWebhookDeliveriesSubscription, Newest>(
    { query: WatchWebhookDeliveriesDocument, variables: place },
    collect,
  );
  const refresh = useDebouncedCallback(onAttempt, 400);
  useEffect(() => {
    if (data) refresh();
  }, [data, refresh]);
  return { newest: data ?? none, error };
}

const none: Newest = new Map();
