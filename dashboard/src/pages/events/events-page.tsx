import { Drawer, Group, Select } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { useNavigate } from '../../shell/routing';
import type { EventStatus, EventType } from '../../../../client/generated/graphql';
import { PageHeader } from '../../components/page-header';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProjectPermission } from '../../shell/permissions';
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
  const [changes, setChanges] = useState(0);
  const refresh = useCallback(() => setChanges((count) => count + 1), []);
  const status = states.find(({ value }) => value === state)?.value || null;
  const kind = kinds.find(({ value }) => value === type)?.value || null;
  return (
    <>
      <PageHeader title={words.events} description={words.backgroundOperationsAddsImportsExports} />
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
      </Group>
      <EventList
        key={JSON.stringify([projectId, status, kind])}
        projectId={projectId}
        status={status}
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
