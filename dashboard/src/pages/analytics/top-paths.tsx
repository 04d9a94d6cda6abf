import { Badge, Button, Table } from '@mantine/core';
import { useState } from 'react';
import type { RequestLogStatisticsQuery } from '../../../../client/generated/graphql';
import { Section } from '../../components/section';
import { Link } from '../../shell/routing';
import { milliseconds, percent } from './figures';

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
    <Section title="Top endpoints">
      <Table.ScrollContainer minWidth={620}>
        <Table verticalSpacing={6} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {['Method', 'Path', 'Requests', 'Success', 'Average', 'p95'].map((title) => (
                <Table.Th key={title}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(showsAll ? paths : paths.slice(0, few)).map(
              ({ method, path, requests, successRate, averageMs, p95Ms }) => (
                <Table.Tr key={`${method} ${path}`}>
                  <Table.Td>
                    <Badge variant="light" color="gray" radius="sm">
                      {method}
                    </Badge>
                  </Table.Td>
                  <Table.Td maw={320}>
                    <Link className="mono" to={`/requests?${new URLSearchParams({ ...range, method, path })}`}>
                      {path}
                    </Link>
                  </Table.Td>
                  <Table.Td>{requests.toLocaleString()}</Table.Td>
                  <Table.Td>{percent(successRate)}</Table.Td>
                  <Table.Td>{milliseconds(averageMs)}</Table.Td>
                  <Table.Td>{milliseconds(p95Ms)}</Table.Td>
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {paths.length > few && (
        <Button size="xs" variant="subtle" mt="xs" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${paths.length}`}
        </Button>
      )}
    </Section>
  );
}
