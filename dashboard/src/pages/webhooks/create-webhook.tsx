import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import type { output } from 'zod/mini';
import { CreateWebhookDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { SecretOnce } from '../../components/secret-once';
import { WebhookFields } from './webhook-fields';
import { toWebhookInput, toWebhookValues, webhookSchema } from './webhook-rules';

interface Props {
  readonly opened: boolean;
  readonly projectId: string;
  onCreated(): void;
  onClose(): void;
}

/** Creates a webhook and shows its secret. */
export function CreateWebhook({ opened, projectId, onCreated, onClose }: Props) {
  const client = useClient();
  const [secret, setSecret] = useState<string | null>(null);
  const create = async (values: output<typeof webhookSchema>) => {
    const { failure, payload } = await runMutation(client, CreateWebhookDocument, {
      input: { projectId, ...toWebhookInput(values) },
    });
    if (!payload) return failure;
    setSecret(payload.secret);
    onCreated();
    return null;
  };
  return (
    <>
      <FormDialog
        opened={opened}
        title="New webhook"
        action="Create"
        schema={webhookSchema}
        initialValues={toWebhookValues()}
        onSubmit={create}
        onClose={onClose}
      >
        {(form) => <WebhookFields form={form} />}
      </FormDialog>
      <SigningSecret secret={secret} title="Webhook created" onClose={() => setSecret(null)} />
    </>
  );
}

/** Shows the signing secret of a webhook once, with its purpose. */
export function SigningSecret({
  secret,
  title,
  note,
  onClose,
}: {
  secret: string | null;
  title: string;
  note?: string;
  onClose: () => void;
}) {
  return (
    <Modal opened={secret !== null} onClose={onClose} title={title} closeOnClickOutside={false} centered>
      <Stack>
        {note && <Text size="sm">{note}</Text>}
        {secret !== null && <SecretOnce secret={secret} label="Signing secret" />}
        <Text size="sm">
          Check messages with it: they are signed according to Standard Webhooks, in the headers <Code>webhook-id</Code>
          , <Code>webhook-timestamp</Code> and <Code>webhook-signature</Code>.
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
