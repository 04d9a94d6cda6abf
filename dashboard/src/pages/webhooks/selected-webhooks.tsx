import { PlainButton } from '../../components/plain-button';
import { useState } from 'react';
import {
  DeleteWebhookDocument,
  UpdateWebhookDocument,
  type WebhookPartsFragment,
} from '../../../../client/generated/graphql';
import { runEach } from '../../api/run-each';
import { useMutate } from '../../api/run-mutation';
import { ConfirmEach } from '../../components/confirm-each';
import { SelectedBar } from '../../components/selected-bar';
import { showFailure, showToast } from '../../components/toast';
import { webhooksTexts } from '../../texts/webhooks';

interface Props {
  readonly webhooks: readonly WebhookPartsFragment[];
  onClear(): void;
  /** Called after webhooks were changed or deleted. */
  onChanged(): void;
}

const words = webhooksTexts.selection;

/** Shows how many webhooks are selected, and enables, disables or deletes them. */
export function SelectedWebhooks({ webhooks, onClear, onChanged }: Props) {
  const mutate = useMutate();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { length: count } = webhooks;
  const activate = async (isActive: boolean) => {
    const changed = webhooks.filter((webhook) => webhook.isActive !== isActive);
    setBusy(true);
    const failures = await runEach(changed, ({ id }) => mutate(UpdateWebhookDocument, { id, isActive }));
    setBusy(false);
    onChanged();
    const [first] = failures;
    if (first) return showFailure(words.notChanged(failures.length, first.message));
    showToast((isActive ? words.enabled : words.disabled)(changed.length));
    onClear();
  };
  return (
    <SelectedBar label={words.label} count={count} onClear={onClear}>
      {webhooks.some(({ isActive }) => !isActive) && (
        <PlainButton look="sm" label={words.enable} disabled={isBusy} onClick={() => void activate(true)} />
      )}
      {webhooks.some(({ isActive }) => isActive) && (
        <PlainButton look="sm" label={words.disable} disabled={isBusy} onClick={() => void activate(false)} />
      )}
      <PlainButton look="sm" label={webhooksTexts.delete} disabled={isBusy} onClick={() => setAsking(true)} />
      <ConfirmEach
        opened={isAsking}
        title={words.deleteTitle(count)}
        action={webhooksTexts.delete}
        word={words.deleteWord(count)}
        warning={words.deleteWarning}
        rows={webhooks.map(({ id, name, url }) => ({ id, label: webhooksTexts.webhookChoice(name, url) }))}
        mutation={DeleteWebhookDocument}
        done={words.deleted(count)}
        failed={words.notDeleted}
        onClose={() => setAsking(false)}
        onChanged={onChanged}
        onDone={onClear}
      />
    </SelectedBar>
  );
}
