import { useState } from 'react';
import { useClient, useQuery, type Client } from 'urql';
import {
  AddMemoriesDocument,
  ApiKeysDocument,
  ConfigurationDocument,
  DeleteEntityDocument,
  MemoriesDocument,
  WebhooksDocument,
} from '../../api/graphql';
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
  const variables = { projectId, filter: { appId: { eq: sampleApp } }, first: 1, withTotal: true };
  const [{ data }, read] = useFreshQuery(MemoriesDocument, variables);
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const count = data?.memories.totalCount ?? 0;
  const offersSample = canWrite && data !== undefined && (count > 0 || isEmpty);
  const run = async (work: typeof load, done: string) => {
    setBusy(true);
    const failure = await work(client, projectId);
    setBusy(false);
    if (failure === null) showToast(done);
    else showFailure(failure);
    read();
    onChanged();
  };
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
        {offersSample && (
          <li style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}>
            <span>
              {count === 0 ? (
                words.sample.hint
              ) : (
                <Link to={`/memories?appId=${sampleApp}`}>{words.sample.shown(count)}</Link>
              )}
            </span>
            <PlainButton
              look="sm"
              label={count === 0 ? words.sample.load : words.sample.remove}
              disabled={isBusy}
              onClick={() =>
                void (count === 0
                  ? run(load, words.sample.loaded(sampleMemories.length))
                  : run(remove, words.sample.removed))
              }
            />
          </li>
        )}
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

const dayMs = 86_400_000;

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
