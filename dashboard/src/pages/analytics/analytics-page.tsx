import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { PageHeader } from '../../components/page-header';
import { useProject } from '../../shell/project';
import { CallStatistics } from './call-statistics';
import { ProjectFigures } from './project-figures';

const windows = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
];
const reaches = [
  { value: 'project', label: 'This project' },
  { value: 'all', label: 'All projects' },
];

/** Shows API usage, latency, and what the project contains. */
export function AnalyticsPage() {
  const { projectId } = useProject();
  const [hours, setHours] = useState('24');
  const [reach, setReach] = useState('all');
  return (
    <>
      <PageHeader title="Analytics" description="API usage and latency, without the requests of this dashboard.">
        <SegmentedControl aria-label="Scope" size="xs" data={reaches} value={reach} onChange={setReach} />
        <SegmentedControl aria-label="Time range" size="xs" data={windows} value={hours} onChange={setHours} />
      </PageHeader>
      <CallStatistics key={`${hours} ${reach}`} hours={Number(hours)} projectId={reach === 'all' ? null : projectId} />
      <ProjectFigures key={projectId} projectId={projectId} />
    </>
  );
}
