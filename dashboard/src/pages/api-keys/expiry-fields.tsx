import { DayField } from '../../components/day-field';
import { Select } from '../../components/select';
import { readTypedDay } from '../../components/typed-day';
import { refine, string } from 'zod/mini';
import type { SchemaForm } from '../../components/use-schema-form';
import { formTexts } from '../../texts/form';
import { apiKeysTexts as words } from '../../texts/api-keys';

/** Fields of a form that chooses when a key expires. */
export interface Expiry extends Record<string, unknown> {
  /** Number of days, `date`, `keep`, or empty for never. */
  readonly term: string;
  readonly date: string;
}

export const expiryRules = { term: string(), date: string() };

export const requiresDay = refine<Expiry>(({ term, date }) => term !== 'date' || Boolean(readTypedDay(date)), {
  error: formTexts.day,
  path: ['date'],
});

const dayMs = 86_400_000;
const terms = [
  { value: '', label: words.never },
  { value: '7', label: words.in7Days },
  { value: '30', label: words.in30Days },
  { value: '90', label: words.in90Days },
  { value: '365', label: words.inAYear },
  { value: 'date', label: words.customDate },
];

/** Converts the fields to a time. Null: never. Undefined: unchanged. */
export function toExpiry({ term, date }: Expiry): string | null | undefined {
  if (term === 'keep') return undefined;
  if (term === '') return null;
  // The day ends in local time, not in UTC.
  return (term === 'date' ? new Date(`${date}T23:59:59`) : new Date(Date.now() + Number(term) * dayMs)).toISOString();
}

/** Shows when a key expires. @param keep label of the present expiry, for a key that exists */
export function ExpiryFields<Values extends Expiry>({ form, keep }: { form: SchemaForm<Values>; keep?: string }) {
  const choices = keep === undefined ? terms : [{ value: 'keep', label: keep }, ...terms];
  return (
    <>
      <Select {...form.getInputProps('term')} label={words.expires} choices={choices} />
      {form.values.term === 'date' && <DayField {...form.getInputProps('date')} label={words.lastDay} required />}
    </>
  );
}
