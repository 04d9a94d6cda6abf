import { Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { PhoneRows } from './phone-rows';
import { SortButton } from './sort-button';
import { renderCell, toAriaSort, useTableModel, type TableInput } from './table-model';

interface Props<Row> extends TableInput<Row> {
  readonly label?: string;
  /** Width below which the table scrolls sideways, except on phones. */
  readonly minWidth: number;
}

/** Style of cells whose long words may break. */
export const breakAnywhere = { overflowWrap: 'anywhere' } as const;

/** Shows a page of rows as a table, on phones as rows of some lines. Long lists that load on scroll use `DataTable`. */
export function ListTable<Row extends object>({ label, minWidth, ...input }: Props<Row>) {
  const table = useTableModel(input);
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  if (isPhone) return <PhoneRows table={table} input={input} label={label} />;
  return (
    <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={{ offsetScrollbars: false }}>
      <Table highlightOnHover verticalSpacing="xs" {...(label !== undefined && { 'aria-label': label })}>
        <Table.Thead>
          <Table.Tr>
            {table.getHeaderGroups()[0]?.headers.map((header) => {
              const { width, isNumeric } = header.column.columnDef.meta ?? {};
              return (
                <Table.Th key={header.id} w={width} ta={isNumeric ? 'right' : undefined} aria-sort={toAriaSort(header)}>
                  <SortButton header={header} />
                </Table.Th>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.getRowModel().rows.map((row) => (
            <Table.Tr key={row.id}>
              {row.getVisibleCells().map((cell) => {
                const { style, isNumeric } = cell.column.columnDef.meta ?? {};
                return (
                  <Table.Td key={cell.id} ta={isNumeric ? 'right' : undefined} style={style}>
                    {renderCell(cell)}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
