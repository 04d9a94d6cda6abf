import UPlot, { type AlignedData, type Options, type Series } from 'uplot';
import { toShortDay } from './format-date';
import type { ChartProps } from './chart-props';

interface Tools {
  readonly width: number;
  color(token: string): string;
  onHover(place: { index: number; left: number } | null): void;
  onSelect(from: Date, to: Date): void;
}

/** A line with fewer values than this also shows its points. */
const fewPoints = 24;
const barWidth: [factor: number, max: number] = [0.8, 40];
/** Steps between grid lines. Fractions would repeat the labels of whole numbers. */
const wholeSteps = [...Array(13).keys()].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power));

/** Resolves a color token in the current theme, because a canvas cannot read CSS variables. */
export function toColor(element: HTMLElement, token: string): string {
  const former = element.style.color;
  element.style.color = `var(${token})`;
  const { color } = window.getComputedStyle(element);
  element.style.color = former;
  return color;
}

/** Converts times and values to uPlot's data. Stacked bars are sums, tallest first. */
export function toRows({ times, series, stacked }: ChartProps): AlignedData {
  const x = times.map((at) => at / 1000);
  if (!stacked) return [x, ...series.map(({ values }) => [...values])];
  const sums = times.map((_, index) => {
    let sum = 0;
    return series.map(({ values }) => (sum += values[index] ?? 0));
  });
  return [x, ...series.map((_, row) => sums.map((line) => line[row] ?? 0)).reverse()];
}

/** Formats a UTC time for an axis or a tooltip. */
function formatTime(ms: number, spanMs: number): string {
  const at = new Date(ms);
  const day = toShortDay(ms);
  const time = at.toISOString().slice(11, 16);
  if (spanMs > 8 * 86_400_000) return day;
  return spanMs > 86_400_000 * 1.1 ? `${day} ${time}` : time;
}

/** Formats the start and end of a slice in UTC. */
export function formatSlice(ms: number, seconds: number): string {
  const day = toShortDay(ms);
  const time = (at: number) => new Date(at).toISOString().slice(11, seconds < 60 ? 19 : 16);
  return `${day}, ${time(ms)} to ${time(ms + seconds * 1000)} UTC`;
}

/** Makes a color of the browser, `rgb(1, 2, 3)`, mostly transparent, for the area below a line. */
const toShade = (color: string): string => color.replace(/^rgb\((.+)\)$/, 'rgba($1, 0.12)');

function toSeries(props: ChartProps, tools: Tools): Series[] {
  const drawn = props.series.map(({ label, color, kind, isDashed, values }): Series => {
    const stroke = tools.color(color);
    if (kind === 'bars')
      return { label, fill: stroke, width: 0, points: { show: false }, paths: UPlot.paths.bars?.({ size: barWidth }) };
    return {
      label,
      stroke,
      width: 2,
      points: { show: values.filter((value) => value !== null).length < fewPoints, size: 5, fill: stroke },
      spanGaps: false,
      ...(isDashed ? { dash: [5, 4] } : { fill: toShade(stroke) }),
    };
  });
  return [{}, ...(props.stacked ? drawn.reverse() : drawn)];
}

/** Returns uPlot's options for a chart with a zero baseline and at most four grid lines. */
export function toOptions(props: ChartProps, tools: Tools): Options {
  const text = tools.color('--text-3');
  const font = '11px -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif';
  const span = (props.times.at(-1) ?? 0) - (props.times[0] ?? 0);
  return {
    width: tools.width,
    height: props.height,
    legend: { show: false },
    padding: [8, 4, 0, 0],
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: props.onSelect !== undefined, y: false, setScale: false },
    },
    scales: { x: { time: true }, y: { range: (_plot, _min, max) => [0, Math.max(max * 1.08, 1)] } },
    axes: [
      {
        stroke: text,
        font,
        size: 26,
        // The label of zero stands on the corner.
        gap: 8,
        grid: { show: false },
        ticks: { show: false },
        space: 90,
        values: (_plot, splits) => splits.map((at) => formatTime(at * 1000, span)),
      },
      {
        stroke: text,
        font,
        size: 56,
        incrs: wholeSteps,
        space: Math.max(30, props.height / 4),
        grid: { stroke: tools.color('--grid'), width: 1 },
        ticks: { show: false },
        values: (_plot, splits) => splits.map((value) => props.format(value)),
      },
    ],
    series: toSeries(props, tools),
    hooks: {
      setCursor: [
        ({ cursor: { idx, left } }) => tools.onHover(idx == null || !left || left < 0 ? null : { index: idx, left }),
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < 4) return;
          const toDate = (px: number) => new Date(plot.posToVal(px, 'x') * 1000);
          tools.onSelect(toDate(left), toDate(left + width));
          plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
        },
      ],
    },
  };
}
