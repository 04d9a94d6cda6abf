import { Code, Text } from '@mantine/core';
import { Sentence } from '../../components/sentence';
import { useState } from 'react';
import { useClient } from 'urql';
import type { output } from 'zod/mini';
import { CreateWebhookDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { MadeOnce } from '../../components/made-once';
import { WebhookFields } from './webhook-fields';
import { toWebhookInput, toWebhookValues, webhookSchema } from './webhook-rules';
import { webhooksTexts as words } from '../../texts/webhooks';

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
        title={words.newWebhook}
        action={words.create}
        schema={webhookSchema}
        initialValues={toWebhookValues()}
        onSubmit={create}
        onClose={onClose}
      >
        {(form) => <WebhookFields form={form} />}
      </FormDialog>
      <SigningSecret secret={secret} title={words.webhookCreated} onClose={() => setSecret(null)} />
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
    <MadeOnce
      secret={secret}
      label={words.signingSecret}
      title={title}
      lead={note && <Text size="sm">{note}</Text>}
      onClose={onClose}
    >
      <Text size="sm">
        <Sentence
          text={words.signingSecretHint}
          parts={{
            id: <Code>webhook-id</Code>,
            timestamp: <Code>webhook-timestamp</Code>,
            signature: <Code>webhook-signature</Code>,
          }}
        />
      </Text>
    </MadeOnce>
  );
}
