import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';
import type { TableInput, TableModel } from './table-model';

export interface Selection<Row> {
  /** Label of the checkbox that selects all loaded rows. */
  readonly allLabel: string;
  labelOf(row: Row): string;
}

interface AllProps<Row extends object> extends Pick<TableInput<Row>, 'rows' | 'keyOf' | 'state'> {
  readonly table: TableModel<Row>;
  readonly selection: Selection<Row>;
}

/** Selects all loaded rows, or none. The table itself knows only the rows in view. */
export function SelectAll<Row extends object>({ table, rows, keyOf, state, selection }: AllProps<Row>) {
  const areAll = rows.length > 0 && rows.every((row) => state?.rowSelection?.[keyOf(row)]);
  return (
    <input
      type="checkbox"
      aria-label={selection.allLabel}
      checked={areAll}
      onChange={() => table.setRowSelection(areAll ? {} : Object.fromEntries(rows.map((row) => [keyOf(row), true])))}
    />
  );
}

interface RowProps<Row extends object> {
  readonly model: ReturnType<TableModel<Row>['getRowModel']>['rows'][number];
  readonly selection: Selection<Row>;
}

export function SelectRow<Row extends object>({ model, selection }: RowProps<Row>) {
  return (
    <input
      type="checkbox"
      aria-label={selection.labelOf(model.original)}
      checked={model.getIsSelected()}
      onClick={(event) => event.stopPropagation()}
      onChange={model.getToggleSelectedHandler()}
    />
  );
}

/** Keeps which rows of a table are selected. Rows that are not listed any more are left out. */
export function useRowSelection<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const [rowSelection, onSelect] = useState<RowSelectionState>({});
  return {
    table: { state: { rowSelection }, onSelect },
    chosen: rows.filter((row) => rowSelection[keyOf(row)]),
    clear: () => onSelect({}),
  };
}
