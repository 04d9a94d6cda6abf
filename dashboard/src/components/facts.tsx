import { Code } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

interface FactsProps {
  readonly rows: readonly (readonly [label: string, value: ReactNode])[];
  /** Further classes of the list. */
  readonly className?: string;
}

/** Shows labels with their values, one per line. Leaves out rows without a value. */
export function Facts({ rows, className = '' }: FactsProps) {
  return (
    <dl className={`kv ${className}`}>
      {rows
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

export function Json({ value, label }: { value: unknown; label?: string }) {
  return (
    <Code
      block
      aria-label={label}
      tabIndex={0}
      mah={360}
      style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
