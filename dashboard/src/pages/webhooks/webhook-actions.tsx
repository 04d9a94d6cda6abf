import { Alert, Button, Group, Switch } from '@mantine/core';
import { PencilIcon, RefreshCwIcon, SendIcon, Trash2Icon } from '../../components/icons';
import { useState } from 'react';
import { useNavigate } from '../../shell/routing';
import { useClient } from 'urql';
import type { output } from 'zod/mini';
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  SendWebhookTestEventDocument,
  UpdateWebhookDocument,
  type WebhookEventType,
  type WebhookPartsFragment,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { Confirm } from '../../components/confirm';
import { FormDialog } from '../../components/form-dialog';
import { SigningSecret } from './create-webhook';
import { WebhookFields } from './webhook-fields';
import { toWebhookInput, toWebhookValues, webhookSchema } from './webhook-rules';
import { Select } from '../../components/select';
import { showToast } from '../../components/toast';
import { eventTypes, wireName } from './event-types';
import { webhooksTexts as words } from '../../texts/webhooks';

interface Props {
  readonly webhook: WebhookPartsFragment;
  onChanged(): void;
}

const testTypes = [
  { value: '', label: words.test },
  ...eventTypes.map(({ value }) => ({ value, label: wireName(value) })),
];

type Dialog = 'edit' | 'rotate' | 'delete';

export function WebhookActions({ webhook, onChanged }: Props) {
  const client = useClient();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [testType, setTestType] = useState<WebhookEventType | ''>('');
  const told = (refused: Failure | null, message: string) => {
    setFailure(refused);
    if (!refused) showToast(message);
    onChanged();
  };
  const test = async () =>
    told(
      (
        await runMutation(client, SendWebhookTestEventDocument, {
          input: { webhookId: webhook.id, eventType: testType || null },
        })
      ).failure,
      words.testSent,
    );
  const activate = async (isActive: boolean) =>
    told(
      (await runMutation(client, UpdateWebhookDocument, { input: { id: webhook.id, isActive } })).failure,
      isActive ? words.enabledToast : words.disabledToast,
    );
  return (
    <>
      {failure && (
        <Alert color="red" role="alert" mt="sm">
          {failure.message}
        </Alert>
      )}
      <Group my="md" gap="xs">
        <Switch
          label={words.active}
          checked={webhook.isActive}
          onChange={(event) => void activate(event.currentTarget.checked)}
          mr="md"
        />
        <Select
          aria-label={words.testType}
          choices={testTypes}
          value={testType}
          onChange={(next) => setTestType(next as WebhookEventType | '')}
        />
        <Button size="xs" leftSection={<SendIcon size={16} />} disabled={!webhook.isActive} onClick={() => void test()}>
          {words.sendWebhookTestEvent}
        </Button>
        <Button size="xs" variant="default" leftSection={<PencilIcon size={16} />} onClick={() => setDialog('edit')}>
          {words.edit}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<RefreshCwIcon size={16} />}
          onClick={() => setDialog('rotate')}
        >
          {words.rotateSecret}
        </Button>
        <Button
          size="xs"
          variant="light"
          color="red"
          leftSection={<Trash2Icon size={16} />}
          onClick={() => setDialog('delete')}
        >
          {words.delete}
        </Button>
      </Group>
      <Dialogs webhook={webhook} dialog={dialog} onChanged={onChanged} onClose={() => setDialog(null)} />
    </>
  );
}

function Dialogs({ webhook, dialog, onChanged, onClose }: Props & { dialog: Dialog | null; onClose: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const { id } = webhook;
  const save = async (values: output<typeof webhookSchema>) => {
    const input = { id, ...toWebhookInput(values) };
    const { failure } = await runMutation(client, UpdateWebhookDocument, { input });
    if (!failure) showToast(words.webhookSaved);
    if (!failure) onChanged();
    return failure;
  };
  const rotate = async () => {
    const { failure, payload } = await runMutation(client, RotateWebhookSecretDocument, { input: { id } });
    if (payload) setSecret(payload.secret);
    return failure?.message ?? null;
  };
  const remove = async () => {
    const { failure } = await runMutation(client, DeleteWebhookDocument, { input: { id } });
    if (failure) return failure.message;
    showToast(words.webhookDeleted);
    await navigate('/webhooks');
    return null;
  };
  const keep = () => {
    setSecret(null);
    onChanged();
  };
  return (
    <>
      <FormDialog
        opened={dialog === 'edit'}
        title={words.editWebhook}
        action={words.save}
        schema={webhookSchema}
        initialValues={toWebhookValues(webhook)}
        onSubmit={save}
        onClose={onClose}
      >
        {(form) => <WebhookFields form={form} />}
      </FormDialog>
      <Confirm
        opened={dialog === 'rotate'}
        title={words.rotateTheSigningSecret}
        action={words.rotate}
        onConfirm={rotate}
        onClose={onClose}
      >
        {words.rotateWarning}
      </Confirm>
      <SigningSecret secret={secret} title={words.signingSecretRotated} note={words.rotatedNote} onClose={keep} />
      <Confirm
        opened={dialog === 'delete'}
        title={words.deleteTheWebhookName(webhook.name)}
        action={words.delete}
        word={webhook.name}
        onConfirm={remove}
        onClose={onClose}
      >
        {words.deleteWarning}
      </Confirm>
    </>
  );
}
