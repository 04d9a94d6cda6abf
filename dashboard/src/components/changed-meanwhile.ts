import type { UseFormReturnType } from '@mantine/form';
import { formTexts as words } from '../texts/form';

type Values = Record<string, unknown>;

/**
 * Puts what was saved elsewhere since the form got its values into the fields that the viewer did not change.
 * @param saved values that the server has now
 * @returns errors of the fields that the viewer and another person changed, with the other value. Sending the form again replaces it.
 */
export function takeSavedValues<Given extends Values>(
  form: UseFormReturnType<Given>,
  saved: Given,
): Readonly<Record<string, string>> {
  const initial = form.getInitialValues();
  const errors: Record<string, string> = {};
  for (const field of Object.keys(saved)) {
    if (isSame(saved[field], initial[field])) continue;
    if (!form.isDirty(field)) form.setFieldValue(field, saved[field] as never);
    else if (!isSame(saved[field], form.getValues()[field]))
      errors[field] = words.changedMeanwhile(describe(saved[field]));
  }
  form.setInitialValues(saved);
  return errors;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const mostShown = 200;

function describe(value: unknown): string {
  if (typeof value === 'boolean') return value ? words.on : words.off;
  const text = (Array.isArray(value) ? value : [value]).map(toText).join(', ').trim();
  if (text === '') return words.empty;
  return `“${text.length > mostShown ? `${text.slice(0, mostShown)}…` : text}”`;
}

/** Entries of a list are texts, or have a name. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value == null) return '';
  const { name } = value as { readonly name?: unknown };
  return typeof name === 'string' ? name : JSON.stringify(value);
}
