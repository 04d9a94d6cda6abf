import { useMediaQuery } from '@mantine/hooks';
import type { PointerEvent, ReactNode } from 'react';
import { PhoneSort } from './phone-sort';
import { SelectAll, SelectRow } from './row-selection';
import { SortButton } from './sort-button';
import { listShown, toAriaSort, toId, type Column, type KeyedRows, type TableInput } from './table-model';
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
  const { label, minWidth, rows, keyOf = toId, selected, selection, onOpen }: Props<Row> = props;
  const narrow = Math.max(640, Math.min(tabletWidth, minWidth + frameWidth));
  const isNarrow = useMediaQuery(`(max-width: ${narrow}px)`, false, { getInitialValueInEffect: false });
  const hasRoom = useHasRoom();
  if (isNarrow) return <PhoneRows {...props} />;
  const columns = listShown(props).filter(({ isWide }) => hasRoom || !isWide);
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
            {columns.map((column) => (
              <th
                key={column.key}
                style={{ width: column.width }}
                className={column.isNumeric ? 'num' : undefined}
                aria-sort={toAriaSort(column, props)}
              >
                <SortButton column={column} input={props} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row);
            return (
              <tr
                key={key}
                className={`${onOpen ? 'opens' : ''} ${key === selected || selection?.selected[key] ? 'sel' : ''}`}
                onClick={(event) => isControl(event.target) || onOpen?.(row)}
              >
                {selection && (
                  <td>
                    <SelectRow row={row} {...props} selection={selection} />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.key} className={column.isNumeric ? 'num' : undefined} style={column.style}>
                    {renderShort(column, row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Calls `cell` of the column: as a component, it would lose its state whenever the page defines its columns again. */
const renderShort = <Row,>({ style, cell }: Column<Row>, row: Row) =>
  style === breakAnywhere ? <Name>{cell(row)}</Name> : cell(row);

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
function PhoneRows<Row extends object>(input: TableInput<Row>) {
  const { label, rows, keyOf = toId, selection } = input;
  const [first, ...others] = listShown(input);
  const facts = others.filter(({ isLabelHidden }) => !isLabelHidden);
  const actions = others.filter(({ isLabelHidden }) => isLabelHidden);
  return (
    <>
      <PhoneSort {...input} />
      <div className="card phone-rows" role="table" aria-label={label}>
        {rows.map((row) => (
          <div key={keyOf(row)} role="row">
            <div role="cell" className="phone-title">
              {selection && <SelectRow row={row} {...input} selection={selection} />}
              {first && <Name>{first.cell(row)}</Name>}
            </div>
            {actions.map((column) => (
              <div key={column.key} role="cell" className="phone-actions">
                {column.cell(row)}
              </div>
            ))}
            {facts.map((column) => (
              <div key={column.key} role="cell" className="phone-fact">
                <span className="t3">{column.label}</span>
                <div>{renderShort(column, row)}</div>
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
