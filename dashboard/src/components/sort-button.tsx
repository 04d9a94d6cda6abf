import type { HeaderModel } from './table-model';

/** Shows the label of a column. In a column that can sort, a button that sorts by it. */
export function SortButton<Row extends object>({ header: { column } }: { header: HeaderModel<Row> }) {
  const { label, isLabelHidden } = column.columnDef.meta ?? {};
  if (!column.getCanSort()) return isLabelHidden ? <span className="unseen">{label}</span> : label;
  const sorted = column.getIsSorted();
  return (
    <button type="button" className="sort" onClick={() => column.toggleSorting()}>
      {label}
      {sorted && <span aria-hidden>{sorted === 'asc' ? '↑' : '↓'}</span>}
    </button>
  );
}
