import { PageHeader } from '../../components/page-header';
import { Segments } from '../../components/segments';
import { useUrlFilters } from '../../components/use-url-filters';
import { useIsOwnLog } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { useViewer } from '../../session/session';
import { CallStatistics } from './call-statistics';
import { FieldUsage } from './field-usage';
import { analyticsTexts as words } from '../../texts/analytics';
import { ProjectStatisticsDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { toCount } from '../../components/format';
import { Section } from '../../components/section';
import { Figures } from './figures';

const windows = [
  { value: '1', label: words.oneHour },
  { value: '24', label: words.lastDay },
  { value: '168', label: words.lastWeek },
];
const scopes = [
  { value: 'project', label: words.thisProject },
  { value: 'all', label: words.allProjects },
];

/** Shows API usage, latency, and what the project contains. */
export function AnalyticsPage() {
  const { projectId } = useProject();
  const { isAdmin } = useViewer();
  const isOwn = useIsOwnLog(projectId);
  const { params, change } = useUrlFilters();
  const hours = windows.find(({ value }) => value === params.get('range'))?.value ?? '24';
  const scope = scopes.find(({ value }) => value === params.get('scope'))?.value ?? 'project';
  return (
    <>
      <PageHeader title={words.analytics} description={isOwn ? words.ownOnly : words.description}>
        <Segments label={words.scope} choices={scopes} value={scope} onChange={(value) => change({ scope: value })} />
        <Segments label={words.timeRange} choices={windows} value={hours} onChange={(range) => change({ range })} />
        <span className="meta t3">{words.utc}</span>
      </PageHeader>
      <CallStatistics key={`${hours} ${scope}`} hours={Number(hours)} projectId={scope === 'all' ? null : projectId} />
      <ProjectFigures key={projectId} projectId={projectId} />
      {isAdmin && <FieldUsage />}
    </>
  );
}

/** Shows what the project contains and how it is used. */
function ProjectFigures({ projectId }: { projectId: string | null }) {
  const [result, read] = useFreshQuery(ProjectStatisticsDocument, { projectId });
  return (
    <Section title={words.thisProject} description={words.memoryTotalsHint}>
      <Answer result={result} retry={read}>
        {({ projectStatistics: { feedback, ...counts } }) => {
          const figures: [string, number][] = [
            [words.memories, counts.memoryCount],
            [words.users, counts.userCount],
            [words.agents, counts.agentCount],
            [words.apps, counts.appCount],
            [words.runs, counts.runCount],
            [words.userMemoryCount, counts.userMemoryCount],
            [words.agentMemoryCount, counts.agentMemoryCount],
            [words.appMemoryCount, counts.appMemoryCount],
            [words.runMemoryCount, counts.runMemoryCount],
            [words.adds, counts.addCount],
            [words.retrievals, counts.retrievalCount],
            [words.apiRetrievals, counts.apiRetrievalCount],
            [words.positiveFeedback, feedback.positiveCount],
            [words.negativeFeedback, feedback.negativeCount],
            [words.veryNegative, feedback.veryNegativeCount],
          ];
          return <Figures figures={figures.map(([label, value]) => [label, toCount(value)] as const)} />;
        }}
      </Answer>
    </Section>
  );
}
