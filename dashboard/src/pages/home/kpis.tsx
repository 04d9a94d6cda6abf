import type { ProjectStatisticsQuery, RequestLogStatisticsQuery } from '../../../../client/generated/graphql';
import { texts } from '../../texts';

interface Props {
  readonly statistics: RequestLogStatisticsQuery['requestLogStatistics'];
  readonly memories: ProjectStatisticsQuery['projectStatistics'] | undefined;
}

const ms = (value: number | null | undefined) => (value == null ? '–' : value.toFixed(value < 10 ? 1 : 0));

/** Shows the four key figures of Home. */
export function Kpis({ statistics: { overall, requestsPerMinute }, memories }: Props) {
  const success = overall.successRate;
  const entities = memories && memories.users + memories.agents + memories.apps + memories.runs;
  return (
    <section className="card" style={{ marginBottom: 16 }} aria-label="Key figures">
      <div className="kpis">
        <Kpi
          label={texts.home.requests}
          value={overall.requests.toLocaleString('en')}
          note={`${requestsPerMinute.toFixed(1)} per minute`}
        />
        <Kpi
          label={texts.home.successRate}
          value={success == null ? '–' : (success * 100).toFixed(1)}
          unit={success == null ? '' : '%'}
          note={
            success == null
              ? 'No requests'
              : `${Math.round((1 - success) * overall.requests).toLocaleString('en')} with errors`
          }
        />
        <Kpi label={texts.home.p95} value={ms(overall.p95Ms)} unit=" ms" note={`p50 ${ms(overall.p50Ms)} ms`} />
        <Kpi
          label={texts.home.memories}
          value={memories?.memories.toLocaleString('en') ?? '–'}
          note={entities === undefined ? '' : `${entities.toLocaleString('en')} entities`}
        />
      </div>
    </section>
  );
}

function Kpi({ label, value, unit = '', note }: { label: string; value: string; unit?: string; note: string }) {
  return (
    <div>
      <span className="t2">{label}</span>
      <b>
        {value}
        {value !== '–' && unit && <small>{unit}</small>}
      </b>
      <span className="meta t3">{note}</span>
    </div>
  );
}
