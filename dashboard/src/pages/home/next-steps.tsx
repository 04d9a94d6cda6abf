import { useProjectPermission } from '../../shell/permissions';
import { Link } from '../../shell/routing';
import { texts } from '../../texts';
import { SampleData } from './sample-data';
import { homeTexts as words } from '../../texts/home';

const steps = [
  { to: '/memories', label: words.stepAddMemory, when: 'empty' },
  { to: '/api-keys', label: words.stepCreateKey, when: 'always' },
  { to: '/configuration', label: words.chooseALanguageModel, when: 'always' },
  { to: '/webhooks', label: words.stepCreateWebhook, when: 'always' },
] as const;

interface Props {
  readonly projectId: string;
  /** Whether the project has no memories. */
  readonly isEmpty: boolean;
  /** Called after sample data was loaded or removed. */
  onChanged(): void;
}

/** Shows next steps. In an empty project, adding a memory comes first. */
export function NextSteps({ projectId, isEmpty, onChanged }: Props) {
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  return (
    <section className="card" aria-label={texts.home.next}>
      <header style={{ paddingBottom: 12 }}>
        <h2>{texts.home.next}</h2>
      </header>
      <ul className="att">
        {steps
          .filter(({ when }) => isEmpty || when === 'always')
          .map(({ to, label }) => (
            <li key={to} style={{ gridTemplateColumns: '1fr' }}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        {canWrite && <SampleData projectId={projectId} isEmpty={isEmpty} onChanged={onChanged} />}
      </ul>
    </section>
  );
}
