import { toAriaSort, type Column, type TableInput } from './table-model';

interface Props<Row> {
  readonly column: Column<Row>;
  readonly input: TableInput<Row>;
}

/** Shows the label of a column. In a column that can sort, a button that sorts by it, and the other way round if it does already. */
export function SortButton<Row>({ column, input }: Props<Row>) {
  const { key, label, isLabelHidden, sort } = column;
  const { onSort } = input;
  if (!onSort || !sort) return isLabelHidden ? <span className="unseen">{label}</span> : label;
  const sorted = toAriaSort(column, input);
  const next = sorted === undefined ? sort : sorted === 'ascending' ? 'descending' : 'ascending';
  return (
    <button type="button" className="sort" onClick={() => onSort({ key, direction: next })}>
      {label}
      {sorted && <span aria-hidden>{sorted === 'ascending' ? '↑' : '↓'}</span>}
    </button>
  );
}
