import { lazy, Suspense, useState } from 'react';
import { PlainButton } from './plain-button';
import { loadChunk } from '../shell/load-chunk';
import { commonTexts } from '../texts/common';
import type { ChartProps } from './chart-props';

const Plot = lazy(async () => ({ default: (await loadChunk(() => import('./plot'))).Plot }));

/** Shows a chart on a card, with a legend and a table view. */
export function ChartCard({ title, ...props }: ChartProps & { title: string }) {
  const [isTable, setTable] = useState(false);
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2 className="grow">{title}</h2>
        <Legend series={props.series} />
        <PlainButton
          look="ghost sm"
          label={isTable ? commonTexts.chart.showChart : commonTexts.chart.showTable}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        />
      </header>
      <div className="body">{isTable ? <ChartTable {...props} /> : <Chart {...props} />}</div>
    </section>
  );
}

/** Shows a chart without a card. The chart library is loaded on demand. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<div style={{ height: props.height }} />}>
      <Plot {...props} />
    </Suspense>
  );
}

function Legend({ series }: Pick<ChartProps, 'series'>) {
  return (
    <div className="legend">
      {series.map(({ label, color, kind, isDashed, total }) => (
        <span key={label}>
          {kind === 'bars' ? (
            <i className="sq" style={{ background: `var(${color})` }} />
          ) : (
            <i style={{ width: 16, borderTop: `2px ${isDashed ? 'dashed' : 'solid'} var(${color})` }} />
          )}
          {label} {total !== undefined && <b>{total}</b>}
        </span>
      ))}
    </div>
  );
}

function ChartTable({ label, times, series, format, height }: ChartProps) {
  return (
    <div style={{ maxHeight: Math.max(height, 180), overflow: 'auto' }} tabIndex={0} role="region" aria-label={label}>
      <table className="tbl" aria-label={label}>
        <thead>
          <tr>
            <th>{commonTexts.chart.timeColumn}</th>
            {series.map((one) => (
              <th key={one.label} className="num">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...times.keys()].reverse().map((index) => (
            <tr key={times[index]}>
              <td className="mono">{new Date(times[index] ?? 0).toISOString().slice(0, 16).replace('T', ' ')}</td>
              {series.map(({ label: name, values }) => (
                <td key={name} className="num mono">
                  {values[index] == null ? '–' : format(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
