export interface ChartSeries {
  readonly label: string;
  /** Color token, for example `--c1`. */
  readonly color: string;
  readonly kind: 'bars' | 'line';
  readonly isDashed?: boolean;
  readonly values: readonly (number | null)[];
  /** Shown in the legend. */
  readonly total?: string;
}

export interface ChartProps {
  readonly label: string;
  readonly height: number;
  /** Start of each slice, in milliseconds. */
  readonly times: readonly number[];
  readonly sliceSeconds: number;
  readonly series: readonly ChartSeries[];
  readonly stacked?: boolean;
  format(value: number): string;
  /** Called after the user dragged over a time range. */
  onSelect?(from: Date, to: Date): void;
}
