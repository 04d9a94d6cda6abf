import { Badge, Code, Table, Text } from '@mantine/core';
import type { RequestLogPartsFragment } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';

const statusColors: Readonly<Record<string, string>> = { 2: 'teal', 3: 'blue', 4: 'orange', 5: 'red' };
const authLabels: Readonly<Record<string, string>> = {
  API_KEY: 'API key',
  ADMIN_API_KEY: 'admin key',
  BEARER: 'session',
  DISABLED: 'off',
  NONE: 'none',
};

/** Calls as rows, the newest first. */
export function RequestTable({ calls }: { calls: readonly RequestLogPartsFragment[] }) {
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table highlightOnHover verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {['Time', 'Method', 'Path', 'Operation', 'Status', 'Latency', 'Auth'].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {calls.map((call) => (
            <Row key={call.id} call={call} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ call }: { call: RequestLogPartsFragment }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={call.createdAt} />
      </Table.Td>
      <Table.Td>
        <Badge variant="light" color="gray" radius="sm">
          {call.method}
        </Badge>
      </Table.Td>
      <Table.Td maw={320}>
        <Code style={{ overflowWrap: 'anywhere' }}>{call.path}</Code>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{call.operation ?? ''}</Text>
      </Table.Td>
      <Table.Td>
        <Badge variant="light" color={statusColors[String(call.statusCode)[0] ?? ''] ?? 'gray'}>
          {call.statusCode}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{call.latencyMs.toFixed(call.latencyMs < 10 ? 1 : 0)} ms</Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{call.keyPrefix ?? authLabels[call.authMode] ?? call.authMode}</Text>
      </Table.Td>
    </Table.Tr>
  );
}
