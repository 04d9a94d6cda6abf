import { FailureAlert } from '../../components/failure-alert';
import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from '../../shell/routing';
import {
  CancelEventDocument,
  EventDocument,
  RetryEventDocument,
  type EventPartsFragment,
  type RequesterPartsFragment,
} from '../../api/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import type { Failure } from '../../api/failure';
import { useMutate } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { EventState, isOpen } from '../../components/event-state';
import { Facts, Json } from '../../components/facts';
import { Moment } from '../../components/moment';
import { SideDrawer } from '../../components/side-drawer';
import { showToast } from '../../components/toast';
import { useLiveEvent } from '../../components/use-live-event';
import { eventsTexts as words } from '../../texts/events';
import { canCancel, canRetry, getDuration, kindOf, toStarterName } from './event-kinds';

type ReadEvent = EventPartsFragment & RequesterPartsFragment;
type Fact = readonly [label: string, value: ReactNode];

interface Props {
  readonly id: string;
  readonly canWrite: boolean;
  onChanged(): void;
  onClose(): void;
}

/** Shows an operation live in the drawer, with its results or error. A running operation can be cancelled. */
export function EventDetails({ id, onClose, ...props }: Props) {
  const [result, again] = useFreshQuery(EventDocument, { id });
  return (
    <SideDrawer label={words.event} top={<b>{words.event}</b>} onClose={onClose}>
      <Answer result={result} retry={again}>
        {({ event }) => <Live asRead={event} {...props} onChanged={() => (again(), props.onChanged())} />}
      </Answer>
    </SideDrawer>
  );
}

function Live({ asRead, canWrite, onChanged }: Omit<Props, 'id' | 'onClose'> & { asRead: ReadEvent }) {
  const event = useLiveEvent(asRead, onChanged) ?? asRead;
  return (
    <>
      <section>
        <h2 className="drawer-title">{kindOf(event)}</h2>
        <EventState event={event} />
        {event.error && (
          <p className={event.status === 'FAILED' ? 'note' : 'note quiet'} dir="auto">
            {event.error}
          </p>
        )}
      </section>
      <section>
        <Facts rows={[...toFacts(event), ...toRequesterFacts(asRead)]} />
        {canWrite && <Actions event={event} onChanged={onChanged} />}
      </section>
      {event.results != null && !isEmpty(event.results) && (
        <section aria-label={words.results}>
          <h3>{words.results}</h3>
          <Json value={event.results} label={words.results} />
        </section>
      )}
    </>
  );
}

const isEmpty = (results: unknown) => Array.isArray(results) && results.length === 0;

function toFacts(event: EventPartsFragment): Fact[] {
  const place = event.type === 'EXPORT' ? 'exports' : event.type.startsWith('DELETE') ? 'deletions' : null;
  return [
    [words.id, <CopyableId key="id" id={event.id} what={words.eventId} />],
    [words.accepted, <Moment key="created" at={event.createdAt} hasSeconds />],
    [words.started, <Moment key="started" at={event.startedAt} never={words.notYet} hasSeconds />],
    [words.ended, <Moment key="ended" at={event.completedAt} never={words.notYet} hasSeconds />],
    [
      words.duration,
      <span key="duration" className="mono">
        {getDuration(event)}
      </span>,
    ],
    [
      words.related,
      place && (
        <Link key="related" to={`/${place}`}>
          {words[place]}
        </Link>
      ),
    ],
  ];
}

function toRequesterFacts(event: ReadEvent): Fact[] {
  const name = toStarterName(event);
  const { requestedByKey: key } = event;
  return [
    [words.startedBy, name && <bdi key="who">{name}</bdi>],
    [words.apiKey, key && <code key="key">{key}…</code>],
  ];
}

/** Shows buttons that cancel a running operation or retry a failed add. */
function Actions({ event, onChanged }: { event: EventPartsFragment; onChanged: () => void }) {
  const mutate = useMutate();
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
      <FailureAlert message={message} />
      <Group mt="sm">
        {isOpen(event.status) && canCancel(event) && (
          <Button
            color="red"
            variant="light"
            loading={isBusy}
            onClick={() => void run(mutate(CancelEventDocument, input), words.cancelled)}
          >
            {words.cancel}
          </Button>
        )}
        {canRetry(event) && (
          <Button loading={isBusy} onClick={() => void run(mutate(RetryEventDocument, input), words.retried)}>
            {words.retry}
          </Button>
        )}
      </Group>
    </>
  );
}
