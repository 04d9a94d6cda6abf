import { Table } from '@mantine/core';
import { SortButton } from './sort-button';
import { renderCell, toAriaSort, useTableModel, type TableInput } from './table-model';

interface Props<Row> extends TableInput<Row> {
  readonly label?: string;
  /** Width below which the table scrolls sideways. */
  readonly minWidth: number;
}

/** Style of cells whose long words may break. */
export const breakAnywhere = { overflowWrap: 'anywhere' } as const;

/** Shows a page of rows as a table. Long lists that load on scroll use `DataTable`. */
export function ListTable<Row extends object>({ label, minWidth, ...input }: Props<Row>) {
  const table = useTableModel(input);
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
