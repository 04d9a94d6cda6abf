import {
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Cell,
  type ColumnDef,
  type Header,
  type OnChangeFn,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, type CSSProperties, type ReactNode } from 'react';

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
export type ColumnMeta = Omit<Column<never>, 'cell'>;

const features = tableFeatures({ rowSortingFeature, columnMeta: {} as ColumnMeta });
type Features = typeof features;

export interface Selection<Row> {
  /** Label of the checkbox that selects all loaded rows. */
  readonly allLabel: string;
  /** Selected rows by key. */
  readonly selected: Readonly<Record<string, boolean>>;
  onSelect(selected: Readonly<Record<string, boolean>>): void;
  labelOf(row: Row): string;
}

export interface TableInput<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Keys of columns that are not shown. */
  readonly hidden?: readonly string[];
  readonly rows: readonly Row[];
  /** Key of the open row. */
  readonly selected?: string | null;
  /** Adds a column with checkboxes. */
  readonly selection?: Selection<Row> | undefined;
  readonly sorting?: SortingState;
  /** Makes the headers of columns with `sort` buttons. The server sorts the rows. */
  readonly onSort?: OnChangeFn<SortingState>;
  /** Returns the key of a row. Default: its ID. */
  keyOf?(row: Row): string;
  onOpen?(row: Row): void;
}

/** Rows without an ID need `keyOf`. */
export type KeyedRows<Row> = Row extends { readonly id: string } ? unknown : { keyOf(row: Row): string };

export const toId = (row: object): string => (row as { readonly id: string }).id;

/** Builds the TanStack table of the rows: its columns and their sort order. */
export function useTableModel<Row extends object>(input: TableInput<Row>) {
  const { columns, hidden = [], rows, sorting = [], keyOf = toId, onSort } = input;
  const shown = () => columns.filter(({ key }) => !hidden.includes(key)).map(toDefinition);
  return useTable<Features, Row>({
    features,
    columns: useMemo(shown, [columns, hidden.join(' ')]),
    data: rows,
    state: { sorting },
    getRowId: keyOf,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    enableSorting: onSort !== undefined,
    ...(onSort && { onSortingChange: onSort }),
  });
}

export type TableModel<Row extends object> = ReturnType<typeof useTableModel<Row>>;
export type HeaderModel<Row extends object> = Header<Features, Row>;

function toDefinition<Row extends object>(column: Column<Row>): ColumnDef<Features, Row> {
  const { key, label, sort } = column;
  return {
    id: key,
    header: label,
    accessorFn: (row) => row,
    enableSorting: sort !== undefined,
    sortDescFirst: sort === 'descending',
    cell: ({ row }) => column.cell(row.original),
    meta: column,
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
