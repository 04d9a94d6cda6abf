import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../components/section';
import { Bars } from './bars';
import { ChartTable } from './chart-table';
import { timeLabel, type Slot } from './slots';

export interface Series {
  readonly title: string;
  readonly slots: readonly Slot[];
  valueOf(slot: Slot): number | null;
  format(value: number): string;
  readonly unit: string;
}

/** Values over time as a chart, or as a table. */
export function TimeChart(series: Series) {
  const [isTable, setTable] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const { title, slots } = series;
  const chosen = at === null ? undefined : slots[at];
  return (
    <Section
      title={title}
      actions={
        <Switch
          size="xs"
          label="As a table"
          aria-label={`${title} as a table`}
          checked={isTable}
          onChange={(event) => setTable(event.currentTarget.checked)}
        />
      }
    >
      {isTable ? (
        <ChartTable {...series} />
      ) : (
        <>
          <Text size="sm" c="dimmed" mih="1.6em" aria-live="polite">
            {chosen ? describe(series, chosen) : 'Point at the chart, or walk through it with the arrow keys.'}
          </Text>
          <Bars {...series} chosen={at} choose={setAt} />
        </>
      )}
    </Section>
  );
}

function describe({ slots, valueOf, format, unit }: Series, slot: Slot): string {
  const value = valueOf(slot);
  const span = (slots.at(-1)?.start.getTime() ?? 0) - (slots[0]?.start.getTime() ?? 0);
  return `${timeLabel(slot.start, span)}: ${value === null ? 'no calls' : `${format(value)} ${unit}`}`;
}
