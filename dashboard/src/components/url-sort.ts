import { functionalUpdate, type OnChangeFn, type SortingState } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { OrderDirection } from '../api/graphql';
import { useUrlFilters } from './use-url-filters';

interface Sort<Field> {
  /** Sort order for the query. */
  readonly orderBy: { readonly field: Field; readonly direction: OrderDirection };
  readonly sorting: SortingState;
  readonly onSort: OnChangeFn<SortingState>;
}

/** Fields of the server, by the key of their column. */
type Fields<Field> = Readonly<Record<string, Field>>;

/** Reads the sort order, such as `name` or `-created`, from `sort` in the URL, and writes it. */
export function useUrlSort<Field>(fields: Fields<Field>, initial: string): Sort<Field> {
  const { params, change } = useUrlFilters();
  const text = params.get('sort');
  const sorting = useMemo(() => toSorting(text, fields) ?? toSorting(initial, fields) ?? [], [text, fields, initial]);
  const onSort: OnChangeFn<SortingState> = (update) => {
    const next = toText(functionalUpdate(update, sorting));
    change({ sort: next === initial ? null : next });
  };
  const [{ id, desc } = { id: '', desc: true }] = sorting;
  return { sorting, onSort, orderBy: { field: fields[id] as Field, direction: desc ? 'DESC' : 'ASC' } };
}

const toText = ([first]: SortingState): string => (first ? `${first.desc ? '-' : ''}${first.id}` : '');

function toSorting<Field>(text: string | null, fields: Fields<Field>): SortingState | null {
  const id = text?.replace(/^-/, '') ?? '';
  return Object.hasOwn(fields, id) ? [{ id, desc: text?.startsWith('-') ?? false }] : null;
}
