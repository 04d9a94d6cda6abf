import { useCallback, useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import {
  EventsDocument,
  type EventPartsFragment,
  type EventStatus,
  type EventType,
  type RequesterPartsFragment,
} from '../../api/graphql';
import { addMemorySample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { EventState } from '../../components/event-state';
import { FilterBar, type FilterField } from '../../components/filter-bar';
import { ListTable } from '../../components/list-table';
import { LiveBadge } from '../../components/live-badge';
import { Moment } from '../../components/moment';
import { NoMatch } from '../../components/no-match';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import type { Column } from '../../components/table-model';
import { toChoice } from '../../components/url-params';
import { useInterval } from '../../components/use-interval';
import { useLiveEvent } from '../../components/use-live-event';
import { useUrlFilters } from '../../components/use-url-filters';
import { useViewer } from '../../session/session';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { useNavigate } from '../../shell/routing';
import { commonTexts } from '../../texts/common';
import { eventsTexts as words } from '../../texts/events';
import { EventDetails } from './event-details';
import { eventKinds, eventStates, getDuration, kindOf, toOutcome, toStarterName } from './event-kinds';

const fields: readonly FilterField[] = [
  {
    name: 'status',
    label: words.status,
    choices: eventStates.map((value) => ({ value, label: commonTexts.eventStates[value] })),
  },
  { name: 'type', label: words.type, choices: eventKinds.map((value) => ({ value, label: words.kinds[value] })) },
  { name: 'by', label: words.startedBy, choices: [{ value: 'me', label: words.me }] },
];

/** Shows asynchronous operations. The URL stores the filters and the open operation. */
export function EventsPage() {
  const { projectId } = useProject();
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const { '*': openId } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { params } = useUrlFilters();
  const { user } = useViewer();
  const filter = {
    status: toChoice(params.get('status'), eventStates, null),
    type: toChoice(params.get('type'), eventKinds, null),
    requestedById: user && params.get('by') === 'me' ? user.id : null,
  };
  const [changes, setChanges] = useState(0);
  const refresh = useCallback(() => setChanges((count) => count + 1), []);
  return (
    <div className={openId ? 'with-drawer' : undefined}>
      <PageHeader title={words.events} description={words.description} badge={<LiveBadge refused={null} />} />
      <FilterBar fields={user ? fields : fields.slice(0, 2)} />
      <EventList
        key={JSON.stringify([projectId, filter])}
        projectId={projectId}
        filter={filter}
        changes={changes}
        openId={openId || null}
        open={(id) => void navigate(`/events/${id}${search}`)}
      />
      {openId && (
        <EventDetails
          key={openId}
          id={openId}
          canWrite={canWrite}
          onChanged={refresh}
          onClose={() => void navigate(`/events${search}`)}
        />
      )}
    </div>
  );
}

const lookEveryMs = 5_000;

type ListedEvent = EventPartsFragment & RequesterPartsFragment;

interface Props {
  readonly projectId: string | null;
  readonly filter: {
    readonly status: EventStatus | null;
    readonly type: EventType | null;
    /** Id of the user who started them. */
    readonly requestedById: string | null;
  };
  /** A new value reloads the list. */
  readonly changes: number;
  readonly openId: string | null;
  open(id: string): void;
}

/** Lists operations, newest first, with live progress. */
function EventList({ projectId, filter, changes, openId, open }: Props) {
  const query = useListQuery(EventsDocument, { projectId, ...filter }, ({ events }) => events);
  const { again } = query;
  useEffect(() => {
    if (changes > 0) again();
  }, [changes, again]);
  // New operations appear on the first page only, so other pages are not refreshed.
  useInterval(again, query.pages.number === 1 ? lookEveryMs : null);
  const empty = Object.values(filter).some((value) => value !== null) ? (
    <NoMatch title={words.noMatchingEvents} />
  ) : (
    <EmptyState title={words.noEventsYet} sample={addMemorySample(projectId)}>
      {words.emptyHint}
    </EmptyState>
  );
  return (
    <PagedList query={query} count={words.countEvents} empty={empty}>
      {(rows) => (
        <ListTable
          label={words.events}
          minWidth={openId === null ? 740 : 520}
          columns={toColumns(open, again)}
          rows={rows}
          hidden={openId === null ? [] : inDrawer}
          selected={openId}
          onOpen={({ id }) => open(id)}
        />
      )}
    </PagedList>
  );
}

const inDrawer = ['outcome', 'requester', 'duration'];

const toColumns = (open: Props['open'], onEnd: () => void): readonly Column<ListedEvent>[] => [
  { key: 'accepted', label: words.accepted, width: 200, cell: ({ createdAt }) => <Moment at={createdAt} hasSeconds /> },
  {
    key: 'kind',
    label: words.event,
    width: 150,
    cell: (event) => (
      <button type="button" className="memory-link op" onClick={() => open(event.id)}>
        {kindOf(event)}
      </button>
    ),
  },
  { key: 'state', label: words.status, width: 130, cell: (event) => <LiveState event={event} onEnd={onEnd} /> },
  {
    key: 'outcome',
    label: words.outcome,
    cell: (event) => (
      <span dir="auto" className="clamp">
        {toOutcome(event)}
      </span>
    ),
  },
  {
    key: 'requester',
    label: words.startedBy,
    width: 140,
    isWide: true,
    cell: (event) => <bdi>{toStarterName(event)}</bdi>,
  },
  {
    key: 'duration',
    label: words.duration,
    width: 90,
    isNumeric: true,
    cell: (event) => <span className="mono">{getDuration(event)}</span>,
  },
];

// The list is read again when the operation ends.
function LiveState({ event, onEnd }: { event: EventPartsFragment; onEnd: () => void }) {
  return <EventState event={useLiveEvent(event, onEnd) ?? event} />;
}
