import { Group } from '@mantine/core';
import { useState } from 'react';
import { DeleteWebhookDocument, UpdateWebhookDocument, type WebhookPartsFragment } from '../../api/graphql';
import { runEach } from '../../api/run-each';
import { useMutate } from '../../api/run-mutation';
import { Badge } from '../../components/badge';
import { ConfirmEach } from '../../components/confirm-each';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { PlainButton } from '../../components/plain-button';
import { useRowSelection } from '../../components/row-selection';
import { SelectedBar } from '../../components/selected-bar';
import type { Column } from '../../components/table-model';
import { showFailure, showToast } from '../../components/toast';
import { Link } from '../../shell/routing';
import { selectionTexts } from '../../texts/selection';
import { webhooksTexts as words } from '../../texts/webhooks';
import { wireName } from './event-types';

interface Props {
  readonly webhooks: readonly WebhookPartsFragment[];
  readonly canChange: boolean;
  /** Called after selected webhooks were changed or deleted. */
  onChanged(): void;
}

const selectionWords = words.selection;

/** Shows webhooks as rows. Viewers with permission can select rows, and enable, disable or delete them. */
export function WebhookTable({ webhooks, canChange, onChanged }: Props) {
  const selected = useRowSelection(webhooks, selectionLabels);
  const { chosen, clear } = selected;
  const { length: count } = chosen;
  const mutate = useMutate();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const activate = async (isActive: boolean) => {
    const changed = chosen.filter((webhook) => webhook.isActive !== isActive);
    setBusy(true);
    const failures = await runEach(changed, ({ id }) => mutate(UpdateWebhookDocument, { id, isActive }));
    setBusy(false);
    onChanged();
    const [first] = failures;
    if (first) return showFailure(selectionWords.notChanged(failures.length, first.message));
    showToast((isActive ? selectionWords.enabled : selectionWords.disabled)(changed.length));
    clear();
  };
  return (
    <>
      {count > 0 && (
        <SelectedBar label={selectionWords.label} count={count} onClear={clear}>
          {chosen.some(({ isActive }) => !isActive) && (
            <PlainButton
              look="sm"
              label={selectionWords.enable}
              disabled={isBusy}
              onClick={() => void activate(true)}
            />
          )}
          {chosen.some(({ isActive }) => isActive) && (
            <PlainButton
              look="sm"
              label={selectionWords.disable}
              disabled={isBusy}
              onClick={() => void activate(false)}
            />
          )}
          <PlainButton look="sm" label={words.delete} disabled={isBusy} onClick={() => setAsking(true)} />
          <ConfirmEach
            opened={isAsking}
            title={selectionWords.deleteTitle(count)}
            action={words.delete}
            word={selectionWords.deleteWord(count)}
            warning={selectionWords.deleteWarning}
            rows={chosen.map(({ id, name, url }) => ({ id, label: words.webhookChoice(name, url) }))}
            mutation={DeleteWebhookDocument}
            done={selectionWords.deleted(count)}
            failed={selectionWords.notDeleted}
            onClose={() => setAsking(false)}
            onChanged={onChanged}
            onDone={clear}
          />
        </SelectedBar>
      )}
      <ListTable
        label={words.webhooks}
        minWidth={680}
        columns={columns}
        rows={webhooks}
        selection={canChange ? selected.selection : undefined}
      />
    </>
  );
}

const selectionLabels = {
  allLabel: words.selection.all,
  labelOf: ({ name }: WebhookPartsFragment) => selectionTexts.select(name),
};

const columns: readonly Column<WebhookPartsFragment>[] = [
  {
    key: 'webhook',
    label: words.webhook,
    style: breakAnywhere,
    cell: ({ id, name, url }) => (
      <>
        <Link to={`/webhooks/${id}`}>{name}</Link>
        <p className="t3">{url}</p>
      </>
    ),
  },
  { key: 'events', label: words.events, cell: ({ eventTypes }) => <EventTypes types={eventTypes} /> },
  {
    key: 'state',
    label: words.state,
    cell: (webhook) => (
      <span className="row wrap">
        <WebhookState webhook={webhook} />
        {webhook.failingSince && <Link to={`/deliveries?webhook=${webhook.id}`}>{words.reviewDeliveries}</Link>}
      </span>
    ),
  },
  { key: 'created', label: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export function EventTypes({ types }: { types: readonly string[] }) {
  return (
    <Group gap={4}>
      {types.map((type) => (
        <Badge key={type}>{wireName(type)}</Badge>
      ))}
    </Group>
  );
}

export function WebhookState({
  webhook: { isActive, disabledReason, failingSince },
}: {
  webhook: WebhookPartsFragment;
}) {
  if (disabledReason) return <Badge tone="failed">{words.disabledByServer}</Badge>;
  if (!isActive) return <Badge>{words.notActive}</Badge>;
  return failingSince ? <Badge tone="refused">{words.failing}</Badge> : <Badge tone="ok">{words.active}</Badge>;
}
