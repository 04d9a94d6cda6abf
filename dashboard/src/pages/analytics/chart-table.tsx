import { ScrollArea, Table, Text } from '@mantine/core';
import type { Series } from './time-chart';

/** The values of a chart, newest first; times without calls are left out. */
export function ChartTable({ title, slots, valueOf, format, unit }: Series) {
  const rows = slots
    .map((slot) => ({ start: slot.start, value: valueOf(slot) }))
    .filter(({ value }) => value !== null && value > 0)
    .reverse();
  if (rows.length === 0) return <Text size="sm">No calls.</Text>;
  return (
    <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, 'aria-label': title }}>
      <Table aria-label={title} verticalSpacing={4} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>From</Table.Th>
            <Table.Th ta="right">{unit}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ start, value }) => (
            <Table.Tr key={start.getTime()}>
              <Table.Td>{start.toLocaleString()}</Table.Td>
              <Table.Td ta="right">{format(value ?? 0)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
