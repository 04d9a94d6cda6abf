import { FailureAlert } from './failure-alert';
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import {
  ConfigurationDocument,
  PreviewProjectSettingsDocument,
  type PreviewProjectSettingsInput,
} from '../api/graphql';
import { runQuery } from '../api/run-mutation';
import { useProject } from '../shell/project';
import { settingsPreviewTexts } from '../texts/settings-preview';

interface Outcome {
  readonly search: Sides | null;
  readonly extraction: Sides | null;
}

interface Sides {
  readonly stored: readonly string[];
  readonly edited: readonly string[];
}

const words = settingsPreviewTexts;

interface Props {
  /** The edited settings. */
  readonly settings: Omit<PreviewProjectSettingsInput, 'id'>;
  /** Compares an extraction only, for settings that no search reads. */
  readonly isExtractionOnly?: boolean;
  readonly disabled?: boolean;
}

/** Compares a search and an extraction in the project with the stored settings and with those in the form. Stores nothing. */
export function SettingsPreview({ settings, isExtractionOnly = false, disabled = false }: Props) {
  const client = useClient();
  const { projectId } = useProject();
  const [query, setQuery] = useState('');
  const [message, setMessage] = useState<string>(words.example);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [{ data }] = useQuery({ query: ConfigurationDocument, requestPolicy: 'cache-first' });
  const provider = settings.llm?.provider ?? data?.configuration.llm.provider;
  const isBuiltIn = provider === 'none' || provider === 'local';
  const compare = async () => {
    const input = { ...settings, id: projectId ?? '', ...toTrial(query.trim(), message.trim(), settings) };
    setBusy(true);
    const { failure: refused, payload } = await runQuery(client, PreviewProjectSettingsDocument, { input });
    setBusy(false);
    setFailure(refused?.message ?? null);
    setOutcome(
      payload && {
        search: payload.search && toSides(payload.search, ({ memory, score }) => `${score.toFixed(2)} ${memory.text}`),
        extraction: payload.extraction && toSides(payload.extraction, toExtracted),
      },
    );
  };
  if (projectId === null) return null;
  return (
    <div>
      {!isExtractionOnly && (
        <TextInput
          mb="sm"
          label={words.query}
          description={words.queryHint}
          dir="auto"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <Textarea
        label={words.message}
        description={words.messageHint}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {isBuiltIn && (
        <p className="meta t2" style={{ marginTop: 6 }}>
          {words.ignoredByRules}
        </p>
      )}
      <Group mt="xs">
        <Button
          variant="default"
          loading={isBusy}
          disabled={disabled || (query.trim() === '' && message.trim() === '')}
          onClick={() => void compare()}
        >
          {words.compare}
        </Button>
      </Group>
      <div aria-live="polite">
        <FailureAlert message={failure} mt="sm" />
        {outcome?.search && <Compared title={words.search} sides={outcome.search} none={words.noResults} />}
        {outcome?.extraction && <Compared title={words.extraction} sides={outcome.extraction} none={words.none} />}
      </div>
    </div>
  );
}

// Instructions for agents apply to memories of an agent only.
function toTrial(query: string, message: string, { agentCustomInstructions }: Omit<PreviewProjectSettingsInput, 'id'>) {
  const owner = { userId: 'settings-preview', agentId: agentCustomInstructions ? 'settings-preview' : null };
  return {
    ...(query && { query }),
    ...(message && { ...owner, messages: [{ role: 'USER' as const, content: message }] }),
  };
}

function toSides<Item>(
  { stored, edited }: { stored: readonly Item[]; edited: readonly Item[] },
  toText: (item: Item) => string,
): Sides {
  return { stored: stored.map(toText), edited: edited.map(toText) };
}

const toExtracted = ({ text, categories }: { text: string; categories: readonly string[] }) =>
  categories.length === 0 ? text : `${text} (${categories.join(', ')})`;

function Compared({ title, sides, none }: { title: string; sides: Sides; none: string }) {
  return (
    <section aria-label={title} style={{ marginTop: 12 }}>
      <h3>{title}</h3>
      <div className="grid g2">
        <Side title={words.stored} items={sides.stored} none={none} />
        <Side title={words.edited} items={sides.edited} none={none} />
      </div>
    </section>
  );
}

function Side({ title, items, none }: { title: string; items: readonly string[]; none: string }) {
  return (
    <div className="card body" role="group" aria-label={title}>
      <h4>{title}</h4>
      {items.length === 0 && <p className="t2">{none}</p>}
      <ol>
        {items.map((text, index) => (
          <li key={index} dir="auto">
            {text}
          </li>
        ))}
      </ol>
    </div>
  );
}
