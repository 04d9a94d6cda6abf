import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  /** Width in pixels. Without it, the column takes the remaining space. */
  readonly width?: number;
  readonly isNumeric?: boolean;
  /** Replaces the label in the header. */
  readonly header?: ReactNode;
  /** Makes the header a button that sorts. */
  readonly sort?: { readonly direction: 'ascending' | 'descending' | null; toggle(): void };
  cell(row: Row): ReactNode;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Two-line version of the row for phones. */
  phone(row: Row): ReactNode;
  keyOf(row: Row): string;
  classOf?(row: Row): string;
  readonly selected?: string | null;
  onOpen?(row: Row): void;
  /** Called when the last rows come into view. */
  onEnd?(): void;
  readonly rowHeight?: number;
}

const phoneRowHeight = 84;

/** Shows a table that renders only the rows in view. Rows open by click, Enter, or J and K. */
export function DataTable<Row>(props: Props<Row>) {
  const { rows, columns, rowHeight = 32, keyOf, onEnd, selected } = props;
  const box = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
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
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 5) onEnd?.();
  }, [last, rows.length, onEnd]);
  return (
    <div
      ref={box}
      className="card vtable"
      role="table"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      onKeyDown={(event) => step(event, props)}
    >
      {!isPhone && <Head columns={columns} />}
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map((item) => {
          const row = rows[item.index] as Row;
          return (
            <TableRow
              key={item.key}
              props={props}
              row={row}
              isPhone={isPhone}
              height={height}
              top={item.start}
              index={item.index}
              isSelected={keyOf(row) === selected}
            />
          );
        })}
      </div>
    </div>
  );
}

function Head<Row>({ columns }: Pick<Props<Row>, 'columns'>) {
  return (
    <div role="rowgroup" className="vhead-group">
      <div role="row" className="vhead">
        {columns.map(({ key, label, width, isNumeric, header, sort }) => (
          <span
            key={key}
            role="columnheader"
            className={toClass(width, isNumeric)}
            style={{ width }}
            aria-sort={sort?.direction ?? undefined}
          >
            {sort ? (
              <button type="button" className="sort" onClick={sort.toggle}>
                {label}
                {sort.direction && <span aria-hidden>{sort.direction === 'ascending' ? '↑' : '↓'}</span>}
              </button>
            ) : (
              (header ?? label)
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

interface RowProps<Row> {
  readonly props: Props<Row>;
  readonly row: Row;
  readonly isPhone: boolean;
  readonly height: number;
  readonly top: number;
  readonly index: number;
  readonly isSelected: boolean;
}

function TableRow<Row>({ props, row, isPhone, height, top, index, isSelected }: RowProps<Row>) {
  const { columns, onOpen, classOf, phone } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={onOpen ? isSelected : undefined}
      className={`vrow ${onOpen ? 'opens' : ''} ${isSelected ? 'sel' : ''} ${classOf?.(row) ?? ''}`}
      style={{ height, transform: `translateY(${top}px)`, top: 0 }}
      // A link inside the row has already opened its page.
      onClick={(event) => event.defaultPrevented || onOpen?.(row)}
    >
      {isPhone ? (
        <div role="cell" className="phone-cell">
          {phone(row)}
        </div>
      ) : (
        columns.map(({ key, width, isNumeric, cell }) => (
          <span key={key} role="cell" dir="auto" className={toClass(width, isNumeric)} style={{ width }}>
            {cell(row)}
          </span>
        ))
      )}
    </div>
  );
}

const toClass = (width: number | undefined, isNumeric: boolean | undefined) =>
  `${width === undefined ? 'flex' : ''} ${isNumeric ? 'num' : ''}`;

// J, K and the arrow keys move between rows; Enter opens the first one.
function step<Row>(event: KeyboardEvent, { rows, keyOf, selected, onOpen }: Props<Row>): void {
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
