import { useState } from 'react';
import { useQuery } from 'urql';
import {
  ApiKeysDocument,
  ProjectStatisticsDocument,
  RequestLogStatisticsDocument,
  RequestLogTotalsDocument,
  type ProjectPermission,
} from '../../api/graphql';
import { clientName } from '../../api/client-name';
import { useFreshQuery, useRepeatableQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import {
  Columns3Icon,
  DownloadIcon,
  PlusIcon,
  RefreshCwIcon,
  UploadIcon,
  UserPlusIcon,
  type Icon,
} from '../../components/icons';
import { PageHeader } from '../../components/page-header';
import { withoutReplaced } from '../../components/replaced-keys';
import { Segments } from '../../components/segments';
import { useUrlFilters } from '../../components/use-url-filters';
import { useOwnStorage } from '../../session/own-storage';
import { useViewer } from '../../session/session';
import { useIsOwnLog, useProjectPermissions } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { Link } from '../../shell/routing';
import { homeTexts as words } from '../../texts/home';
import { isQuery, readHistory } from '../explorer/operation-history';
import { Attention } from './attention';
import { GrowthChart } from './growth-chart';
import { Health } from './health';
import { HomeCharts } from './home-charts';
import { Kpis } from './kpis';
import { NextSteps } from './next-steps';

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
      <PageHeader title={words.home}>
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

const quickActionsWords = words.quickActions;

interface Action {
  readonly to: string;
  readonly label: string;
  readonly icon: Icon;
  /** Permission in the project without which the action is not shown. Admins see every action. */
  readonly permission?: ProjectPermission;
}

const inProject: readonly Action[] = [
  { to: '/memories?add=1', label: quickActionsWords.addMemory, icon: PlusIcon, permission: 'MEMORY_WRITE' },
  { to: '/import', label: quickActionsWords.import, icon: UploadIcon, permission: 'MEMORY_WRITE' },
  { to: '/exports?new=1', label: quickActionsWords.export, icon: DownloadIcon, permission: 'EXPORT_WRITE' },
  {
    to: '/project?add=1',
    label: quickActionsWords.inviteMember,
    icon: UserPlusIcon,
    permission: 'PROJECT_MEMBER_WRITE',
  },
];

/** Links to frequent tasks. Each opens the dialog or field that the task starts with. */
function QuickActions() {
  const { isAdmin } = useViewer();
  const { projectId } = useProject();
  const permissions = useProjectPermissions(projectId);
  const [keys] = useQuery({ query: ApiKeysDocument, variables: { first: 100 } });
  const oldest = withoutReplaced(keys.data?.apiKeys.edges.map(({ node }) => node) ?? []).toSorted((a, b) =>
    a.createdAt.localeCompare(b.createdAt),
  )[0];
  const allowed = inProject.filter(({ permission }) => isAdmin || (permission && permissions.includes(permission)));
  const actions: readonly Action[] = [
    ...(projectId === null ? [] : allowed),
    ...(oldest
      ? [{ to: `/api-keys?rotate=${oldest.id}`, label: quickActionsWords.rotateKey, icon: RefreshCwIcon }]
      : []),
    ...(isAdmin
      ? [{ to: '/configuration?edit=instructions', label: quickActionsWords.compareInstructions, icon: Columns3Icon }]
      : []),
  ];
  if (actions.length === 0) return null;
  return (
    <nav className="row wrap quick" aria-label={quickActionsWords.title}>
      {actions.map(({ to, label, icon: Sign }) => (
        <Link key={to} className="btn" to={to}>
          <Sign size={14} strokeWidth={1.5} />
          {label}
        </Link>
      ))}
    </nav>
  );
}

const mostShown = 5;

/** Lists the queries that the viewer ran last in the Explorer. A choice opens the Explorer and runs the query again. */
function RecentQueries() {
  const storage = useOwnStorage();
  const [queries] = useState(() => readHistory(storage).filter(isQuery).slice(0, mostShown));
  if (queries.length === 0) return null;
  return (
    <section className="card" aria-label={words.recentQueries}>
      <header style={{ paddingBottom: 12 }}>
        <h2>{words.recentQueries}</h2>
      </header>
      <ul className="att">
        {queries.map((operation) => (
          <li key={operation.query + operation.variables} style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}>
            <div style={{ minWidth: 0 }}>
              <bdi>{operation.name}</bdi>
              <p className="meta t3 mono trunc" dir="auto">
                {operation.query.replaceAll(/\s+/g, ' ')}
              </p>
            </div>
            <Link to="/explorer" state={{ operation }} aria-label={words.runQueryNamed(operation.name)}>
              {words.run}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
