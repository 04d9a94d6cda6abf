import { Code, Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows labels with their values, one per line. */
export function Facts({
  rows,
  labelWidth = 120,
}: {
  rows: readonly (readonly [label: string, value: ReactNode])[];
  labelWidth?: number;
}) {
  return (
    <Table variant="vertical" withTableBorder layout="fixed">
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th w={labelWidth}>{label}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Shows a value as formatted JSON. */
export function Json({ value, label }: { value: unknown; label?: string }) {
  return (
    <Code
      block
      aria-label={label}
      tabIndex={0}
      mah={360}
      style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
