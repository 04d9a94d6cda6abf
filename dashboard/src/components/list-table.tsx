import { useMediaQuery } from '@mantine/hooks';
import type { PointerEvent, ReactNode } from 'react';
import { PhoneSort } from './phone-sort';
import { SelectAll, SelectRow } from './row-selection';
import { SortButton } from './sort-button';
import { renderCell, toAriaSort, useTableModel, type KeyedRows, type TableInput, type TableModel } from './table-model';
import { useHasRoom } from './use-has-room';

interface Props<Row> extends TableInput<Row> {
  /** Width that the columns need. On phones, and on tablets with less room, rows take some lines each. */
  readonly minWidth: number;
}

/** Widest window in which rows may take some lines each. */
const tabletWidth = 900;
/** Width of the sidebar and of the margins of the page. */
const frameWidth = 264;

const selectWidth = 40;

/** Style of cells whose long words may break, though not the short ones beside wide columns. */
export const breakAnywhere = { overflowWrap: 'anywhere', minWidth: '11ch' } as const;

/**
 * Shows a page of rows as a table, in narrow windows as rows of some lines. A row opens by a click; a link or button in it does the same
 * for the keyboard. Long lists that load on scroll use `DataTable`.
 */
export function ListTable<Row extends object>(props: Props<Row> & KeyedRows<Row>) {
  const { label, minWidth, selected, selection, onOpen }: Props<Row> = props;
  const narrow = Math.max(640, Math.min(tabletWidth, minWidth + frameWidth));
  const isNarrow = useMediaQuery(`(max-width: ${narrow}px)`, false, { getInitialValueInEffect: false });
  const hasRoom = useHasRoom();
  const columns = isNarrow || hasRoom ? props.columns : props.columns.filter(({ isWide }) => !isWide);
  const table = useTableModel<Row>({ ...props, columns });
  if (isNarrow) return <PhoneRows table={table} input={props} />;
  return (
    <div className="card list-scroll" tabIndex={0}>
      <table className="tbl list" aria-label={label} style={{ minWidth }}>
        <thead>
          <tr>
            {selection && (
              <th style={{ width: selectWidth }}>
                <SelectAll {...props} selection={selection} />
              </th>
            )}
            {table.getHeaderGroups()[0]?.headers.map((header) => {
              const { width, isNumeric } = header.column.columnDef.meta ?? {};
              return (
                <th
                  key={header.id}
                  style={{ width }}
                  className={isNumeric ? 'num' : undefined}
                  aria-sort={toAriaSort(header)}
                >
                  <SortButton header={header} />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              className={`${onOpen ? 'opens' : ''} ${row.id === selected || selection?.selected[row.id] ? 'sel' : ''}`}
              onClick={(event) => isControl(event.target) || onOpen?.(row.original)}
            >
              {selection && (
                <td>
                  <SelectRow row={row.original} {...props} selection={selection} />
                </td>
              )}
              {row.getAllCells().map((cell) => {
                const { style, isNumeric } = cell.column.columnDef.meta ?? {};
                return (
                  <td key={cell.id} className={isNumeric ? 'num' : undefined} style={style}>
                    {renderShort(cell)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const renderShort = <Row extends object>(cell: Parameters<typeof renderCell<Row>>[0]) =>
  cell.column.columnDef.meta?.style === breakAnywhere ? <Name>{renderCell(cell)}</Name> : renderCell(cell);

/** Shows the first lines of a name, and all of it to the pointer: a name of 200 characters would push the other rows off the page. */
function Name({ children }: { children: ReactNode }) {
  const nameWhole = ({ currentTarget: name }: PointerEvent<HTMLDivElement>) => {
    name.title = name.scrollHeight > name.clientHeight ? name.innerText : '';
  };
  return (
    <div className="name clamp" onPointerEnter={nameWhole}>
      {children}
    </div>
  );
}

// A control in a row does its own work.
const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, select, [role=menuitem]') !== null;

/**
 * Shows a page of rows in a narrow window: the first column as a title, actions beside it, the others below with their labels. The
 * roles of a table stay, so that screen readers and tests find the same rows as on a desktop.
 */
function PhoneRows<Row extends object>({ table, input }: { table: TableModel<Row>; input: TableInput<Row> }) {
  const { label, selection } = input;
  return (
    <>
      <PhoneSort {...input} />
      <div className="card phone-rows" role="table" aria-label={label}>
        {table.getRowModel().rows.map((row) => {
          const [first, ...others] = row.getAllCells();
          const facts = others.filter(({ column }) => !column.columnDef.meta?.isLabelHidden);
          const actions = others.filter(({ column }) => column.columnDef.meta?.isLabelHidden);
          return (
            <div key={row.id} role="row">
              <div role="cell" className="phone-title">
                {selection && <SelectRow row={row.original} {...input} selection={selection} />}
                {first && <Name>{renderCell(first)}</Name>}
              </div>
              {actions.map((cell) => (
                <div key={cell.id} role="cell" className="phone-actions">
                  {renderCell(cell)}
                </div>
              ))}
              {facts.map((cell) => (
                <div key={cell.id} role="cell" className="phone-fact">
                  <span className="t3">{cell.column.columnDef.meta?.label}</span>
                  <div>{renderShort(cell)}</div>
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </>
  );
}
