import { useQuery } from 'urql';
import { ApiKeysDocument, ConfigurationDocument, WebhooksDocument } from '../../../../client/generated/graphql';
import { useViewer } from '../../session/session';
import { useProjectPermission } from '../../shell/permissions';
import { Link } from '../../shell/routing';
import { homeTexts as words } from '../../texts/home';
import { SampleData, useSampleData } from './sample-data';

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
          <li key={to} style={{ gridTemplateColumns: '1fr' }}>
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
