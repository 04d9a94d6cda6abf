import { Code } from '@mantine/core';
import { Sentence } from '../../components/sentence';
import { useState } from 'react';
import { CreateWebhookDocument } from '../../api/graphql';
import { MutationDialog } from '../../components/form-dialog';
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

export function CreateWebhook({ opened, projectId, onCreated, onClose }: Props) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <MutationDialog
        opened={opened}
        title={words.newWebhook}
        action={words.create}
        schema={webhookSchema}
        initialValues={toWebhookValues()}
        mutation={CreateWebhookDocument}
        toInput={(values) => ({ projectId, ...toWebhookInput(values) })}
        onDone={(payload) => {
          setSecret(payload.secret);
          onCreated();
        }}
        onClose={onClose}
      >
        {(form) => <WebhookFields form={form} />}
      </MutationDialog>
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
    <MadeOnce secret={secret} label={words.signingSecret} title={title} lead={note && <p>{note}</p>} onClose={onClose}>
      <p>
        <Sentence
          text={words.signingSecretHint}
          parts={{
            id: <Code>webhook-id</Code>,
            timestamp: <Code>webhook-timestamp</Code>,
            signature: <Code>webhook-signature</Code>,
          }}
        />
      </p>
    </MadeOnce>
  );
}
