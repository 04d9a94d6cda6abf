import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { ConfigurationDocument, type ConfigurationQuery } from '../../api/graphql';
import { useConnection } from '../../api/connection';
import { toDuration } from '../../components/format';
import { CircleXIcon, TriangleAlertIcon } from '../../components/icons';
import { useViewer } from '../../session/session';
import { Link } from '../../shell/routing';
import { homeTexts as words } from '../../texts/home';

interface Part {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** Shows whether the server and its parts work, and which models it uses. */
export function Health() {
  const readiness = useReadiness();
  const [{ data }] = useQuery({ query: ConfigurationDocument });
  const { serverVersion, serverStartedAt } = useViewer();
  // Keeps the place, so that nothing below moves under a pointer.
  if (readiness === null) return <div style={{ height: 42, marginBottom: 16 }} />;
  const parts = [
    ...toParts(readiness, words.serverUp(serverVersion, toDuration(Date.now() - Date.parse(serverStartedAt)))),
    ...(data ? toModels(data.configuration) : []),
  ];
  return (
    <section className="card" style={{ marginBottom: 16 }} aria-label={words.health}>
      <ul className="health">
        {parts.map((part) => (
          <li key={part.name} className={part.state === 'ok' ? 'ok' : undefined}>
            <Mark state={part.state} />
            <b>{part.name}</b>
            <span className="t2">{part.detail}</span>
          </li>
        ))}
        <li className="t3">
          <Link to="/configuration">{words.models}</Link>
        </li>
      </ul>
    </section>
  );
}

function Mark({ state }: Pick<Part, 'state'>) {
  if (state === 'failed') return <CircleXIcon size={14} color="var(--bad)" />;
  if (state === 'warning') return <TriangleAlertIcon size={14} color="var(--warn)" />;
  return <i className="dot" aria-hidden />;
}

function toParts(readiness: Readiness | 'away', server: string): Part[] {
  if (readiness === 'away') return [{ name: words.server, state: 'failed', detail: words.away }];
  return [
    { name: words.server, state: 'ok', detail: server },
    toPart(words.database, readiness['database'] === 'ok' && readiness['migrations'] === 'ok'),
    toPart(words.worker, readiness['workers'] === 'ok'),
  ];
}

const toPart = (name: string, isOk: boolean): Part =>
  isOk ? { name, state: 'ok', detail: words.healthy } : { name, state: 'failed', detail: words.doesNotWork };

function toModels({ embedder, llm, reEmbedding }: ConfigurationQuery['configuration']): Part[] {
  const event = reEmbedding?.event;
  const progress = event && event.totalCount ? Math.floor(((event.completedCount ?? 0) / event.totalCount) * 100) : 0;
  const search: Part = reEmbedding
    ? { name: words.embeddingModel, state: 'warning', detail: words.reEmbedding(progress) }
    : { name: words.embeddingModel, state: 'ok', detail: toModelName(embedder, words.wordsAlone) };
  return [search, { name: words.languageModel, state: 'ok', detail: toModelName(llm, words.builtIn) }];
}

function toModelName({ provider, model }: { provider: string; model: string }, none: string): string {
  if (provider === 'none') return none;
  return provider === 'local' ? words.builtIn : model;
}

/** State of each part that the server needs, as `/ready` reports it. */
type Readiness = Readonly<Record<string, 'ok' | 'failed'>>;

const everyMs = 30_000;

/** Reads `/ready` now and then. Null before the first response, `away` without one. */
function useReadiness(): Readiness | 'away' | null {
  const [readiness, setReadiness] = useState<Readiness | 'away' | null>(null);
  const { state, recoveries } = useConnection();
  useEffect(() => {
    const controller = new AbortController();
    const read = () =>
      fetch('/ready', { signal: controller.signal })
        .then(async (response) => setReadiness(((await response.json()) as { checks: Readiness }).checks))
        .catch(() => controller.signal.aborted || setReadiness('away'));
    void read();
    const timer = window.setInterval(() => void read(), everyMs);
    return () => {
      controller.abort();
      window.clearInterval(timer);
    };
  }, [state, recoveries]);
  return readiness;
}
