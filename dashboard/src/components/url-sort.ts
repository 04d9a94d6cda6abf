import type { OrderDirection } from '../api/graphql';
import type { Sorting } from './table-model';
import { useUrlFilters } from './use-url-filters';

interface Sort<Field> {
  /** Sort order for the query. */
  readonly orderBy: { readonly field: Field; readonly direction: OrderDirection };
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

/** Fields of the server, by the key of their column. */
type Fields<Field> = Readonly<Record<string, Field>>;

/** Reads the sort order, such as `name` or `-created`, from `sort` in the URL, and writes it. */
export function useUrlSort<Field>(fields: Fields<Field>, initial: string): Sort<Field> {
  const { params, change } = useUrlFilters();
  const text = params.get('sort');
  const sorting = toSorting(text !== null && Object.hasOwn(fields, text.replace(/^-/, '')) ? text : initial);
  const onSort = (next: Sorting) => {
    const changed = toText(next);
    change({ sort: changed === initial ? null : changed });
  };
  const direction = sorting.direction === 'descending' ? 'DESC' : 'ASC';
  return { sorting, onSort, orderBy: { field: fields[sorting.key] as Field, direction } };
}

const toText = ({ key, direction }: Sorting): string => `${direction === 'descending' ? '-' : ''}${key}`;

const toSorting = (text: string): Sorting => ({
  key: text.replace(/^-/, ''),
  direction: text.startsWith('-') ? 'descending' : 'ascending',
});
