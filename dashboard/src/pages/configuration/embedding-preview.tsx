import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import {
  PreviewEmbeddingsDocument,
  type EmbedderConfigurationInput,
  type EmbeddingTrialPartsFragment,
  type PreviewEmbeddingsQuery,
} from '../../api/graphql';
import type { Failure } from '../../api/failure';
import { runQuery } from '../../api/run-mutation';
import { Facts } from '../../components/facts';
import { toCount } from '../../components/format';
import { configurationTexts } from '../../texts/configuration';
import { settingsPreviewTexts } from '../../texts/settings-preview';
import { Refusal } from './refusal';

const words = configurationTexts.embeddingPreview;

interface Props {
  /** The edited settings. */
  readonly settings: EmbedderConfigurationInput;
  readonly disabled: boolean;
}

interface Outcome {
  readonly lines: readonly string[];
  readonly trials: PreviewEmbeddingsQuery['previewEmbeddings'];
}

/** Embeds texts with the stored embedding model and with the one in the form. Stores nothing. */
export function EmbeddingPreview({ settings, disabled }: Props) {
  const client = useClient();
  const [given, setGiven] = useState<string>(words.example);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const lines = given
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isCountWrong = lines.length < 2 || lines.length > 5;
  const compare = async () => {
    setBusy(true);
    const input = { embedder: settings, texts: lines };
    const { failure: refused, payload } = await runQuery(client, PreviewEmbeddingsDocument, { input });
    setBusy(false);
    setFailure(refused);
    setOutcome(payload && { lines, trials: payload });
  };
  return (
    <div>
      <Textarea
        label={words.texts}
        description={words.textsHint}
        error={isCountWrong ? words.count : undefined}
        dir="auto"
        autosize
        minRows={3}
        maxRows={8}
        value={given}
        onChange={(event) => setGiven(event.currentTarget.value)}
      />
      <Group mt="xs">
        <Button variant="default" loading={isBusy} disabled={disabled || isCountWrong} onClick={() => void compare()}>
          {words.compare}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {words.search}
      </Text>
      <div aria-live="polite">
        <Refusal failure={failure} note="" />
        {outcome && <Compared {...outcome} />}
      </div>
    </div>
  );
}

function Compared({ lines, trials: { stored, edited } }: Outcome) {
  return (
    <section aria-label={words.title} style={{ marginTop: 12 }}>
      <h3>{words.title}</h3>
      <div className="grid g2">
        {stored && <Trial title={settingsPreviewTexts.stored} trial={stored} lines={lines} />}
        <Trial title={settingsPreviewTexts.edited} trial={edited} lines={lines} />
      </div>
      {!stored && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.sameSettings}
        </Text>
      )}
    </section>
  );
}

interface TrialProps {
  readonly title: string;
  readonly trial: EmbeddingTrialPartsFragment;
  readonly lines: readonly string[];
}

function Trial({ title, trial: { model, dimensions, latencyMs, similarities }, lines }: TrialProps) {
  return (
    <div className="card body" role="group" aria-label={title}>
      <h4>{title}</h4>
      <Facts
        rows={[
          [configurationTexts.model, <code key="model">{model}</code>],
          [configurationTexts.dimensions, toCount(dimensions)],
          [configurationTexts.latency, words.milliseconds(latencyMs)],
        ]}
      />
      <h5>{words.similarity}</h5>
      <ol className="similarities">
        {similarities.map(({ first, second, similarity }) => (
          <li key={`${first} ${second}`}>
            <span className="mono">{similarity.toFixed(2)}</span>{' '}
            <bdi>{words.pair(lines[first] ?? '', lines[second] ?? '')}</bdi>
          </li>
        ))}
      </ol>
    </div>
  );
}
