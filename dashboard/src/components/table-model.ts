import {
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Cell,
  type ColumnDef,
  type ColumnVisibilityState,
  type Header,
  type OnChangeFn,
  type RowSelectionState,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, type CSSProperties, type ReactNode } from 'react';

/** A column of a `DataTable` or `ListTable`. */
export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  /** Width in pixels. Without it, the column takes the remaining space. */
  readonly width?: number;
  readonly isNumeric?: boolean;
  /** Direction of the first click on the header. Without it, the header does not sort. */
  readonly sort?: 'ascending' | 'descending';
  /** Hides the column on tablets, where the others need the space. Rows of some lines show it. */
  readonly isWide?: boolean;
  /** Shows the label to screen readers only. */
  readonly isLabelHidden?: boolean;
  /** Style of the cells in a `ListTable`. */
  readonly style?: CSSProperties;
  cell(row: Row): ReactNode;
}

/** The part of a column that the markup needs. */
export type ColumnMeta = Pick<Column<never>, 'label' | 'width' | 'isNumeric' | 'isWide' | 'isLabelHidden' | 'style'>;

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: {} as ColumnMeta,
});
type Features = typeof features;

/** State of a table that its page controls. */
interface TableState {
  readonly columnVisibility?: ColumnVisibilityState;
  readonly sorting?: SortingState;
  readonly rowSelection?: RowSelectionState;
}

export interface TableInput<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly state?: TableState;
  keyOf(row: Row): string;
  /** Makes the headers of columns with `sort` buttons. The server sorts the rows. */
  readonly onSort?: OnChangeFn<SortingState>;
  readonly onSelect?: OnChangeFn<RowSelectionState>;
}

const noState: TableState = {};

/** Builds the TanStack table of the rows: its visible columns, their sort order, and the selected rows. */
export function useTableModel<Row extends object>({
  columns,
  rows,
  state = noState,
  keyOf,
  onSort,
  onSelect,
}: TableInput<Row>) {
  return useTable<Features, Row>({
    features,
    columns: useMemo(() => columns.map(toDefinition), [columns]),
    data: rows,
    state,
    getRowId: keyOf,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    enableSorting: onSort !== undefined,
    ...(onSort && { onSortingChange: onSort }),
    ...(onSelect && { onRowSelectionChange: onSelect }),
  });
}

export type TableModel<Row extends object> = ReturnType<typeof useTableModel<Row>>;
export type HeaderModel<Row extends object> = Header<Features, Row>;

function toDefinition<Row extends object>(column: Column<Row>): ColumnDef<Features, Row> {
  const { key, label, width, isNumeric, isWide, isLabelHidden, style, sort } = column;
  return {
    id: key,
    header: label,
    accessorFn: (row) => row,
    enableSorting: sort !== undefined,
    sortDescFirst: sort === 'descending',
    cell: ({ row }) => column.cell(row.original),
    meta: {
      label,
      ...(width !== undefined && { width }),
      ...(isNumeric && { isNumeric }),
      ...(isWide && { isWide }),
      ...(isLabelHidden && { isLabelHidden }),
      ...(style && { style }),
    },
  };
}

/** Calls the column's `cell`. As a component, it would lose its state whenever the page defines its columns again. */
export function renderCell<Row extends object>(cell: Cell<Features, Row>): ReactNode {
  const render = cell.column.columnDef.cell;
  return typeof render === 'function' ? (render(cell.getContext()) as ReactNode) : null;
}

/** Returns `aria-sort` of a header, or undefined if the rows are not sorted by its column. */
export function toAriaSort<Row extends object>({ column }: HeaderModel<Row>): 'ascending' | 'descending' | undefined {
  const sorted = column.getIsSorted();
  return sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending';
}
