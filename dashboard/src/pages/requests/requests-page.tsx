import { Badge, Group, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { RequestLogFilter } from '../../../../client/generated/graphql';
import { clientName } from '../../api/client-name';
import { PageHeader } from '../../components/page-header';
import { PastRequests } from './past-requests';
import { RequestFigures } from './request-figures';
import { LiveRequests } from './live-requests';

const kinds = [
  { value: '', label: 'All statuses' },
  { value: '2', label: '2xx: answered' },
  { value: '4', label: '4xx: refused' },
  { value: '5', label: '5xx: failed' },
];

/** Every call of the API: live as it is answered, or the past, page by page. */
export function RequestsPage() {
  const [isLive, setLive] = useState(true);
  const [showsOwn, setShowsOwn] = useState(false);
  const [statusClass, setStatusClass] = useState('');
  const [path, setPath] = useState('');
  const [pathPrefix] = useDebouncedValue(path.trim(), 300);
  const filter = useMemo<RequestLogFilter>(
    () => ({
      ...(!showsOwn && { exceptClients: [clientName] }),
      ...(statusClass && { statusClass: Number(statusClass) }),
      ...(pathPrefix && { pathPrefix }),
    }),
    [showsOwn, statusClass, pathPrefix],
  );
  const key = JSON.stringify(filter);
  return (
    <>
      <PageHeader title="Requests" description="Every call of the API, as it is answered.">
        {isLive && (
          <Badge color="teal" variant="dot" size="lg">
            Live
          </Badge>
        )}
        <Switch label="Live" checked={isLive} onChange={(event) => setLive(event.currentTarget.checked)} />
      </PageHeader>
      <RequestFigures key={String(showsOwn)} showsOwn={showsOwn} />
      <Group mb="md">
        <Select
          aria-label="Status"
          data={kinds}
          value={statusClass}
          onChange={(value) => setStatusClass(value ?? '')}
          allowDeselect={false}
          w={170}
        />
        <Switch
          label="Calls of dashboards too"
          checked={showsOwn}
          onChange={(event) => setShowsOwn(event.currentTarget.checked)}
        />
        <TextInput
          aria-label="Path begins with"
          placeholder="Path begins with, as /v3/"
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          w={260}
        />
      </Group>
      {isLive ? <LiveRequests key={key} filter={filter} /> : <PastRequests key={key} filter={filter} />}
    </>
  );
}
