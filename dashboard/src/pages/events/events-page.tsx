import { Drawer, Group, Select } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import { useNavigate } from '../../shell/routing';
import type { EventStatus, EventType } from '../../../../client/generated/graphql';
import { PageHeader } from '../../components/page-header';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { EventDetails } from './event-details';
import { eventKinds } from './event-kinds';
import { EventList } from './event-list';

const states: { value: EventStatus | ''; label: string }[] = [
  { value: '', label: 'All statuses' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'RUNNING', label: 'Running' },
  { value: 'SUCCEEDED', label: 'Done' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'CANCELLED', label: 'Cancelled' },
];
const kinds = [
  { value: '', label: 'All types' },
  ...Object.entries(eventKinds).map(([value, label]) => ({ value, label })),
];

/** Shows asynchronous operations, or the details of the one in the URL. */
export function EventsPage() {
  const { projectId } = useProject();
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const { '*': openId } = useParams();
  const navigate = useNavigate();
  const [state, setState] = useState('');
  const [type, setType] = useState('');
  const [changes, setChanges] = useState(0);
  const refresh = useCallback(() => setChanges((count) => count + 1), []);
  const status = states.find(({ value }) => value === state)?.value || null;
  return (
    <>
      <PageHeader title="Events" description="Background operations: adds, imports, exports and deletions." />
      <Group mb="md">
        <Select
          aria-label="Status"
          data={states}
          value={state}
          onChange={(value) => setState(value ?? '')}
          allowDeselect={false}
          w={150}
        />
        <Select
          aria-label="Type"
          data={kinds}
          value={type}
          onChange={(value) => setType(value ?? '')}
          allowDeselect={false}
          w={210}
        />
      </Group>
      <EventList
        key={JSON.stringify([projectId, status, type])}
        projectId={projectId}
        status={status}
        changes={changes}
        type={(type as EventType | '') || null}
        open={(id) => void navigate(`/events/${id}`)}
      />
      <Drawer
        opened={Boolean(openId)}
        onClose={() => void navigate('/events')}
        position="right"
        size="lg"
        title="Event"
      >
        {openId && <EventDetails key={openId} id={openId} canWrite={canWrite} onChanged={refresh} />}
      </Drawer>
    </>
  );
}
