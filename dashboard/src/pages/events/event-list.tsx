import { Anchor, Table, Text } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useQuery } from 'urql';
import {
  EventsDocument,
  type EventPartsFragment,
  type EventStatus,
  type EventType,
} from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { addMemorySample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { EventState } from '../../components/event-state';
import { Moment } from '../../components/moment';
import { Pager, usePages } from '../../components/pager';
import { useLiveEvent } from '../../components/use-live-event';
import { kindOf, toDuration } from './event-kinds';

const lookEveryMs = 5_000;

interface Props {
  readonly projectId: string | null;
  readonly status: EventStatus | null;
  readonly type: EventType | null;
  /** A new value reloads the list. */
  readonly changes: number;
  open(id: string): void;
}

/** Lists operations, newest first, with live progress. */
export function EventList({ projectId, status, type, changes, open }: Props) {
  const pages = usePages();
  const [result, read] = useQuery({
    query: EventsDocument,
    variables: { projectId, status, type, ...pages.variables, withTotal: pages.number === 1 },
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
        if (edges.length === 0 && (status || type))
          return <EmptyState title="No matching events">Change or clear the filter.</EmptyState>;
        if (edges.length === 0)
          return (
            <EmptyState title="No events yet" sample={addMemorySample(projectId)}>
              Adds with extraction, imports, exports and deletions show up here:
            </EmptyState>
          );
        return (
          <>
            <EventTable events={edges.map(({ node }) => node)} open={open} onEnd={again} />
            <Pager pages={pages} info={pageInfo} total={totalCount} noun={['event', 'events']} />
          </>
        );
      }}
    </Answer>
  );
}

function EventTable({
  events,
  open,
  onEnd,
}: {
  events: readonly EventPartsFragment[];
  open: Props['open'];
  onEnd: () => void;
}) {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table highlightOnHover verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {['Kind', 'State', 'Outcome', 'Accepted', 'Duration'].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event) => (
            <Row key={event.id} asRead={event} open={open} onEnd={onEnd} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ asRead, open, onEnd }: { asRead: EventPartsFragment; open: Props['open']; onEnd: () => void }) {
  const event = useLiveEvent(asRead, onEnd) ?? asRead;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component="button" type="button" ta="left" size="sm" onClick={() => open(event.id)}>
          {kindOf(event)}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <EventState event={event} />
      </Table.Td>
      <Table.Td maw={320}>
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {event.error ?? outcome(event)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Moment at={event.createdAt} />
      </Table.Td>
      <Table.Td>
        <Text size="sm" span className="mono">
          {toDuration(event)}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

function outcome({ results }: EventPartsFragment): string {
  if (!Array.isArray(results)) return '';
  return results.length === 1 ? '1 result' : `${results.length.toLocaleString()} results`;
}
