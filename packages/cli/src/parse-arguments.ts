import { InvalidArgumentError } from 'commander';

/** Returns a parser of whole numbers in a range. */
export function toInteger(least: number, most: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
  };
}

/** Whether a text is the address of a server, without a user name and a password. */
export const isServerUrl = (text: string): boolean => /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text) && URL.canParse(text);

/** Refuses a blank text, as of a variable of the shell that is not set: it would select nothing. */
export function toName(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Use a name that is not blank.');
}

export function toQuery(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Use words or a question.');
}

export function toScore(text: string): number {
  const score = text.trim() === '' ? NaN : Number(text);
  if (score >= 0 && score <= 1) return score;
  throw new InvalidArgumentError('Use a number from 0 to 1.');
}

/** Parses a day or a time to ISO 8601, by default in UTC. */
export function toTime(text: string): string {
  const hasZone = !text.includes('T') || /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? '';
  const at = isDay(day) ? Date.parse(hasZone ? text : `${text}Z`) : NaN;
  if (Number.isNaN(at)) throw new InvalidArgumentError('Use a day (2026-05-31) or a time (2026-05-31T12:00:00Z).');
  return new Date(at).toISOString();
}

// The 31st of February would be the 3rd of March.
function isDay(day: string): boolean {
  const start = Date.parse(day);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
}
