import { SegmentedControl } from '@mantine/core';
import { PageHeader } from '../../components/page-header';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProject } from '../../shell/project';
import { CallStatistics } from './call-statistics';
import { ProjectFigures } from './project-figures';

const windows = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
];
const scopes = [
  { value: 'project', label: 'This project' },
  { value: 'all', label: 'All projects' },
];

/** Shows API usage, latency, and what the project contains. */
export function AnalyticsPage() {
  const { projectId } = useProject();
  const { params, change } = useUrlFilters();
  const hours = windows.find(({ value }) => value === params.get('range'))?.value ?? '24';
  const scope = scopes.find(({ value }) => value === params.get('scope'))?.value ?? 'all';
  return (
    <>
      <PageHeader title="Analytics" description="API usage and latency, without the requests of this dashboard.">
        <SegmentedControl
          aria-label="Scope"
          size="xs"
          data={scopes}
          value={scope}
          onChange={(value) => change({ scope: value })}
        />
        <SegmentedControl
          aria-label="Time range"
          size="xs"
          data={windows}
          value={hours}
          onChange={(range) => change({ range })}
        />
        <span className="meta t3">UTC</span>
      </PageHeader>
      <CallStatistics key={`${hours} ${scope}`} hours={Number(hours)} projectId={scope === 'all' ? null : projectId} />
      <ProjectFigures key={projectId} projectId={projectId} />
    </>
  );
}
