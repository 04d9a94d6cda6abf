import { z } from 'zod';
import { readMoment } from '../../src/validate.js';

/** Returns the schema of a time: Unix seconds, a UTC day (its start), or an ISO date-time (UTC without a zone). */
export function moment() {
  const text = z
    .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])
    .transform((value) => new Date(withZone(value)));
  return z.union([z.number(), text], { error: problem }).transform((value, issue) => {
    const at = readMoment(value);
    if (at) return at;
    issue.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });
}

const problem = 'must be a number of Unix seconds, a date (YYYY-MM-DD) or an ISO date-time.';

/** Adds UTC to a date-time without a zone. */
export function withZone(text: string): string {
  if (!text.includes('T')) return text;
  return /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
}
