import type { CSSProperties, ReactNode } from 'react';

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

/** The column by which rows are sorted. */
export interface Sorting {
  readonly key: string;
  readonly direction: 'ascending' | 'descending';
}

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
  readonly sorting?: Sorting;
  /** Makes the headers of columns with `sort` buttons. The server sorts the rows. */
  readonly onSort?: (sorting: Sorting) => void;
  /** Returns the key of a row. Default: its ID. */
  keyOf?(row: Row): string;
  onOpen?(row: Row): void;
}

/** Rows without an ID need `keyOf`. */
export type KeyedRows<Row> = Row extends { readonly id: string } ? unknown : { keyOf(row: Row): string };

export const toId = (row: object): string => (row as { readonly id: string }).id;

/** Returns the columns that are not hidden. */
export function listShown<Row>({ columns, hidden = [] }: Pick<TableInput<Row>, 'columns' | 'hidden'>) {
  return columns.filter(({ key }) => !hidden.includes(key));
}

/** Returns `aria-sort` of the header of a column, or undefined if the rows are not sorted by it. */
export function toAriaSort<Row>({ key }: Column<Row>, { sorting }: TableInput<Row>): Sorting['direction'] | undefined {
  return sorting?.key === key ? sorting.direction : undefined;
}
