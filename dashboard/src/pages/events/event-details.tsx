import { Alert, Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from '../../shell/routing';
import { useClient, useQuery } from 'urql';
import {
  CancelEventDocument,
  EventDocument,
  RetryEventDocument,
  type EventPartsFragment,
  type RequesterPartsFragment,
} from '../../../../client/generated/graphql';
import type { Failure } from '../../api/failure';
import { runMutation } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { EventState, isOpen } from '../../components/event-state';
import { Facts, Json } from '../../components/facts';
import { useLiveEvent } from '../../components/use-live-event';
import { showToast } from '../../components/toast';
import { Moment } from '../../components/moment';
import { texts } from '../../texts';
import { canCancel, canRetry, kindOf, toDuration, toStarterName } from './event-kinds';
import { eventsTexts as words } from '../../texts/events';

type ReadEvent = EventPartsFragment & RequesterPartsFragment;

interface Props {
  readonly id: string;
  readonly canWrite: boolean;
  onChanged(): void;
}

/** Shows an operation live, with its results or error. A running operation can be cancelled. */
export function EventDetails({ id, ...props }: Props) {
  const [result, read] = useQuery({ query: EventDocument, variables: { id }, requestPolicy: 'network-only' });
  const again = () => read({ requestPolicy: 'network-only' });
  return (
    <Answer result={result} retry={again}>
      {({ event }) => <Live asRead={event} {...props} onChanged={() => (again(), props.onChanged())} />}
    </Answer>
  );
}

function Live({ asRead, canWrite, onChanged }: Omit<Props, 'id'> & { asRead: ReadEvent }) {
  const event = useLiveEvent(asRead, onChanged) ?? asRead;
  return (
    <Stack>
      <Facts rows={[...toFacts(event), ...toRequesterFacts(asRead)]} />
      {event.error && <Alert color={event.status === 'FAILED' ? 'red' : 'gray'}>{event.error}</Alert>}
      {event.results != null && (
        <section aria-label={words.results}>
          <Title order={2} mb="xs">
            {words.results}
          </Title>
          <Json value={event.results} label={words.results} />
        </section>
      )}
      {canWrite && <Actions event={event} onChanged={onChanged} />}
    </Stack>
  );
}

function toFacts(event: EventPartsFragment): [string, React.ReactNode][] {
  const place = event.type === 'EXPORT' ? 'exports' : event.type.startsWith('DELETE') ? 'deletions' : null;
  const more: [string, React.ReactNode] = [
    'More',
    <Anchor key="more" component={Link} to={`/${place}`} size="sm">
      {place === 'exports' ? words.exports : words.deletions}
    </Anchor>,
  ];
  return [
    ['Kind', kindOf(event)],
    ['ID', <CopyableId key="id" id={event.id} what={words.eventId} />],
    ['State', <EventState key="state" event={event} />],
    ['Accepted', <Moment key="created" at={event.createdAt} />],
    ['Started', <Moment key="started" at={event.startedAt} never="Not yet" />],
    ['Ended', <Moment key="ended" at={event.completedAt} never="Not yet" />],
    [
      'Duration',
      <span key="duration" className="mono">
        {toDuration(event)}
      </span>,
    ],
    ...(place ? [more] : []),
  ];
}

function toRequesterFacts(event: ReadEvent): [string, React.ReactNode][] {
  const name = toStarterName(event);
  const { requestedByKey: key } = event;
  return [
    ...(name === null ? [] : ([[texts.events.startedBy, <bdi key="who">{name}</bdi>]] as [string, React.ReactNode][])),
    ...(key === null ? [] : ([[words.apiKey, <code key="key">{key}…</code>]] as [string, React.ReactNode][])),
  ];
}

interface ActionsProps {
  readonly event: EventPartsFragment;
  onChanged(): void;
}

/** Shows buttons that cancel a running operation or retry a failed add. */
function Actions({ event, onChanged }: ActionsProps) {
  const client = useClient();
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (attempt: Promise<{ readonly failure: Failure | null }>, done: string) => {
    setBusy(true);
    const { failure } = await attempt;
    setBusy(false);
    setMessage(failure?.message ?? null);
    if (failure) return;
    showToast(done);
    onChanged();
  };
  const input = { id: event.id };
  return (
    <>
      {message && (
        <Alert color="red" role="alert">
          {message}
        </Alert>
      )}
      <Group justify="flex-end">
        {isOpen(event.status) && canCancel(event) && (
          <Button
            color="red"
            variant="light"
            loading={isBusy}
            onClick={() => void run(runMutation(client, CancelEventDocument, { input }), texts.events.cancelled)}
          >
            {texts.events.cancel}
          </Button>
        )}
        {canRetry(event) && (
          <Button
            loading={isBusy}
            onClick={() => void run(runMutation(client, RetryEventDocument, { input }), texts.events.retried)}
          >
            {texts.events.retry}
          </Button>
        )}
      </Group>
    </>
  );
}
