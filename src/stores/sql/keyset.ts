import { ValidationError } from '../../errors.js';
import type { PageWindow } from '../../page.js';

/** Collects the parameters of a statement that is put together from pieces. */
export interface Parameters {
  readonly values: unknown[];
  /** Adds a value and returns its placeholder. */
  bind(value: unknown): string;
}

/** No parameters yet. */
export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** The list that a page is cut from: sorted by a time and, for rows of the same millisecond, by an id. Column names only. */
export interface TimeOrder {
  readonly time: string;
  readonly id: string;
  readonly direction: 'ASC' | 'DESC';
}

/**
 * The end of a statement that reads one page and one row more: the condition to stand after WHERE (or AND), and the rest.
 * @throws ValidationError when the cursor belongs to another kind of list
 */
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
  const valid = typeof time === 'string' && typeof id === 'string' && rest.length === 0 && /^[\w-]{1,64}$/.test(id);
  const date = valid ? new Date(time) : null;
  if (!date || !valid || Number.isNaN(date.getTime())) {
    throw new ValidationError({ [window.backward ? 'before' : 'after']: ['Not a cursor of this list.'] });
  }
  return { time: date, id };
}
