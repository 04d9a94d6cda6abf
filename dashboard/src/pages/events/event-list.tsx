import { useEffect } from 'react';
import {
  EventsDocument,
  type EventPartsFragment,
  type EventStatus,
  type EventType,
  type RequesterPartsFragment,
} from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { addMemorySample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { EventState } from '../../components/event-state';
import { ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { Pager, usePages } from '../../components/pager';
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
  const pages = usePages();
  const [result, again] = useFreshQuery(EventsDocument, {
    projectId,
    ...filter,
    ...pages.variables,
    withTotal: pages.number === 1,
  });
  const isFirst = pages.number === 1;
  useEffect(() => {
    if (changes > 0) again();
    // New operations appear on the first page only, so other pages are not refreshed.
    if (!isFirst) return;
    const timer = window.setInterval(again, lookEveryMs);
    return () => window.clearInterval(timer);
  }, [changes, isFirst, again]);
  return (
    <Answer result={result} retry={again}>
      {({ events: { edges, pageInfo, totalCount } }) => {
        if (edges.length === 0 && Object.values(filter).some((value) => value !== null))
          return <EmptyState title={words.noMatchingEvents}>{words.noMatchHint}</EmptyState>;
        if (edges.length === 0)
          return (
            <EmptyState title={words.noEventsYet} sample={addMemorySample(projectId)}>
              {words.emptyHint}
            </EmptyState>
          );
        return (
          <>
            <ListTable
              label={words.events}
              minWidth={openId === null ? 740 : 520}
              columns={toColumns(open, again)}
              rows={edges.map(({ node }) => node)}
              keyOf={({ id }) => id}
              state={openId === null ? allColumns : besideDrawer}
              selected={openId}
              onOpen={({ id }) => open(id)}
            />
            <Pager pages={pages} info={pageInfo} total={totalCount} count={words.countEvents} />
          </>
        );
      }}
    </Answer>
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
