import { requireAdmin } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { ValidationError } from '../../errors.js';
import type { FieldUsageRow } from '../../stores/field-usage-store.js';
import { isStorable } from '@memory-gateway/memory-engine';
import { notStorable, toCalendarDay } from '../../validate.js';

const dayMs = 86_400_000;
const mostDays = 366;
const mostFields = 2_000;

export interface FieldUsageInput {
  /** Number of days (UTC). The last one is today. */
  readonly days: number;
  /** A field as `Type.field`, or a type for all of its fields. Null: all fields. */
  readonly field: string | null;
  /** Deprecated fields of the schema as `Type.field`, with the reason. */
  readonly deprecated: ReadonlyMap<string, string>;
  /** Only deprecated fields, those without use included. */
  readonly deprecatedOnly: boolean;
}

export interface FieldUsage extends FieldUsageRow {
  /** Null: the field is not deprecated. */
  readonly deprecationReason: string | null;
}

/**
 * Returns how many operations used the fields of the GraphQL schema, by client and by day, most used first.
 * @throws ForbiddenError for callers who are not admins; ValidationError on `days` and `field`
 */
export async function getFieldUsage(ctx: AppContext, input: FieldUsageInput): Promise<FieldUsage[]> {
  const { days, field, deprecated, deprecatedOnly } = input;
  if (!Number.isInteger(days) || days < 1 || days > mostDays)
    throw new ValidationError({ days: [`must be a whole number from 1 to ${mostDays}.`] });
  if (field !== null && !isStorable(field)) throw new ValidationError({ field: [notStorable] });
  requireAdmin(ctx);
  await ctx.fieldUsage?.flush();
  const since = toCalendarDay(new Date(ctx.now().getTime() - (days - 1) * dayMs));
  const prefix = field === null || field.includes('.') ? (field ?? '') : `${field}.`;
  const rows = await ctx.stores.fieldUsage.list(since, { prefix, most: mostFields });
  const used = rows.map((row) => ({ ...row, deprecationReason: deprecated.get(row.field) ?? null }));
  if (!deprecatedOnly) return used;
  const unused = [...deprecated].filter(([name]) => isMatch(name, prefix) && !rows.some((row) => row.field === name));
  return [
    ...used.filter(({ deprecationReason }) => deprecationReason !== null),
    ...unused.map(([name, deprecationReason]) => ({
      field: name,
      operations: 0,
      clients: [],
      days: [],
      deprecationReason,
    })),
  ];
}

const isMatch = (name: string, prefix: string) =>
  prefix === '' || (prefix.endsWith('.') ? name.startsWith(prefix) : name === prefix);
