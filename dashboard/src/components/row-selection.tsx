import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';
import { toId, type Selection, type TableInput, type TableModel } from './table-model';

type AllProps<Row extends object> = Pick<TableInput<Row>, 'rows' | 'keyOf'> & { readonly selection: Selection<Row> };

/** Selects all loaded rows, or none. The table itself knows only the rows in view. */
export function SelectAll<Row extends object>({ rows, keyOf = toId, selection }: AllProps<Row>) {
  const { allLabel, selected, onSelect } = selection;
  const areAll = rows.length > 0 && rows.every((row) => selected[keyOf(row)]);
  return (
    <input
      type="checkbox"
      aria-label={allLabel}
      checked={areAll}
      onChange={() => onSelect(areAll ? {} : Object.fromEntries(rows.map((row) => [keyOf(row), true])))}
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
export function useRowSelection<Row extends { readonly id: string }>(
  rows: readonly Row[],
  labels: Pick<Selection<Row>, 'allLabel' | 'labelOf'>,
) {
  const [selected, onSelect] = useState<RowSelectionState>({});
  return {
    selection: { ...labels, selected, onSelect },
    chosen: rows.filter(({ id }) => selected[id]),
    clear: () => onSelect({}),
  };
}
