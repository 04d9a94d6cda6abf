import type { ProjectStatisticsQuery, RequestLogStatisticsQuery } from '../../../../client/generated/graphql';
import { texts } from '../../texts';
import { homeTexts as words } from '../../texts/home';
import { locale } from '../../texts/locale';

interface Props {
  readonly statistics: RequestLogStatisticsQuery['requestLogStatistics'];
  readonly memories: ProjectStatisticsQuery['projectStatistics'] | undefined;
  /** Whether the figures are those of the viewer's own requests. */
  readonly isOwn: boolean;
}

const ms = (value: number | null | undefined) => (value == null ? '–' : value.toFixed(value < 10 ? 1 : 0));

/** Shows the four key figures of Home. */
export function Kpis({ statistics: { overall, requestsPerMinute }, memories, isOwn }: Props) {
  const success = overall.successRate;
  const entities = memories && memories.users + memories.agents + memories.apps + memories.runs;
  return (
    <section className="card" style={{ marginBottom: 16 }} aria-label={words.keyFigures}>
      <div className="kpis">
        <Kpi
          label={isOwn ? words.yourRequests : texts.home.requests}
          value={overall.requests.toLocaleString(locale)}
          note={isOwn ? words.yourRequestsHint : words.requestsperminutePerMinute(requestsPerMinute.toFixed(1))}
        />
        <Kpi
          label={texts.home.successRate}
          value={success == null ? '–' : (success * 100).toFixed(1)}
          unit={success == null ? '' : '%'}
          note={success == null ? words.noRequests : words.countErrors(Math.round((1 - success) * overall.requests))}
        />
        <Kpi
          label={texts.home.p95}
          value={ms(overall.p95Ms)}
          unit=" ms"
          note={words.medianLatency(ms(overall.p50Ms))}
        />
        <Kpi
          label={texts.home.memories}
          value={memories?.memories.toLocaleString(locale) ?? '–'}
          note={entities === undefined ? '' : words.countEntities(entities)}
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
