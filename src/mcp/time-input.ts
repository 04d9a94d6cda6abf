import { ValidationError } from '../errors.js';

/** Reads an ISO 8601 time of an argument. @throws ValidationError that names the argument */
export function toTime(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw new ValidationError({ [field]: [`\`${field}\` must be a time such as 2026-05-01T12:00:00Z.`] });
}
