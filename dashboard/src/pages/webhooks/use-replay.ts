import { useState } from 'react';
import { ReplayWebhookDeliveryDocument } from '../../api/graphql';
import { useMutate } from '../../api/run-mutation';
import { showToast } from '../../components/toast';
import { webhooksTexts as words } from '../../texts/webhooks';

/** Sends a delivery again. `message` says why the server refused, or is null. */
export function useReplay(onReplayed: () => void): { readonly message: string | null; replay(id: string): void } {
  const mutate = useMutate();
  const [message, setMessage] = useState<string | null>(null);
  const replay = async (id: string) => {
    const { failure } = await mutate(ReplayWebhookDeliveryDocument, { id });
    setMessage(failure?.message ?? null);
    if (failure) return;
    showToast(words.resending);
    onReplayed();
  };
  return { message, replay: (id) => void replay(id) };
}
