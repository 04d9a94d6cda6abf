import { z } from 'zod';
import { isEmail } from '../../src/resolvers/shared/text-fields.js';

/** Message of each integer. An error of a string would otherwise not say that it was to be an integer. */
export const notAnInteger = 'Input should be a valid integer';

const int = z.number(notAnInteger).int(notAnInteger);

export function wholeNumber(least: number, most: number) {
  return z.preprocess((value) => readDigits(lastOf(value)), int.min(least).max(most).optional());
}

/** Returns the schema of an integer in a body. Like FastAPI, it accepts a string of digits. */
export function bodyInteger() {
  return z.preprocess(readDigits, int.nullish());
}

/** Returns the schema of a boolean in a query: true, 1, yes, on and their opposites, case-insensitive. */
export function flag() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? (flags.get(value.toLowerCase()) ?? value) : value),
    z.boolean().optional(),
  );
}

/** Returns the schema of a text in a query. The last of several values is used; blank counts as missing. */
export function text() {
  return z.preprocess((value) => lastOf(value) || undefined, z.string().optional());
}

export function email() {
  return z.string().refine(isEmail, { error: notEmail });
}

/** Returns the schema of an existing user's email address, in any stored form. */
export function knownEmail() {
  return z.string().refine((value) => /^[^\s@]+@[^\s@]+$/.test(value.trim()), { error: notEmail });
}

const notEmail = 'value is not a valid email address';

export const jsonObject = z.record(z.string(), z.unknown());

/** Ids of the owner of memories, in a body. */
export const ownerFields = {
  user_id: z.string().nullish(),
  agent_id: z.string().nullish(),
  app_id: z.string().nullish(),
  run_id: z.string().nullish(),
};

/** Ids of the owner of memories, in a query. */
export const ownerQuery = { user_id: text(), agent_id: text(), app_id: text(), run_id: text() };

export const messageSchema = z.object({ message: z.string() });

const flags = new Map<string, boolean>([
  ...['true', '1', 'yes', 'on', 't', 'y'].map((name) => [name, true] as const),
  ...['false', '0', 'no', 'off', 'f', 'n'].map((name) => [name, false] as const),
]);

function lastOf(value: unknown): unknown {
  return Array.isArray(value) ? (value.at(-1) as unknown) : value;
}

function readDigits(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
}
