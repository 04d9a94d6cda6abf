import { PhoneSort } from './phone-sort';
import { SelectRow, type Selection } from './row-selection';
import { renderCell, type TableInput, type TableModel } from './table-model';

interface Props<Row extends object> {
  readonly table: TableModel<Row>;
  readonly input: TableInput<Row>;
  readonly label: string;
  readonly selection: Selection<Row> | undefined;
}

/**
 * Shows a page of rows in a narrow window: the first column as a title, actions beside it, the others below with their labels. The
 * roles of a table stay, so that screen readers and tests find the same rows as on a desktop.
 */
export function PhoneRows<Row extends object>({ table, input, label, selection }: Props<Row>) {
  return (
    <>
      <PhoneSort {...input} />
      <div className="card phone-rows" role="table" aria-label={label}>
        {table.getRowModel().rows.map((row) => {
          const [first, ...others] = row.getVisibleCells();
          const facts = others.filter(({ column }) => !column.columnDef.meta?.isLabelHidden);
          const actions = others.filter(({ column }) => column.columnDef.meta?.isLabelHidden);
          return (
            <div key={row.id} role="row">
              <div role="cell" className="phone-title">
                {selection && <SelectRow model={row} selection={selection} />}
                {first && renderCell(first)}
              </div>
              {actions.map((cell) => (
                <div key={cell.id} role="cell" className="phone-actions">
                  {renderCell(cell)}
                </div>
              ))}
              {facts.map((cell) => (
                <div key={cell.id} role="cell" className="phone-fact">
                  <span className="t3">{cell.column.columnDef.meta?.label}</span>
                  <div>{renderCell(cell)}</div>
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </>
  );
}
