import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { readEventPeriod } from '../../src/resolvers/event/list-events.js';
import { entityFields } from './fields.js';

/** Refuses entity ids beside `filters`: passed over in silence, they would widen what is read. */
export const noTopLevelEntities = Object.fromEntries(
  Object.keys(entityFields).map((name) => [
    name,
    z.null({ error: `${name} belongs into filters: {"filters": {"${name}": ...}}.` }).optional(),
  ]),
) as Record<keyof typeof entityFields, z.ZodOptional<z.ZodNull>>;

/** Conditions that have parameters of their own beside the filters. */
export interface NarrowingFields {
  readonly categories?: readonly string[] | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly keywords?: string | null;
  /** First and last day or moment of creation, both included. */
  readonly start_date?: string | null;
  readonly end_date?: string | null;
}

/**
 * The filters of a request and the conditions beside them, as one filter of the filter language.
 * @throws ValidationError under `startDate` or `endDate` for what is no date
 */
export function narrowFilters(
  filters: Readonly<Record<string, unknown>> | null | undefined,
  beside: NarrowingFields,
): unknown {
  const { categories, metadata, keywords, start_date: start, end_date: end } = beside;
  // Read here only so that the error names the parameter, and not the condition that it becomes.
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

/** As {@link toEntityFilter}, of which there must be one. @throws ValidationError under `filters` */
export function requireEntityFilter(
  ids: Partial<Record<keyof typeof entityFields, string | null>>,
): Record<string, string> {
  const conditions = toEntityFilter(ids);
  if (Object.keys(conditions).length === 0)
    throw new ValidationError({ filters: [`At least one of ${Object.keys(entityFields).join(', ')} is required.`] });
  return conditions;
}

/** Entity ids that stand alone, as a filter. Blank counts as absent. */
export function toEntityFilter(ids: Partial<Record<keyof typeof entityFields, string | null>>): Record<string, string> {
  const given = Object.keys(entityFields).map((name) => [name, ids[name as keyof typeof entityFields]] as const);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => Boolean(entry[1])));
}
