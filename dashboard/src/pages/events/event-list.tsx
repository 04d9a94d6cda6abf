import { useEffect } from 'react';
import {
  EventsDocument,
  type EventPartsFragment,
  type EventStatus,
  type EventType,
  type RequesterPartsFragment,
} from '../../../../client/generated/graphql';
import { addMemorySample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { EventState } from '../../components/event-state';
import { ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { PagedList, useListQuery } from '../../components/paged-list';
import type { Column } from '../../components/table-model';
import { useLiveEvent } from '../../components/use-live-event';
import { eventsTexts as words } from '../../texts/events';
import { getDuration, kindOf, toOutcome, toStarterName } from './event-kinds';

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
export function EventList({ projectId, filter, changes, openId, open }: Props) {
  const query = useListQuery(EventsDocument, { projectId, ...filter }, ({ events }) => events);
  const { again } = query;
  const isFirst = query.pages.number === 1;
  useEffect(() => {
    if (changes > 0) again();
    // New operations appear on the first page only, so other pages are not refreshed.
    if (!isFirst) return;
    const timer = window.setInterval(again, lookEveryMs);
    return () => window.clearInterval(timer);
  }, [changes, isFirst, again]);
  return (
    <PagedList query={query} count={words.countEvents} empty={<NoEvents projectId={projectId} filter={filter} />}>
      {(rows) => (
        <ListTable
          label={words.events}
          minWidth={openId === null ? 740 : 520}
          columns={toColumns(open, again)}
          rows={rows}
          keyOf={({ id }) => id}
          state={openId === null ? allColumns : besideDrawer}
          selected={openId}
          onOpen={({ id }) => open(id)}
        />
      )}
    </PagedList>
  );
}

function NoEvents({ projectId, filter }: Pick<Props, 'projectId' | 'filter'>) {
  if (Object.values(filter).some((value) => value !== null))
    return <EmptyState title={words.noMatchingEvents}>{words.noMatchHint}</EmptyState>;
  return (
    <EmptyState title={words.noEventsYet} sample={addMemorySample(projectId)}>
      {words.emptyHint}
    </EmptyState>
  );
}

const allColumns = { columnVisibility: {} };
// The drawer shows the rest of the open event.
const besideDrawer = { columnVisibility: { outcome: false, requester: false, duration: false } };

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
