import { useCallback, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { useNavigate } from '../../shell/routing';
import { FilterBar, type FilterField } from '../../components/filter-bar';
import { LiveBadge } from '../../components/live-badge';
import { PageHeader } from '../../components/page-header';
import { toChoice } from '../../components/url-params';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProjectPermission } from '../../shell/permissions';
import { useViewer } from '../../session/session';
import { useProject } from '../../shell/project';
import { commonTexts } from '../../texts/common';
import { eventsTexts as words } from '../../texts/events';
import { EventDetails } from './event-details';
import { eventKinds, eventStates } from './event-kinds';
import { EventList } from './event-list';

const fields: readonly FilterField[] = [
  {
    name: 'status',
    label: words.status,
    choices: eventStates.map((value) => ({ value, label: commonTexts.eventStates[value] })),
  },
  { name: 'type', label: words.type, choices: eventKinds.map((value) => ({ value, label: words.kinds[value] })) },
  { name: 'by', label: words.startedBy, choices: [{ value: 'me', label: words.me }] },
];

/** Shows asynchronous operations. The URL stores the filters and the open operation. */
export function EventsPage() {
  const { projectId } = useProject();
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const { '*': openId } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { params } = useUrlFilters();
  const { user } = useViewer();
  const filter = {
    status: toChoice(params.get('status'), eventStates, null),
    type: toChoice(params.get('type'), eventKinds, null),
    requestedById: user && params.get('by') === 'me' ? user.id : null,
  };
  const [changes, setChanges] = useState(0);
  const refresh = useCallback(() => setChanges((count) => count + 1), []);
  return (
    <div className={openId ? 'with-drawer' : undefined}>
      <PageHeader title={words.events} description={words.description} badge={<LiveBadge refused={null} />} />
      <FilterBar fields={user ? fields : fields.slice(0, 2)} />
      <EventList
        key={JSON.stringify([projectId, filter])}
        projectId={projectId}
        filter={filter}
        changes={changes}
        openId={openId || null}
        open={(id) => void navigate(`/events/${id}${search}`)}
      />
      {openId && (
        <EventDetails
          key={openId}
          id={openId}
          canWrite={canWrite}
          onChanged={refresh}
          onClose={() => void navigate(`/events${search}`)}
        />
      )}
    </div>
  );
}
