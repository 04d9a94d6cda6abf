import type { ProjectStatisticsQuery, RequestLogStatisticsQuery } from '../../../../client/generated/graphql';
import { toCount, toMilliseconds, toPercent, toRate } from '../../components/format';
import { homeTexts as words } from '../../texts/home';

interface Props {
  readonly statistics: RequestLogStatisticsQuery['requestLogStatistics'];
  readonly memories: ProjectStatisticsQuery['projectStatistics'] | undefined;
  /** Whether the figures are those of the viewer's own requests. */
  readonly isOwn: boolean;
}

/** Shows the four key figures of Home. */
export function Kpis({ statistics: { overall, requestsPerMinute }, memories, isOwn }: Props) {
  const success = overall.successRate;
  const entities = memories && memories.userCount + memories.agentCount + memories.appCount + memories.runCount;
  return (
    <section className="card" style={{ marginBottom: 16 }} aria-label={words.keyFigures}>
      <div className="kpis">
        <Kpi
          label={isOwn ? words.yourRequests : words.requests}
          value={toCount(overall.requestCount)}
          note={isOwn ? words.yourRequestsHint : words.requestsPerMinute(toRate(requestsPerMinute))}
        />
        <Kpi
          label={words.successRate}
          value={toPercent(success)}
          note={
            success == null ? words.noRequests : words.countErrors(Math.round((1 - success) * overall.requestCount))
          }
        />
        <Kpi
          label={words.p95}
          value={toMilliseconds(overall.p95Ms)}
          note={words.medianLatency(toMilliseconds(overall.p50Ms))}
        />
        <Kpi
          label={words.memories}
          value={memories ? toCount(memories.memoryCount) : '–'}
          note={entities === undefined ? '' : words.countEntities(entities)}
        />
      </div>
    </section>
  );
}

function Kpi({ label, value, note }: { label: string; value: string; note: string }) {
  const [number, unit] = value.split(' ');
  return (
    <div>
      <span className="t2">{label}</span>
      <b>
        {number}
        {unit && <small> {unit}</small>}
      </b>
      <span className="meta t3">{note}</span>
    </div>
  );
}
