import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'ok' | 'info' | 'warn' | 'refused' | 'failed';

/** Shows a state or a property in a word. The color repeats what the word says. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
