import { useState } from 'react';
import { toId, type Selection, type TableInput } from './table-model';

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

interface RowProps<Row extends object> extends Pick<TableInput<Row>, 'keyOf'> {
  readonly row: Row;
  readonly selection: Selection<Row>;
}

export function SelectRow<Row extends object>({ row, keyOf = toId, selection }: RowProps<Row>) {
  const { selected, onSelect, labelOf } = selection;
  const key = keyOf(row);
  return (
    <input
      type="checkbox"
      aria-label={labelOf(row)}
      checked={selected[key] ?? false}
      onClick={(event) => event.stopPropagation()}
      onChange={({ currentTarget }) => onSelect({ ...selected, [key]: currentTarget.checked })}
    />
  );
}

/** Keeps which rows of a table are selected. Rows that are not listed any more are left out. */
export function useRowSelection<Row extends { readonly id: string }>(
  rows: readonly Row[],
  labels: Pick<Selection<Row>, 'allLabel' | 'labelOf'>,
) {
  const [selected, onSelect] = useState<Selection<Row>['selected']>({});
  return {
    selection: { ...labels, selected, onSelect },
    chosen: rows.filter(({ id }) => selected[id]),
    clear: () => onSelect({}),
  };
}
