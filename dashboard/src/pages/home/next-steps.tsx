import { useState } from 'react';
import { useClient, useQuery, type Client } from 'urql';
import {
  AddMemoriesDocument,
  ApiKeysDocument,
  ConfigurationDocument,
  DeleteEntityDocument,
  MemoriesDocument,
  WebhooksDocument,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { useFreshQuery } from '../../api/use-fresh-query';
import { PlainButton } from '../../components/plain-button';
import { showFailure, showToast } from '../../components/toast';
import { useViewer } from '../../session/session';
import { useProjectPermission } from '../../shell/permissions';
import { Link } from '../../shell/routing';
import { homeTexts as words } from '../../texts/home';
import { sampleApp, sampleEntities, sampleMemories } from './sample-memories';

interface Props {
  readonly projectId: string;
  /** Whether the project has no memories. */
  readonly isEmpty: boolean;
  /** Called after sample data was loaded or removed. */
  onChanged(): void;
}

/** Shows the steps that are left for the viewer, or nothing when all are done. In an empty project, adding a memory comes first. */
export function NextSteps({ projectId, isEmpty, onChanged }: Props) {
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const steps = useOpenSteps({ projectId, isEmpty, canWrite });
  const sample = useSampleData(projectId);
  const offersSample = canWrite && sample.count !== null && (sample.count > 0 || isEmpty);
  if (steps.length === 0 && !offersSample) return null;
  return (
    <section className="card" aria-label={words.nextSteps}>
      <header style={{ paddingBottom: 12 }}>
        <h2>{words.nextSteps}</h2>
      </header>
      <ul className="att">
        {steps.map(({ to, label }) => (
          <li key={to} style={{ display: 'block' }}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        {offersSample && <SampleData projectId={projectId} sample={sample} onChanged={onChanged} />}
      </ul>
    </section>
  );
}

function useOpenSteps({ projectId, isEmpty, canWrite }: Omit<Props, 'onChanged'> & { canWrite: boolean }) {
  const { isAdmin } = useViewer();
  const canSeeWebhooks = useProjectPermission(projectId, 'WEBHOOK_READ');
  const [keys] = useQuery({ query: ApiKeysDocument, variables: { first: 100 } });
  const [configuration] = useQuery({ query: ConfigurationDocument });
  const [webhooks] = useQuery({
    query: WebhooksDocument,
    variables: { projectId, first: 100 },
    pause: !canSeeWebhooks,
  });
  const { llm } = configuration.data?.configuration ?? {};
  return [
    { to: '/memories?add=1', label: words.stepAddMemory, isOpen: canWrite && isEmpty },
    { to: '/api-keys', label: words.stepCreateKey, isOpen: keys.data?.apiKeys.edges.length === 0 },
    {
      to: '/configuration',
      label: words.chooseALanguageModel,
      // A provider that someone chose is a choice, also the built-in rules.
      isOpen: isAdmin && llm?.settings.find(({ name }) => name === 'provider')?.source === 'DEFAULT',
    },
    {
      to: '/webhooks',
      label: words.stepCreateWebhook,
      isOpen: webhooks.data?.webhooks.edges.length === 0,
    },
  ].filter(({ isOpen }) => isOpen);
}

interface Sample {
  /** Number of sample memories in the project. Null until it is known. */
  readonly count: number | null;
  read(): void;
}

interface SampleDataProps {
  readonly projectId: string;
  readonly sample: Sample;
  onChanged(): void;
}

const dayMs = 86_400_000;

/** Counts the sample memories of the project. */
function useSampleData(projectId: string): Sample {
  const [{ data }, read] = useFreshQuery(MemoriesDocument, {
    projectId,
    filter: { appId: { eq: sampleApp } },
    first: 1,
    withTotal: true,
  });
  return { count: data ? (data.memories.totalCount ?? 0) : null, read };
}

/** Loads sample memories into the project, and removes them. */
function SampleData({ projectId, sample: { count, read }, onChanged }: SampleDataProps) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<string | null>, done: string) => {
    setBusy(true);
    const failure = await work();
    setBusy(false);
    if (failure === null) showToast(done);
    else showFailure(failure);
    read();
    onChanged();
  };
  return (
    <li style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}>
      {count === 0 ? (
        <>
          <span>{words.sample.hint}</span>
          <PlainButton
            look="sm"
            label={words.sample.load}
            disabled={isBusy}
            onClick={() => void run(() => load(client, projectId), words.sample.loaded(sampleMemories.length))}
          />
        </>
      ) : (
        <>
          <span>
            <Link to={`/memories?appId=${sampleApp}`}>{words.sample.shown(count ?? 0)}</Link>
          </span>
          <PlainButton
            look="sm"
            label={words.sample.remove}
            disabled={isBusy}
            onClick={() => void run(() => remove(client, projectId), words.sample.removed)}
          />
        </>
      )}
    </li>
  );
}

async function load(client: Client, projectId: string): Promise<string | null> {
  for (const { daysAgo, text, ...owners } of sampleMemories) {
    const { failure } = await runMutation(client, AddMemoriesDocument, {
      input: {
        ...owners,
        projectId,
        appId: sampleApp,
        infer: false,
        timestamp: new Date(Date.now() - daysAgo * dayMs).toISOString(),
        messages: [{ role: 'USER', content: text }],
      },
    });
    if (failure) return failure.message;
  }
  return null;
}

async function remove(client: Client, projectId: string): Promise<string | null> {
  for (const { type, name } of sampleEntities) {
    const { failure } = await runMutation(client, DeleteEntityDocument, { input: { projectId, type, name } });
    if (failure) return failure.message;
  }
  return null;
}
