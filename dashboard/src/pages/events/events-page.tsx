import { Drawer, Group, Select } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { useNavigate } from '../../shell/routing';
import type { EventStatus, EventType } from '../../../../client/generated/graphql';
import { PageHeader } from '../../components/page-header';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProjectPermission } from '../../shell/permissions';
import { useViewer } from '../../session/session';
import { useProject } from '../../shell/project';
import { EventDetails } from './event-details';
import { eventKinds } from './event-kinds';
import { EventList } from './event-list';
import { eventsTexts as words } from '../../texts/events';

const states: { value: EventStatus | ''; label: string }[] = [
  { value: '', label: words.allStatuses },
  { value: 'PENDING', label: words.pending },
  { value: 'RUNNING', label: words.running },
  { value: 'SUCCEEDED', label: words.done },
  { value: 'FAILED', label: words.failed },
  { value: 'CANCELLED', label: words.cancelled },
];
const kinds = [
  { value: '', label: words.allTypes },
  ...Object.entries(eventKinds).map(([value, label]) => ({ value, label })),
];

const requesters = [
  { value: '', label: words.anyone },
  { value: 'me', label: words.me },
];

/** Shows asynchronous operations. The URL stores the filters and the open operation. */
export function EventsPage() {
  const { projectId } = useProject();
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const { '*': openId } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { params, change } = useUrlFilters();
  const state = params.get('status') ?? '';
  const type = params.get('type') ?? '';
  const { user } = useViewer();
  const requestedById = user && params.get('by') === 'me' ? user.id : null;
  const [changes, setChanges] = useState(0);
  const refresh = useCallback(() => setChanges((count) => count + 1), []);
  const status = states.find(({ value }) => value === state)?.value || null;
  const kind = kinds.find(({ value }) => value === type)?.value || null;
  return (
    <>
      <PageHeader title={words.events} description={words.description} />
      <Group mb="md">
        <Select
          aria-label={words.status}
          data={states}
          value={state}
          onChange={(value) => change({ status: value })}
          allowDeselect={false}
          w={150}
        />
        <Select
          aria-label={words.type}
          data={kinds}
          value={type}
          onChange={(value) => change({ type: value })}
          allowDeselect={false}
          w={210}
        />
        {user && (
          <Select
            aria-label={words.startedByFilter}
            data={requesters}
            value={requestedById ? 'me' : ''}
            onChange={(value) => change({ by: value })}
            allowDeselect={false}
            w={180}
          />
        )}
      </Group>
      <EventList
        key={JSON.stringify([projectId, status, kind, requestedById])}
        projectId={projectId}
        status={status}
        requestedById={requestedById}
        changes={changes}
        type={kind as EventType | null}
        open={(id) => void navigate(`/events/${id}${search}`)}
      />
      <Drawer
        opened={Boolean(openId)}
        onClose={() => void navigate(`/events${search}`)}
        position="right"
        size="lg"
        title={words.event}
      >
        {openId && <EventDetails key={openId} id={openId} canWrite={canWrite} onChanged={refresh} />}
      </Drawer>
    </>
  );
}
