import { Anchor, Text } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useQuery } from 'urql';
import {
  EventsDocument,
  type EventPartsFragment,
  type EventStatus,
  type EventType,
  type RequesterPartsFragment,
} from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { addMemorySample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { EventState } from '../../components/event-state';
import { ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { Pager, usePages } from '../../components/pager';
import type { Column } from '../../components/table-model';
import { useLiveEvent } from '../../components/use-live-event';
import { kindOf, toDuration, toStarterName } from './event-kinds';
import { texts } from '../../texts';
import { eventsTexts as words } from '../../texts/events';
import { locale } from '../../texts/locale';

const lookEveryMs = 5_000;

interface Props {
  readonly projectId: string | null;
  readonly status: EventStatus | null;
  readonly type: EventType | null;
  /** Id of the user who started them. */
  readonly requestedById: string | null;
  /** A new value reloads the list. */
  readonly changes: number;
  open(id: string): void;
}

/** Lists operations, newest first, with live progress. */
export function EventList({ projectId, status, type, requestedById, changes, open }: Props) {
  const pages = usePages();
  const [result, read] = useQuery({
    query: EventsDocument,
    variables: { projectId, status, type, requestedById, ...pages.variables, withTotal: pages.number === 1 },
    requestPolicy: 'network-only',
  });
  const again = useCallback(() => read({ requestPolicy: 'network-only' }), [read]);
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
        if (edges.length === 0 && (status || type || requestedById))
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
              minWidth={760}
              columns={toColumns(open, again)}
              rows={edges.map(({ node }) => node)}
              keyOf={({ id }) => id}
            />
            <Pager pages={pages} info={pageInfo} total={totalCount} noun={['event', 'events']} />
          </>
        );
      }}
    </Answer>
  );
}

const toColumns = (
  open: Props['open'],
  onEnd: () => void,
): readonly Column<EventPartsFragment & RequesterPartsFragment>[] => [
  {
    key: 'kind',
    label: words.kind,
    cell: (event) => (
      <Anchor component="button" type="button" ta="left" size="sm" onClick={() => open(event.id)}>
        {kindOf(event)}
      </Anchor>
    ),
  },
  { key: 'state', label: words.state, cell: (event) => <LiveState event={event} onEnd={onEnd} /> },
  {
    key: 'outcome',
    label: words.outcome,
    style: { maxWidth: 320 },
    cell: (event) => (
      <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {event.error ?? outcome(event)}
      </Text>
    ),
  },
  {
    key: 'requester',
    label: texts.events.startedBy,
    style: { maxWidth: 160 },
    cell: (event) => (
      <Text size="sm" truncate>
        <bdi>{toStarterName(event)}</bdi>
      </Text>
    ),
  },
  { key: 'accepted', label: words.accepted, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    key: 'duration',
    label: words.duration,
    cell: (event) => (
      <Text size="sm" span className="mono">
        {toDuration(event)}
      </Text>
    ),
  },
];

// The list is read again when the operation ends.
function LiveState({ event, onEnd }: { event: EventPartsFragment; onEnd: () => void }) {
  return <EventState event={useLiveEvent(event, onEnd) ?? event} />;
}

function outcome({ results }: EventPartsFragment): string {
  if (!Array.isArray(results)) return '';
  return results.length === 1 ? '1 result' : `${results.length.toLocaleString(locale)} results`;
}
