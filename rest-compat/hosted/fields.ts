import { z } from 'zod';
import { toCamelCase } from '../../src/snake-case.js';
import { moment } from '../shared/moment.js';

/** Ids of organization and project, which clients may repeat. See `resolveProjectId`. */
export const scopeFields = { org_id: optionalText(), project_id: optionalText() };

/** Ids of the owners of memories. */
export const entityFields = {
  user_id: optionalText(),
  agent_id: optionalText(),
  app_id: optionalText(),
  run_id: optionalText(),
};

export const scopeQuery = { org_id: queryText(), project_id: queryText() };

/** Response of a route that only says that it did its work. */
export const Message = z.object({ message: z.string() });

export function optionalText() {
  return z.string().nullish();
}

export function optionalFlag() {
  return z.boolean().nullish();
}

/** Returns the schema of a query parameter. Blank counts as missing; the first of several values is used. */
export function queryText() {
  return z.preprocess(firstText, z.string().optional());
}

export function queryNumber() {
  return z.preprocess(
    (value) => (firstText(value) === undefined ? undefined : Number(firstText(value))),
    z.number({ error: 'must be a number.' }).optional(),
  );
}

/** Returns the schema of a time in a query, see `moment`. Digits are Unix seconds. */
export function queryMoment() {
  return z.preprocess((value) => {
    const text = firstText(value);
    return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  }, moment().optional());
}

/** Returns the schema of a boolean in a query, case-insensitive. */
export function queryFlag() {
  return z.preprocess((value) => {
    const text = firstText(value);
    return text === undefined ? undefined : (flags.get(text.toLowerCase()) ?? text);
  }, z.boolean().optional());
}

/** Returns the schema of a list of names in a query: repeated, comma-separated, or both. */
export function queryNames(schema: z.ZodType<string[]> = z.array(z.string())) {
  return z.preprocess((value) => {
    const names = [value]
      .flat()
      .flatMap((item) => (typeof item === 'string' ? item.split(',') : []))
      .map((name) => name.trim())
      .filter(Boolean);
    return names.length > 0 ? names : undefined;
  }, schema.optional());
}

/** Returns the schema of a list of names that must be among `known`, such as the fields of a memory to return. */
export function knownNames(known: readonly string[]) {
  return z.array(z.string()).superRefine((names, check) => {
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0)
      check.addIssue({
        code: 'custom',
        message: `must contain only ${known.join(', ')}; unknown: ${unknown.join(', ')}.`,
      });
  });
}

/** Times that lists and searches can look back to. */
export const readTimes = {
  as_of: moment().nullish().describe('Memories as the server knew them at this time. Default: now.'),
  valid_at: moment().nullish().describe('Memories that were true at this time. Default: all.'),
};

export const jsonObject = z.record(z.string(), z.unknown());

/** Returns only the fields that the caller named, or all fields without names. Ignores unknown names. */
export function pickFields<Item extends object>(
  item: Item,
  names: readonly string[] | null | undefined,
): Partial<Item> {
  if (!names || names.length === 0) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))) as Partial<Item>;
}

const flags = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function firstText(value: unknown): string | undefined {
  const [first] = [value].flat();
  return typeof first === 'string' && first.trim() !== '' ? first : undefined;
}

interface EntityIdsOfBody extends Partial<Record<keyof typeof entityFields, string | null>> {
  readonly filters?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Returns an entity id of a body, which some clients send in `filters`. */
export function readEntityId(body: EntityIdsOfBody, field: keyof typeof entityFields): string | null {
  // The JavaScript client sends the keys inside `filters` unconverted.
  const inFilters = body.filters?.[field] ?? body.filters?.[toCamelCase(field)];
  return body[field] ?? (typeof inFilters === 'string' ? inFilters : null);
}
