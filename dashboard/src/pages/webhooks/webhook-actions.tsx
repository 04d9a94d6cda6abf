import { Button, Group, Switch } from '@mantine/core';
import { PencilIcon, RefreshCwIcon, SendIcon, Trash2Icon } from '../../components/icons';
import { useState } from 'react';
import { useNavigate } from '../../shell/routing';
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  SendWebhookTestEventDocument,
  UpdateWebhookDocument,
  WebhookDocument,
  type WebhookEventType,
  type WebhookPartsFragment,
} from '../../api/graphql';
import { useMutate } from '../../api/run-mutation';
import { useReadAgain } from '../../api/use-fresh-query';
import type { Failure } from '../../api/failure';
import { ConfirmMutation } from '../../components/confirm';
import { FailureAlert } from '../../components/failure-alert';
import { MutationDialog } from '../../components/form-dialog';
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
  const mutate = useMutate();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [testType, setTestType] = useState<WebhookEventType | ''>('');
  const told = (refused: Failure | null, message: string) => {
    setFailure(refused);
    if (!refused) showToast(message);
    onChanged();
  };
  const test = async () => {
    const input = { webhookId: webhook.id, eventType: testType || null };
    told((await mutate(SendWebhookTestEventDocument, input)).failure, words.testSent);
  };
  const activate = async (isActive: boolean) => {
    const { failure: refused } = await mutate(UpdateWebhookDocument, { id: webhook.id, isActive });
    told(refused, isActive ? words.enabledToast : words.disabledToast);
  };
  return (
    <>
      <FailureAlert message={failure?.message ?? null} mt="sm" />
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
        <Button leftSection={<SendIcon size={16} />} disabled={!webhook.isActive} onClick={() => void test()}>
          {words.sendWebhookTestEvent}
        </Button>
        <Button variant="default" leftSection={<PencilIcon size={16} />} onClick={() => setDialog('edit')}>
          {words.edit}
        </Button>
        <Button variant="default" leftSection={<RefreshCwIcon size={16} />} onClick={() => setDialog('rotate')}>
          {words.rotateSecret}
        </Button>
        <Button variant="light" color="red" leftSection={<Trash2Icon size={16} />} onClick={() => setDialog('delete')}>
          {words.delete}
        </Button>
      </Group>
      <Dialogs webhook={webhook} dialog={dialog} onChanged={onChanged} onClose={() => setDialog(null)} />
    </>
  );
}

function Dialogs({ webhook, dialog, onChanged, onClose }: Props & { dialog: Dialog | null; onClose: () => void }) {
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const { id } = webhook;
  const readSaved = useReadAgain(WebhookDocument, { id }, (saved) => saved.webhook && toWebhookValues(saved.webhook));
  const keep = () => {
    setSecret(null);
    onChanged();
  };
  return (
    <>
      <MutationDialog
        opened={dialog === 'edit'}
        title={words.editWebhook}
        action={words.save}
        schema={webhookSchema}
        initialValues={toWebhookValues(webhook)}
        readSaved={readSaved}
        mutation={UpdateWebhookDocument}
        toInput={(_, changed) => ({ id, ...toWebhookInput(changed) })}
        done={words.webhookSaved}
        onDone={onChanged}
        onClose={onClose}
      >
        {(form) => <WebhookFields form={form} />}
      </MutationDialog>
      <ConfirmMutation
        opened={dialog === 'rotate'}
        title={words.rotateTheSigningSecret}
        action={words.rotate}
        mutation={RotateWebhookSecretDocument}
        input={{ id }}
        onDone={(payload) => setSecret(payload.secret)}
        onClose={onClose}
      >
        {words.rotateWarning}
      </ConfirmMutation>
      <SigningSecret secret={secret} title={words.signingSecretRotated} note={words.rotatedNote} onClose={keep} />
      <ConfirmMutation
        opened={dialog === 'delete'}
        title={words.deleteTheWebhookName(webhook.name)}
        action={words.delete}
        word={webhook.name}
        mutation={DeleteWebhookDocument}
        input={{ id }}
        done={words.webhookDeleted}
        onDone={() => navigate('/webhooks')}
        onClose={onClose}
      >
        {words.deleteWarning}
      </ConfirmMutation>
    </>
  );
}
