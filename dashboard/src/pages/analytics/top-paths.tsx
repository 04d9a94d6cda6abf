import { Button } from '@mantine/core';
import { Badge } from '../../components/badge';
import { useState } from 'react';
import type { RequestLogStatisticsQuery } from '../../../../client/generated/graphql';
import { ListTable } from '../../components/list-table';
import { Section } from '../../components/section';
import type { Column } from '../../components/table-model';
import { Link } from '../../shell/routing';
import { toCount, toMilliseconds, toPercent } from '../../components/format';
import { analyticsTexts as words } from '../../texts/analytics';

const few = 10;

interface Props {
  readonly paths: RequestLogStatisticsQuery['requestLogStatistics']['byPath'];
  /** Time range in the format of the Requests page's URL. */
  readonly range: { readonly since: string; readonly until: string };
}

/** Shows the paths with the most requests, as links to these requests. */
export function TopPaths({ paths, range }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Section title={words.topEndpoints}>
      <ListTable
        label={words.topEndpoints}
        minWidth={620}
        columns={toColumns(range)}
        rows={showsAll ? paths : paths.slice(0, few)}
        keyOf={({ method, path }) => `${method} ${path}`}
      />
      {paths.length > few && (
        <Button size="xs" variant="subtle" mt="xs" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? words.showFewer : words.showAllCount(paths.length)}
        </Button>
      )}
    </Section>
  );
}

const toColumns = (range: Props['range']): readonly Column<Props['paths'][number]>[] => [
  {
    key: 'method',
    label: words.method,
    cell: ({ method }) => <Badge>{method}</Badge>,
  },
  {
    key: 'path',
    label: words.path,
    style: { maxWidth: 320 },
    cell: ({ method, path }) => (
      <Link className="mono" to={`/requests?${new URLSearchParams({ ...range, method, path })}`}>
        {path}
      </Link>
    ),
  },
  { key: 'requests', label: words.requests, isNumeric: true, cell: ({ requestCount }) => toCount(requestCount) },
  { key: 'success', label: words.success, isNumeric: true, cell: ({ successRate }) => toPercent(successRate) },
  { key: 'average', label: words.average, isNumeric: true, cell: ({ averageMs }) => toMilliseconds(averageMs) },
  { key: 'p95', label: words.p95Short, isNumeric: true, cell: ({ p95Ms }) => toMilliseconds(p95Ms) },
];
