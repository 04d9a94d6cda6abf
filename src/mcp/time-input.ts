import { readInstants } from '@memory-gateway/memory-engine';
import { ValidationError } from '../errors.js';

/** Reads a day or a time in ISO 8601, by default in UTC. @throws ValidationError that names the argument */
export function toTime(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  try {
    return new Date(readInstants(text, field).from);
  } catch {
    throw new ValidationError({ [field]: [`\`${field}\` must be a time such as 2026-05-01T12:00:00Z.`] });
  }
}
