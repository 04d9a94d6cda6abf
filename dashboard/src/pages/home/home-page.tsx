import { useState } from 'react';
import { useQuery } from 'urql';
import {
  ProjectStatisticsDocument,
  RequestLogStatisticsDocument,
  RequestLogTotalsDocument,
} from '../../../../client/generated/graphql';
import { useFreshQuery, useRepeatableQuery } from '../../api/use-fresh-query';
import { clientName } from '../../api/client-name';
import { Answer } from '../../components/answer';
import { PageHeader } from '../../components/page-header';
import { Segments } from '../../components/segments';
import { useUrlFilters } from '../../components/use-url-filters';
import { useIsOwnLog } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { Attention } from './attention';
import { GrowthChart } from './growth-chart';
import { Health } from './health';
import { HomeCharts } from './home-charts';
import { Kpis } from './kpis';
import { NextSteps } from './next-steps';
import { QuickActions } from './quick-actions';
import { RecentQueries } from './recent-queries';
import { homeTexts as words } from '../../texts/home';

const ranges = [
  { value: '1', label: '1 h' },
  { value: '24', label: '24 h' },
  { value: '168', label: '7 d' },
] as const;

type Hours = (typeof ranges)[number]['value'];

/** Shows requests, latency, memories, and what needs attention. */
export function HomePage() {
  const { params, change } = useUrlFilters();
  const hours = ranges.find(({ value }) => value === params.get('range'))?.value ?? '24';
  return (
    <>
      <PageHeader title={words.title}>
        <Segments label={words.timeRange} choices={ranges} value={hours} onChange={(range) => change({ range })} />
        <span className="meta t3">{words.utc}</span>
      </PageHeader>
      <QuickActions />
      <Health />
      <HomeContent key={hours} hours={hours} />
    </>
  );
}

function HomeContent({ hours }: { hours: Hours }) {
  const { projectId } = useProject();
  const rangeMs = Number(hours) * 3_600_000;
  const [startMs] = useState(() => Date.now() - rangeMs);
  const since = new Date(startMs).toISOString();
  const [result, read] = useFreshQuery(RequestLogStatisticsDocument, {
    projectId,
    filter: { since, exceptClients: [clientName] },
  });
  // The log may not reach back two weeks.
  const formerName = hours === '168' ? null : words.before[hours];
  const [former] = useQuery({
    query: RequestLogTotalsDocument,
    pause: formerName === null,
    variables: {
      projectId,
      filter: { since: new Date(startMs - rangeMs).toISOString(), until: since, exceptClients: [clientName] },
    },
  });
  const [counts, readCounts] = useRepeatableQuery(
    ProjectStatisticsDocument,
    { projectId, withGrowth: true },
    { pause: projectId === null },
  );
  const isOwn = useIsOwnLog(projectId);
  const memories = counts.data?.projectStatistics;
  return (
    <>
      <div className="home-figures">
        <Answer result={result} retry={read}>
          {({ requestLogStatistics }) => (
            <>
              <Kpis
                statistics={requestLogStatistics}
                former={
                  former.data && formerName !== null
                    ? { ...former.data.requestLogStatistics.overall, name: formerName }
                    : undefined
                }
                memories={memories}
                isOwn={isOwn}
              />
              <HomeCharts statistics={requestLogStatistics} />
            </>
          )}
        </Answer>
      </div>
      <div className="grid g53" style={{ marginBottom: 16 }}>
        <Attention />
        {memories?.growth && <GrowthChart growth={memories.growth} />}
      </div>
      <div className="grid g53">
        {memories && projectId !== null && (
          <NextSteps projectId={projectId} isEmpty={memories.memoryCount === 0} onChanged={readCounts} />
        )}
        <RecentQueries />
      </div>
    </>
  );
}
