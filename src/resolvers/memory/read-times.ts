import { ValidationError } from '../../errors.js';
import type { ReadTimes } from '../../stores/memory/as-known.js';
import { readMoment } from '../../validate.js';

/** Validates the times of a read. @throws ValidationError for times that the database cannot compare */
export function checkReadTimes({ asOf, validAt }: ReadTimes): void {
  const wrong = Object.entries({ asOf, validAt }).filter(([, at]) => at != null && readMoment(at) === null);
  if (wrong.length === 0) return;
  throw new ValidationError(
    Object.fromEntries(wrong.map(([field]) => [field, [`\`${field}\` must be a time in the years 1 to 9999.`]])),
  );
}
