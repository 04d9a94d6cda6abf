import { List } from '@mantine/core';
import { PlainButton } from '../../components/plain-button';
import { useState } from 'react';
import {
  DeleteWebhookDocument,
  UpdateWebhookDocument,
  type WebhookPartsFragment,
} from '../../../../client/generated/graphql';
import { runEach } from '../../api/run-each';
import { useMutate } from '../../api/run-mutation';
import { Confirm } from '../../components/confirm';
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
  const remove = async () => {
    const failures = await runEach(webhooks, ({ id }) => mutate(DeleteWebhookDocument, { id }));
    if (failures.length < count) onChanged();
    const [first] = failures;
    if (first) {
      // The dialog goes with the rows if the list starts at its first page again.
      showFailure(words.notDeleted(failures.length, first.message));
      return null;
    }
    showToast(words.deleted(count));
    onClear();
    return null;
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
      <Confirm
        opened={isAsking}
        title={words.deleteTitle(count)}
        action={webhooksTexts.delete}
        word={words.deleteWord(count)}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {words.deleteWarning}
        <List size="sm" mt="xs">
          {webhooks.map(({ id, name, url }) => (
            <List.Item key={id}>
              <bdi>{webhooksTexts.webhookChoice(name, url)}</bdi>
            </List.Item>
          ))}
        </List>
      </Confirm>
    </SelectedBar>
  );
}
