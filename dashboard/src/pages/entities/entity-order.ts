import type { EntityOrder, EntityOrderField } from '../../../../client/generated/graphql';

const fields: Readonly<Record<string, EntityOrderField>> = {
  name: 'NAME',
  memories: 'TOTAL_MEMORIES',
  created: 'CREATED_AT',
  active: 'UPDATED_AT',
};

/** Reads a sort order such as `name` or `-memories` from the URL. Default: most recently active first. */
export function toEntityOrder(text: string | null): EntityOrder {
  const name = text?.replace(/^-/, '') ?? '';
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return { field: 'UPDATED_AT', direction: 'DESC' };
  return { field, direction: text?.startsWith('-') ? 'DESC' : 'ASC' };
}

/** Returns the order after a click on a header: descending first, except for names. */
export function toggleOrder(name: keyof typeof fields, { field, direction }: EntityOrder): string {
  if (fields[name] !== field) return name === 'name' ? name : `-${name}`;
  return direction === 'ASC' ? `-${name}` : name;
}

/** Returns the sort direction of a column, or null if it is not sorted. */
export const toDirection = (
  name: keyof typeof fields,
  { field, direction }: EntityOrder,
): 'ascending' | 'descending' | null =>
  fields[name] === field ? (direction === 'ASC' ? 'ascending' : 'descending') : null;
