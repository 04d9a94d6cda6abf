import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { PhoneSort } from './phone-sort';
import { SelectAll, SelectRow } from './row-selection';
import { SortButton } from './sort-button';
import { listShown, toAriaSort, toId, type Column, type KeyedRows, type TableInput } from './table-model';

interface Props<Row> extends TableInput<Row> {
  /** Two-line version of the row for phones. */
  phone(row: Row): ReactNode;
  classOf?(row: Row): string;
  /** Called when the last rows come into view. */
  onEnd?(): void;
  readonly rowHeight?: number;
}

const phoneRowHeight = 84;
const selectWidth = 52;

/** Shows a table that renders only the rows in view. Rows open by click, Enter, or J and K. */
export function DataTable<Row extends object>(props: Props<Row> & KeyedRows<Row>) {
  const { rows, rowHeight = 32, keyOf = toId, onEnd }: Props<Row> = props;
  const box = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  usePageEdge(box, !isPhone);
  const height = isPhone ? phoneRowHeight : rowHeight;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (index) => keyOf(rows[index] as Row),
    overscan: 12,
  });
  useEffect(() => virtual.measure(), [virtual, height]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 5) onEnd?.();
  }, [last, rows.length, onEnd]);
  return (
    <>
      {isPhone && <PhoneSort {...props} />}
      <div
        ref={box}
        className="card vtable"
        role="table"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        tabIndex={0}
        onKeyDown={(event) => step(event, props)}
      >
        {!isPhone && <Head {...props} />}
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, key, start }) => {
            const row = rows[index];
            return (
              row && (
                <TableRow
                  key={String(key)}
                  props={props}
                  row={row}
                  isPhone={isPhone}
                  place={{ index, top: start, height }}
                />
              )
            );
          })}
        </div>
      </div>
    </>
  );
}

function Head<Row extends object>(props: Props<Row>) {
  return (
    <div role="rowgroup" className="vhead-group">
      <div role="row" className="vhead">
        {props.selection && (
          <span role="columnheader" style={{ width: selectWidth }}>
            <SelectAll {...props} selection={props.selection} />
          </span>
        )}
        {listShown(props).map((column) => (
          <span
            key={column.key}
            role="columnheader"
            className={toClass(column)}
            style={{ width: column.width }}
            aria-sort={toAriaSort(column, props)}
          >
            <SortButton column={column} input={props} />
          </span>
        ))}
      </div>
    </div>
  );
}

interface RowProps<Row extends object> {
  readonly props: Props<Row>;
  readonly row: Row;
  readonly isPhone: boolean;
  readonly place: { readonly index: number; readonly top: number; readonly height: number };
}

function TableRow<Row extends object>({ props, row, isPhone, place: { index, top, height } }: RowProps<Row>) {
  const { onOpen, classOf, phone, keyOf = toId, selected, selection } = props;
  const key = keyOf(row);
  const isOpen = key === selected;
  const isMarked = isOpen || selection?.selected[key];
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={onOpen ? isOpen : undefined}
      className={`vrow ${onOpen ? 'opens' : ''} ${isMarked ? 'sel' : ''} ${classOf?.(row) ?? ''}`}
      style={{ height, transform: `translateY(${top}px)`, top: 0 }}
      // A link inside the row has already opened its page.
      onClick={(event) => event.defaultPrevented || onOpen?.(row)}
    >
      {isPhone ? (
        <div role="cell" className="phone-cell">
          {phone(row)}
        </div>
      ) : (
        <>
          {selection && (
            <span role="cell" style={{ width: selectWidth }}>
              <SelectRow row={row} {...props} selection={selection} />
            </span>
          )}
          {listShown(props).map((column) => (
            <span key={column.key} role="cell" dir="auto" className={toClass(column)} style={{ width: column.width }}>
              {column.cell(row)}
            </span>
          ))}
        </>
      )}
    </div>
  );
}

const toClass = <Row,>({ width, isNumeric, isWide }: Column<Row>) =>
  `${width === undefined ? 'flex' : ''} ${isNumeric ? 'num' : ''} ${isWide ? 'hide-m' : ''}`;

// J, K and the arrow keys move between rows; Enter opens the first one.
function step<Row extends object>(event: KeyboardEvent, { rows, keyOf = toId, selected, onOpen }: Props<Row>): void {
  // Ignores keys of fields and buttons inside the table. Without a selection, rows contain links instead.
  if (!onOpen || rows.length === 0 || selected === undefined || event.target !== event.currentTarget) return;
  const move = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1, Enter: 0 }[event.key];
  if (move === undefined) return;
  const at = rows.findIndex((row) => keyOf(row) === selected);
  const next = rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + move))];
  if (!next) return;
  event.preventDefault();
  onOpen(next);
}

const gap = 24;
const leastHeight = 320;

/** Lets an element that scrolls end at the edge of the window, also when what stands above it changes its height. */
function usePageEdge(element: RefObject<HTMLElement | null>, isOn: boolean): void {
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const fit = () => {
      const top = box.getBoundingClientRect().top + window.scrollY;
      box.style.maxHeight = isOn ? `${Math.max(leastHeight, window.innerHeight - top - gap)}px` : '';
    };
    fit();
    const observer = new ResizeObserver(fit);
    for (const sibling of box.parentElement?.children ?? []) if (sibling !== box) observer.observe(sibling);
    window.addEventListener('resize', fit);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', fit);
    };
  }, [element, isOn]);
}
