import { useElementSize } from '@mantine/hooks';
import type { KeyboardEvent, PointerEvent } from 'react';
import { roundUp, timeLabel } from './slots';
import type { Series } from './time-chart';

const height = 220;
const plot = { left: 48, top: 8, bottom: 190 };
/** Width of the room that an hour needs below the chart. */
const labelRoom = 110;
const text = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' } as const;

interface Props extends Series {
  /** Number of the slot that is looked at. */
  readonly chosen: number | null;
  choose(slot: number | null): void;
}

/** A bar for each slice of time, with axes. The arrow keys and the pointer choose one. */
export function Bars({ title, slots, valueOf, format, unit, chosen, choose }: Props) {
  // Drawn in the size that it has on the screen: writing that is scaled down is hard to read.
  const { ref, width: measured } = useElementSize();
  const width = measured || 600;
  const right = width - 8;
  const values = slots.map((slot) => valueOf(slot));
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  const top = roundUp(most);
  const step = (right - plot.left) / slots.length;
  const toY = (value: number) => plot.bottom - ((plot.bottom - plot.top) * value) / top;
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const slot = Math.floor((((event.clientX - box.left) / box.width) * width - plot.left) / step);
    choose(slot >= 0 && slot < slots.length ? slot : null);
  };
  return (
    <div ref={ref}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        role="img"
        tabIndex={0}
        aria-label={`${title}: ${slots.length} bars, the highest ${format(most)} ${unit}. The table has every value.`}
        onPointerMove={point}
        onPointerLeave={() => choose(null)}
        onBlur={() => choose(null)}
        onKeyDown={(event) => walk(event, { chosen, count: slots.length, choose })}
        style={{ display: 'block', touchAction: 'pan-y' }}
      >
        <Axes {...{ slots, format, top, toY, right }} />
        {values.map((value, index) => (
          <g key={index}>
            {index === chosen && (
              <rect
                x={plot.left + index * step}
                y={plot.top}
                width={step}
                height={plot.bottom - plot.top}
                fill="var(--mantine-color-default-hover)"
              />
            )}
            {value !== null && value > 0 && (
              <rect
                x={plot.left + index * step + step * 0.1}
                y={Math.min(toY(value), plot.bottom - 2)}
                width={step * 0.8}
                height={Math.max(2, plot.bottom - toY(value))}
                rx={1.5}
                fill={index === chosen ? 'var(--mantine-color-text)' : 'var(--mantine-primary-color-filled)'}
              />
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

interface AxesProps extends Pick<Series, 'slots' | 'format'> {
  readonly top: number;
  readonly right: number;
  toY(value: number): number;
}

function Axes({ slots, format, top, toY, right }: AxesProps) {
  const begin = slots[0]?.start.getTime() ?? 0;
  const span = (slots.at(-1)?.start.getTime() ?? 0) - begin;
  const lines = [0, top / 2, top];
  const gaps = Math.max(1, Math.min(4, Math.floor((right - plot.left) / labelRoom)));
  const marks = Array.from({ length: gaps + 1 }, (_, index) => index / gaps);
  return (
    <g aria-hidden>
      {lines.map((value) => (
        <g key={value}>
          <line
            x1={plot.left}
            x2={right}
            y1={toY(value)}
            y2={toY(value)}
            stroke="var(--mantine-color-default-border)"
          />
          <text x={plot.left - 6} y={toY(value) + 4} textAnchor="end" {...text}>
            {format(value)}
          </text>
        </g>
      ))}
      {marks.map((part) => (
        <text
          key={part}
          x={plot.left + part * (right - plot.left)}
          y={plot.bottom + 20}
          textAnchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
          {...text}
        >
          {timeLabel(new Date(begin + part * span), span)}
        </text>
      ))}
    </g>
  );
}

function walk(
  event: KeyboardEvent,
  { chosen, count, choose }: { chosen: number | null; count: number; choose: (slot: number) => void },
): void {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: (chosen ?? count) - 1,
    ArrowRight: (chosen ?? -1) + 1,
    Home: 0,
    End: count - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  choose(Math.min(count - 1, Math.max(0, target)));
}
