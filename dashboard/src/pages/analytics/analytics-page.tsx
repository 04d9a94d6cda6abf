import { useState } from 'react';
import { FieldUsageDocument, ProjectStatisticsDocument, type FieldUsageQuery } from '../../api/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { Badge } from '../../components/badge';
import { FilterBar } from '../../components/filter-bar';
import { toCount } from '../../components/format';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { PageHeader } from '../../components/page-header';
import { PlainButton } from '../../components/plain-button';
import { Section } from '../../components/section';
import { Segments } from '../../components/segments';
import type { Column } from '../../components/table-model';
import { toValue } from '../../components/url-params';
import { useUrlFilters } from '../../components/use-url-filters';
import { useViewer } from '../../session/session';
import { useIsOwnLog } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { analyticsTexts as words } from '../../texts/analytics';
import { CallStatistics } from './call-statistics';
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
  const hours = toValue(params.get('range'), windows, '24');
  const scope = toValue(params.get('scope'), scopes, 'project');
  return (
    <>
      <PageHeader title={words.analytics} description={isOwn ? words.ownOnly : words.description}>
        <Segments label={words.scope} choices={scopes} value={scope} onChange={(value) => change({ scope: value })} />
        <Segments label={words.timeRange} choices={windows} value={hours} onChange={(range) => change({ range })} />
        <span className="meta t3">{words.utc}</span>
      </PageHeader>
      <CallStatistics key={`${hours} ${scope}`} hours={Number(hours)} projectId={scope === 'all' ? null : projectId} />
      {projectId !== null && <ProjectFigures key={projectId} projectId={projectId} />}
      {isAdmin && <FieldUsage />}
    </>
  );
}

/** Shows what the project contains and how it is used. */
function ProjectFigures({ projectId }: { projectId: string }) {
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

type Usage = FieldUsageQuery['fieldUsage'][number];

const days = 30;
const few = 10;
const choices = [
  { value: 'all', label: words.allFields },
  { value: 'deprecated', label: words.deprecated },
];

/** Shows which fields of the GraphQL schema clients select, so that an admin can tell whether a deprecated one may go. */
function FieldUsage() {
  const { params, change } = useUrlFilters();
  const [showsAll, setShowsAll] = useState(false);
  const deprecatedOnly = params.get('fields') === 'deprecated';
  const [result, read] = useFreshQuery(FieldUsageDocument, { days, field: params.get('field'), deprecatedOnly });
  return (
    <Section
      title={words.fieldUsage}
      description={words.fieldUsageHint(days)}
      actions={
        <Segments
          label={words.fieldUsage}
          choices={choices}
          value={deprecatedOnly ? 'deprecated' : 'all'}
          onChange={(fields) => change({ fields })}
        />
      }
    >
      <FilterBar fields={[{ name: 'field', label: words.field, hint: words.fieldExample }]} />
      <Answer result={result} retry={read}>
        {({ fieldUsage: rows }) =>
          rows.length === 0 ? (
            <p className="t3">{deprecatedOnly ? words.noDeprecatedFields : words.noFieldUsage}</p>
          ) : (
            <>
              <ListTable
                label={words.fieldUsage}
                minWidth={620}
                columns={columns}
                rows={showsAll ? rows : rows.slice(0, few)}
                keyOf={({ field }) => field}
              />
              {rows.length > few && (
                <PlainButton
                  look="ghost sm"
                  label={showsAll ? words.showFewer : words.showAllCount(rows.length)}
                  onClick={() => setShowsAll(!showsAll)}
                />
              )}
            </>
          )
        }
      </Answer>
    </Section>
  );
}

const clientsShown = 3;

function toClientList(clients: Usage['clients']): string {
  const names = clients
    .slice(0, clientsShown)
    .map(({ client, operationCount }) => `${client} ${toCount(operationCount)}`);
  const more = clients.length - names.length;
  return [...names, ...(more > 0 ? [words.moreClients(more)] : [])].join(', ');
}

const columns: readonly Column<Usage>[] = [
  {
    key: 'field',
    label: words.field,
    style: breakAnywhere,
    cell: ({ field, deprecationReason }) => (
      <>
        <span className="mono">{field}</span>{' '}
        {deprecationReason !== null && (
          <span title={deprecationReason}>
            <Badge>{words.deprecated}</Badge>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'operations',
    label: words.operations,
    isNumeric: true,
    cell: ({ operationCount }) => toCount(operationCount),
  },
  { key: 'clients', label: words.clients, style: breakAnywhere, cell: ({ clients }) => toClientList(clients) },
  { key: 'lastDay', label: words.lastUsed, cell: ({ days: used }) => used.at(-1)?.day ?? words.never },
];
