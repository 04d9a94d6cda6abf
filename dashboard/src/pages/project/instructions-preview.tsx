import { Alert, Button, Group, Textarea } from '@mantine/core';
import { useState, type MouseEvent } from 'react';
import { useClient, type Client } from 'urql';
import { PreviewMemoriesDocument, type AddMemoriesInput } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { getFormText } from '../../components/form-text';
import { texts } from '../../texts';

interface Outcome {
  readonly stored: readonly string[];
  readonly edited: readonly string[];
}

const words = texts.instructionsPreview;

/** Compares the extraction of a message with the stored instructions and with those in the form. Stores nothing. */
export function InstructionsPreview({ projectId }: { projectId: string }) {
  const client = useClient();
  const [message, setMessage] = useState<string>(words.example);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const compare = async (event: MouseEvent<HTMLButtonElement>) => {
    const edited = getFormText(new FormData(event.currentTarget.form ?? undefined), 'customInstructions').trim();
    setBusy(true);
    const input = {
      projectId,
      userId: 'instructions-preview',
      messages: [{ role: 'USER' as const, content: message }],
    };
    const [before, after] = await Promise.all([
      extract(client, input),
      extract(client, { ...input, customInstructions: edited || null }),
    ]);
    setBusy(false);
    setFailure(before.failure ?? after.failure);
    setOutcome(before.failure || after.failure ? null : { stored: before.memories, edited: after.memories });
  };
  return (
    // Input here is not a change of the settings.
    <div data-unguarded>
      <Textarea
        label={words.message}
        description={words.description}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <Group mt="xs">
        <Button
          variant="default"
          size="xs"
          loading={isBusy}
          disabled={message.trim() === ''}
          onClick={(event) => void compare(event)}
        >
          {words.compare}
        </Button>
      </Group>
      {failure && (
        <Alert color="red" role="alert" mt="sm">
          {failure}
        </Alert>
      )}
      {outcome && (
        <div className="grid g2" style={{ marginTop: 12 }}>
          <Extracted title={words.stored} memories={outcome.stored} />
          <Extracted title={words.edited} memories={outcome.edited} />
        </div>
      )}
    </div>
  );
}

function Extracted({ title, memories }: { title: string; memories: readonly string[] }) {
  return (
    <section className="card body" aria-label={title}>
      <h3>{title}</h3>
      {memories.length === 0 && <p className="t2">{words.none}</p>}
      <ul>
        {memories.map((text) => (
          <li key={text} dir="auto">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

async function extract(client: Client, input: AddMemoriesInput) {
  const { failure, payload } = await runMutation(client, PreviewMemoriesDocument, { input });
  return { failure: failure?.message ?? null, memories: payload?.memories.map(({ text }) => text) ?? [] };
}
