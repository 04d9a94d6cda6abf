import { ValidationError } from '../errors.js';
import { isUuid } from '../ids.js';
import type { PageWindow } from '../page.js';
import { readMoment } from '../validate.js';

export interface Parameters {
  readonly values: unknown[];
  bind(value: unknown): string;
}

/** Creates an empty parameter list. */
export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** Sort order of a list: by time, then by id. Column names only. */
export interface TimeOrder {
  readonly time: string;
  readonly id: string;
  readonly direction: 'ASC' | 'DESC';
}

/** Returns a WHERE condition and the rest of the SQL for one page plus one row. @throws ValidationError */
export function pageBy(
  order: TimeOrder,
  window: PageWindow,
  bind: Parameters['bind'],
): { beyond: string; rest: string } {
  const descending = (order.direction === 'DESC') !== window.backward;
  const way = descending ? 'DESC' : 'ASC';
  const key = window.key && readKey(window);
  const beyond = key
    ? `(${order.time}, ${order.id}::text) ${descending ? '<' : '>'} (${bind(key.time)}::timestamptz, ${bind(key.id)}::text)`
    : 'true';
  return { beyond, rest: `ORDER BY ${order.time} ${way}, ${order.id}::text ${way} LIMIT ${bind(window.limit + 1)}` };
}

function readKey(window: PageWindow): { time: Date; id: string } {
  const [time, id, ...rest] = window.key ?? [];
  if (isKeyTime(time) && typeof id === 'string' && rest.length === 0 && /^[\w-]{1,64}$/.test(id))
    return { time: new Date(time), id };
  throw foreignCursor(window);
}

/** Whether a part of a cursor is a time as cursors have it, of a day that exists, in the years 1 to 9999. */
export function isKeyTime(part: unknown): part is string {
  return typeof part === 'string' && readMoment(new Date(part))?.toISOString() === part;
}

/** Returns the key of a list in the order of one text. Null: the first page. @throws ValidationError for a cursor of another list */
export function readTextKey(window: PageWindow, isKey: (text: string) => boolean): string | null {
  if (window.key === null) return null;
  const [text, ...rest] = window.key;
  if (typeof text === 'string' && rest.length === 0 && isKey(text)) return text;
  throw foreignCursor(window);
}

export function foreignCursor({ backward }: PageWindow): ValidationError {
  return new ValidationError({ [backward ? 'before' : 'after']: ['must be a cursor of this list.'] });
}

/** Sort order of a list in a Prisma query: by time, then by the field `id`. */
export interface PrismaOrder<Time extends string> {
  readonly time: Time;
  readonly direction: 'asc' | 'desc';
  readonly hasUuids: boolean;
}

type Compare<Value> = { gt: Value } | { lt: Value };

/**
 * Like {@link pageBy}, for a Prisma query with the conditions of the list.
 * @throws ValidationError if the cursor is from another kind of list
 */
export function prismaPage<Time extends string, Where extends object>(
  order: PrismaOrder<Time>,
  window: PageWindow,
  where: Where,
) {
  const isDescending = (order.direction === 'desc') !== window.backward;
  const way = isDescending ? ('desc' as const) : ('asc' as const);
  const byTime = <Value>(value: Value) => ({ [order.time]: value }) as Record<Time, Value>;
  const beyond = <Value>(value: Value): Compare<Value> => (isDescending ? { lt: value } : { gt: value });
  const key = window.key && readKey(window);
  if (key && order.hasUuids && !isUuid(key.id)) throw foreignCursor(window);
  const next = key && { OR: [byTime(beyond(key.time)), { ...byTime(key.time), id: beyond(key.id) }] };
  return {
    where: { AND: next ? [where, next] : [where] },
    orderBy: [byTime(way), { id: way }],
    take: window.limit + 1,
  };
}
