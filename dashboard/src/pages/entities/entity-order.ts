import type { EntityOrder, EntityOrderField } from '../../../../client/generated/graphql';

const fields: Readonly<Record<string, EntityOrderField>> = {
  name: 'NAME',
  memories: 'TOTAL_MEMORIES',
  created: 'CREATED_AT',
  active: 'UPDATED_AT',
};

/** Reads a sort order from the URL, for example `name` or `-memories`. Default: the last active entity first. */
export function toEntityOrder(text: string | null): EntityOrder {
  const name = text?.replace(/^-/, '') ?? '';
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return { field: 'UPDATED_AT', direction: 'DESC' };
  return { field, direction: text?.startsWith('-') ? 'DESC' : 'ASC' };
}

/** The next order after a click on a header: descending first, except for names. */
export function toggleOrder(name: keyof typeof fields, { field, direction }: EntityOrder): string {
  if (fields[name] !== field) return name === 'name' ? name : `-${name}`;
  return direction === 'ASC' ? `-${name}` : name;
}

/** The direction that a column is sorted in, if it is. */
export const toDirection = (
  name: keyof typeof fields,
  { field, direction }: EntityOrder,
): 'ascending' | 'descending' | null =>
  fields[name] === field ? (direction === 'ASC' ? 'ascending' : 'descending') : null;
