import { Alert, Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from '../../shell/routing';
import { useClient, useQuery } from 'urql';
import { CancelEventDocument, EventDocument, type EventPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { EventState, isOpen } from '../../components/event-state';
import { Facts, Json } from '../../components/facts';
import { Moment } from '../../components/moment';
import { useLiveEvent } from '../../components/use-live-event';
import { canCancel, kindOf, toDuration } from './event-kinds';
import { showToast } from '../../components/toast';

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

function Live({ asRead, canWrite, onChanged }: Omit<Props, 'id'> & { asRead: EventPartsFragment }) {
  const event = useLiveEvent(asRead, onChanged) ?? asRead;
  return (
    <Stack>
      <Facts rows={factsOf(event)} />
      {event.error && <Alert color={event.status === 'FAILED' ? 'red' : 'gray'}>{event.error}</Alert>}
      {event.results != null && (
        <section aria-label="Results">
          <Title order={2} mb="xs">
            Results
          </Title>
          <Json value={event.results} label="Results" />
        </section>
      )}
      {canWrite && isOpen(event.status) && canCancel(event) && <Cancel id={event.id} onCancelled={onChanged} />}
    </Stack>
  );
}

function factsOf(event: EventPartsFragment): [string, React.ReactNode][] {
  const place = event.type === 'EXPORT' ? 'exports' : event.type.startsWith('DELETE') ? 'deletions' : null;
  const more: [string, React.ReactNode] = [
    'More',
    <Anchor key="more" component={Link} to={`/${place}`} size="sm">
      {place === 'exports' ? 'Exports' : 'Deletions'}
    </Anchor>,
  ];
  return [
    ['Kind', kindOf(event)],
    ['Id', <CopyableId key="id" id={event.id} what="id of the event" />],
    ['State', <EventState key="state" event={event} />],
    ['Accepted', <Moment key="created" at={event.createdAt} />],
    ['Begun', <Moment key="started" at={event.startedAt} never="not yet" />],
    ['Ended', <Moment key="ended" at={event.completedAt} never="not yet" />],
    [
      'Duration',
      <span key="duration" className="mono">
        {toDuration(event)}
      </span>,
    ],
    ...(place ? [more] : []),
  ];
}

function Cancel({ id, onCancelled }: { id: string; onCancelled: () => void }) {
  const client = useClient();
  const [message, setMessage] = useState<string | null>(null);
  const cancel = async () => {
    const { failure } = await runMutation(client, CancelEventDocument, { input: { id } });
    setMessage(failure?.message ?? null);
    if (failure) return;
    showToast('Cancelled.');
    onCancelled();
  };
  return (
    <>
      {message && (
        <Alert color="red" role="alert">
          {message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button color="red" variant="light" onClick={() => void cancel()}>
          Cancel
        </Button>
      </Group>
    </>
  );
}
