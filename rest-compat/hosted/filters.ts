import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { readEventPeriod } from '../../src/resolvers/event/list-events.js';
import { entityFields } from './fields.js';

/** Rejects entity ids next to `filters`: ignoring them would widen the result. */
export const noTopLevelEntities = Object.fromEntries(
  Object.keys(entityFields).map((name) => [
    name,
    z.null({ error: `${name} belongs into filters: {"filters": {"${name}": ...}}.` }).optional(),
  ]),
) as Record<keyof typeof entityFields, z.ZodOptional<z.ZodNull>>;

/** Conditions with parameters of their own, next to the filters. */
export interface NarrowingFields {
  readonly categories?: readonly string[] | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly keywords?: string | null;
  /** First and last creation day or time, both inclusive. */
  readonly start_date?: string | null;
  readonly end_date?: string | null;
}

/** Merges filters with the conditions next to them. @throws ValidationError on `startDate` or `endDate` */
export function narrowFilters(
  filters: Readonly<Record<string, unknown>> | null | undefined,
  beside: NarrowingFields,
): unknown {
  const { categories, metadata, keywords, start_date: start, end_date: end } = beside;
  // Parsed here only so that an error names the parameter, not the resulting condition.
  readEventPeriod({ startDate: start ?? undefined, endDate: end ?? undefined });
  const conditions: unknown[] = [
    ...(categories?.length ? [{ categories: { in: categories } }] : []),
    ...(metadata
      ? [{ metadata: Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, { eq: value }])) }]
      : []),
    ...(keywords ? [{ keywords: { icontains: keywords } }] : []),
    ...(start ? [{ created_at: { gte: start } }] : []),
    ...(end ? [{ created_at: { lte: end } }] : []),
  ];
  return conditions.length === 0 ? filters : { AND: [filters ?? {}, ...conditions] };
}

/** Converts entity ids to a filter. @throws ValidationError on `filters` without any id */
export function requireEntityFilter(
  ids: Partial<Record<keyof typeof entityFields, string | null>>,
): Record<string, string> {
  const conditions = toEntityFilter(ids);
  if (Object.keys(conditions).length === 0)
    throw new ValidationError({ filters: [`At least one of ${Object.keys(entityFields).join(', ')} is required.`] });
  return conditions;
}

/** Converts entity ids to a filter. Blank counts as missing. */
function toEntityFilter(ids: Partial<Record<keyof typeof entityFields, string | null>>): Record<string, string> {
  const given = Object.keys(entityFields).map((name) => [name, ids[name as keyof typeof entityFields]] as const);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** Returns filters, narrowed by the entity ids next to them: passing over an id would return what others own. Null without any. */
export function joinEntityIds(
  body: { readonly filters?: Readonly<Record<string, unknown>> | null } & Partial<
    Record<keyof typeof entityFields, string | null>
  >,
): Readonly<Record<string, unknown>> | null {
  const ids = toEntityFilter(body);
  if (Object.keys(ids).length === 0) return body.filters ?? null;
  return body.filters && Object.keys(body.filters).length > 0 ? { AND: [body.filters, ids] } : ids;
}
