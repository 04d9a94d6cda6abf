import { z } from 'zod';
import { isEmail } from '../../src/resolvers/shared/text-fields.js';

/** A whole number in a query. */
export function wholeNumber(least: number, most: number) {
  return z.preprocess(readNumber, z.number().int().min(least).max(most).optional());
}

/** A flag in a query: true, 1, yes, on and their opposites, in any case. */
export function flag() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? (flags.get(value.toLowerCase()) ?? value) : value),
    z.boolean().optional(),
  );
}

/** Text in a query; of several the last counts, blank is absent. */
export function text() {
  return z.preprocess((value) => lastOf(value) || undefined, z.string().optional());
}

/** The email address of a new or changed user. */
export function email() {
  return z.string().refine(isEmail, { error: notEmail });
}

/** The email address of an existing user, in any stored form. */
export function knownEmail() {
  return z.string().refine((value) => /^[^\s@]+@[^\s@]+$/.test(value.trim()), { error: notEmail });
}

const notEmail = 'value is not a valid email address';

/** Any JSON object. */
export const jsonObject = z.record(z.string(), z.unknown());

/** Ids of the owner of memories, in a body. */
export const ownerFields = {
  user_id: z.string().nullish(),
  agent_id: z.string().nullish(),
  app_id: z.string().nullish(),
  run_id: z.string().nullish(),
};

/** The same in a query. */
export const ownerQuery = { user_id: text(), agent_id: text(), app_id: text(), run_id: text() };

/** `{message}`. */
export const messageSchema = z.object({ message: z.string() });

const flags = new Map<string, boolean>([
  ...['true', '1', 'yes', 'on', 't', 'y'].map((name) => [name, true] as const),
  ...['false', '0', 'no', 'off', 'f', 'n'].map((name) => [name, false] as const),
]);

function lastOf(value: unknown): unknown {
  return Array.isArray(value) ? (value.at(-1) as unknown) : value;
}

function readNumber(value: unknown): unknown {
  const last = lastOf(value);
  if (last === undefined) return undefined;
  return typeof last === 'string' && /^-?\d{1,15}$/.test(last) ? Number(last) : NaN;
}
