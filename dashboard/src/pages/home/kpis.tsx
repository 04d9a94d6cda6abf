import type { ProjectStatisticsQuery, RequestLogStatisticsQuery } from '../../api/graphql';
import { toCount, toMilliseconds, toPercent, toRate, toTenths, toWholePercent } from '../../components/format';
import { homeTexts as words } from '../../texts/home';

/** Figures of the time range before the one that is shown. */
interface FormerRange {
  /** For example "the day before". */
  readonly name: string;
  readonly requestCount: number;
  readonly successRate?: number | null;
}

interface Props {
  readonly statistics: RequestLogStatisticsQuery['requestLogStatistics'];
  /** The time range before. Undefined until it is known. */
  readonly former: FormerRange | undefined;
  readonly memories: ProjectStatisticsQuery['projectStatistics'] | undefined;
  /** Whether the figures are those of the viewer's own requests. */
  readonly isOwn: boolean;
}

/** Shows the four key figures of Home. */
export function Kpis({ statistics: { overall, requestsPerMinute }, former, memories, isOwn }: Props) {
  const entities = memories && memories.userCount + memories.agentCount + memories.appCount + memories.runCount;
  return (
    <section className="card" style={{ marginBottom: 16 }} aria-label={words.keyFigures}>
      <div className="kpis">
        <Kpi
          label={isOwn ? words.yourRequests : words.requests}
          value={toCount(overall.requestCount)}
          note={
            isOwn
              ? words.yourRequestsHint
              : (compareRequests(overall.requestCount, former) ?? words.requestsPerMinute(toRate(requestsPerMinute)))
          }
        />
        <Kpi label={words.successRate} value={toPercent(overall.successRate)} note={toSuccessNote(overall, former)} />
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

function compareRequests(requests: number, former: FormerRange | undefined): string | null {
  if (!former || former.requestCount === 0) return null;
  const change = requests / former.requestCount - 1;
  const percent = toWholePercent(Math.abs(change));
  if (Math.abs(change) < 0.005) return words.requestsSame(former.name);
  return change > 0 ? words.requestsMore(percent, former.name) : words.requestsFewer(percent, former.name);
}

function toSuccessNote(
  { requestCount, successRate }: Omit<FormerRange, 'name'>,
  former: FormerRange | undefined,
): string {
  if (successRate == null) return words.noRequests;
  const errors = words.countErrors(Math.round((1 - successRate) * requestCount));
  const points = former?.successRate == null ? 0 : 100 * (successRate - former.successRate);
  if (Math.abs(points) < 0.05) return errors;
  const amount = toTenths(Math.abs(points));
  return points > 0 ? words.pointsHigher(errors, amount) : words.pointsLower(errors, amount);
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
