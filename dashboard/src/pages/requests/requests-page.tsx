import { useMemo, useState } from 'react';
import { RequestLogStatisticsDocument, type RequestLogFilter } from '../../api/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Chart } from '../../components/chart';
import { pingSample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { ErrorState } from '../../components/error-state';
import { FilterBar } from '../../components/filter-bar';
import { toCount } from '../../components/format';
import { PauseIcon, PlayIcon } from '../../components/icons';
import { LiveBadge } from '../../components/live-badge';
import { NoMatch } from '../../components/no-match';
import { PageHeader } from '../../components/page-header';
import { PlainButton } from '../../components/plain-button';
import { CopyViewLink, SavedViews } from '../../components/saved-views';
import { Select } from '../../components/select';
import { Skeleton } from '../../components/skeleton';
import { toTime } from '../../components/url-params';
import { useInterval } from '../../components/use-interval';
import { useUrlFilters } from '../../components/use-url-filters';
import { useIsOwnLog } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { requestsTexts as words } from '../../texts/requests';
import { toRequestSeries, toSlots } from '../analytics/slots';
import { RequestDrawer } from './request-drawer';
import { requestFields, requestRanges, toRequestFilter, toRequestRange } from './request-filter';
import { RequestTable } from './request-table';
import { useLiveRequests } from './use-live-requests';
import { useOpenRequest } from './use-open-request';

/** Shows live and past API requests. The URL stores filters and the open request. */
export function RequestsPage() {
  const { params, change } = useUrlFilters();
  const { projectId: current } = useProject();
  const projectId = params.get('project') === 'this' ? current : null;
  const isOwn = useIsOwnLog(current);
  const [isPaused, setPaused] = useState(false);
  const since = toTime(params.get('since'));
  const until = toTime(params.get('until'));
  const key = params.toString().replace(/(^|&)request=[^&]*/, '');
  const filter = useMemo(() => ({ ...toRequestFilter(params), since, until }), [key]);
  const log = useLiveRequests({ projectId, filter, isPaused });
  const openId = params.get('request');
  const opened = useOpenRequest(openId, log);
  const move = (step: 1 | -1) => {
    const next = log.rows[log.rows.findIndex(({ id }) => id === openId) + step];
    if (next) change({ request: next.id });
  };
  const select = (from: Date, to: Date) => change({ since: from.toISOString(), until: to.toISOString() });
  return (
    <div className={opened ? 'with-drawer' : undefined}>
      <PageHeader
        title={words.requests}
        description={isOwn && words.ownOnly}
        badge={
          !until && <LiveBadge isPaused={isPaused} waiting={log.waiting} refused={log.streamFailure?.message ?? null} />
        }
      >
        <CopyViewLink except={['request']} />
        <SavedViews page="requests" except={['request']} />
        {!until && (
          <PlainButton
            label={isPaused ? <PlayIcon size={14} /> : <PauseIcon size={14} />}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? words.resume : words.pause}
          </PlainButton>
        )}
      </PageHeader>
      <FilterBar
        fields={requestFields}
        end={
          <span className="meta t3">
            {words.shown(log.rows.length)}
            {log.dropped > 0 && words.skipped(toCount(log.dropped))}
          </span>
        }
      >
        <TimeRange since={since} until={until} />
      </FilterBar>
      <Histogram
        key={key}
        projectId={projectId}
        filter={filter}
        minutes={Number(toRequestRange(params))}
        onSelect={select}
      />
      {log.olderFailure && (
        <ErrorState title={words.requestsDidNotLoad} failure={log.olderFailure} retry={log.retryOlder} />
      )}
      <Rows log={log} isFiltered={key !== ''} openId={openId} onOpen={(id) => change({ request: id })} />
      {opened && <RequestDrawer request={opened} onClose={() => change({ request: null })} onMove={move} />}
    </div>
  );
}

function TimeRange({ since, until }: { since: string | undefined; until: string | undefined }) {
  const { params, change } = useUrlFilters();
  if (since && until) {
    const clock = (at: string) => at.slice(0, 16).replace('T', ' ');
    return (
      <span className="chip">
        <b>{words.selectedRange(clock(since), clock(until))}</b>
        <button
          type="button"
          className="x"
          aria-label={words.removeTimeRange}
          onClick={() => change({ since: null, until: null })}
        >
          ×
        </button>
      </span>
    );
  }
  return (
    <Select
      aria-label={words.chartRange}
      choices={requestRanges}
      value={toRequestRange(params)}
      onChange={(range) => change({ range })}
    />
  );
}

interface RowsProps {
  readonly log: ReturnType<typeof useLiveRequests>;
  readonly isFiltered: boolean;
  readonly openId: string | null;
  onOpen(id: string): void;
}

function Rows({ log, isFiltered, openId, onOpen }: RowsProps) {
  if (log.failure) return <ErrorState title={words.requestsDidNotLoad} failure={log.failure} retry={log.retry} />;
  if (log.isLoading) return <Skeleton rows={12} />;
  if (log.rows.length > 0)
    return <RequestTable rows={log.rows} selected={openId} onOpen={({ id }) => onOpen(id)} onEnd={log.loadOlder} />;
  return isFiltered ? (
    <NoMatch title={words.noMatch} />
  ) : (
    <EmptyState title={words.empty} sample={pingSample()}>
      {words.sendOne}
    </EmptyState>
  );
}

const refreshMs = 15_000;

interface Props {
  readonly projectId: string | null;
  readonly filter: RequestLogFilter;
  /** Time range up to now in minutes, used if the filter has no times. */
  readonly minutes: number;
  onSelect(from: Date, to: Date): void;
}

/** Shows the number of requests over time. Dragging selects a time range. */
function Histogram({ projectId, filter, minutes, onSelect }: Props) {
  const begin = () => filter.since ?? new Date(Date.now() - minutes * 60_000).toISOString();
  const [since, setSince] = useState(begin);
  const [{ data }] = useFreshQuery(RequestLogStatisticsDocument, { projectId, filter: { ...filter, since } });
  useInterval(() => setSince(begin()), refreshMs);
  const statistics = data?.requestLogStatistics;
  const slots = statistics ? toSlots(statistics) : [];
  return (
    <section className="card histogram" aria-label={words.requestsOverTime}>
      <Chart
        label={words.requestsOverTime}
        height={92}
        times={slots.map(({ start }) => start.getTime())}
        sliceSeconds={statistics?.sliceSeconds ?? 60}
        stacked
        series={toRequestSeries(slots)}
        format={(value) => toCount(Math.round(value))}
        onSelect={onSelect}
      />
    </section>
  );
}
