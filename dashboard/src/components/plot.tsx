import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatSlice, toColor, toOptions, toRows } from './plot-options';
import { useColorScheme } from '../shell/color-scheme';
import type { ChartProps } from './chart-props';

/** Draws a chart with uPlot. The tooltip follows the pointer; dragging selects a time range. */
export function Plot(props: ChartProps) {
  const { ref: size, width } = useElementSize();
  const box = useRef<HTMLDivElement>(null);
  const scheme = useColorScheme();
  const [hovered, setHovered] = useState<{ index: number; left: number } | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const shape = JSON.stringify(props.series.map(({ label, kind }) => [label, kind]));
  const plot = useRef<UPlot | null>(null);
  useEffect(() => {
    if (!box.current || width === 0) return;
    const drawn = new UPlot(
      toOptions(latest.current, {
        width,
        color: (name) => toColor(box.current!, name),
        onHover: setHovered,
        onSelect: (from, to) => latest.current.onSelect?.(from, to),
      }),
      toRows(latest.current),
      box.current,
    );
    plot.current = drawn;
    return () => {
      plot.current = null;
      drawn.destroy();
    };
  }, [width, scheme, shape, props.height]);
  useEffect(() => plot.current?.setData(toRows(props)), [props.times, props.series]);
  const at = hovered && props.times[hovered.index];
  return (
    <div ref={size} className="chart-box" style={{ height: props.height }}>
      <div ref={box} role="img" aria-label={props.label} />
      {hovered && at !== null && at !== undefined && (
        <div className="tip" style={tipPlace(hovered.left, width)}>
          <b>{formatSlice(at, props.sliceSeconds)}</b>
          {[...props.series].reverse().map(({ label, color, values }) => (
            <div key={label}>
              <span>
                <i className="sq" style={{ background: `var(${color})` }} />
                {label}
              </span>
              {values[hovered.index] == null ? '–' : props.format(values[hovered.index] ?? 0)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

const tipPlace = (left: number, width: number) =>
  left > width / 2 ? { right: width - left + 12, top: 0 } : { left: left + 60, top: 0 };
