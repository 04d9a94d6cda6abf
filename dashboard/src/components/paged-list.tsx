import { useEffect, useRef, type ReactNode } from 'react';
import type { AnyVariables, TypedDocumentNode, UseQueryState } from 'urql';
import { useFreshQuery } from '../api/use-fresh-query';
import { Answer } from './answer';
import { Pager, usePages, type PageInfo, type Pages } from './pager';

interface Connection<Row> {
  readonly edges: readonly { readonly node: Row }[];
  readonly pageInfo: PageInfo;
  readonly totalCount?: number | null;
}

interface ListQuery<Row> {
  readonly result: UseQueryState;
  readonly pages: Pages;
  readonly list: Connection<Row> | undefined;
  /** Number of all rows. Null if the query does not read it. */
  readonly total: number | null;
  readonly rows: readonly Row[];
  again(): void;
  /** Reads the first page, for example after a row was added. */
  restart(): void;
}

/**
 * Reads a connection page by page, and with the first page the number of all rows, if the query has a variable `withTotal`.
 * @param toList returns the connection in the data
 */
export function useListQuery<Data, Variables extends AnyVariables, Row>(
  query: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Omit<Variables, 'first' | 'after' | 'withTotal'>>,
  toList: (data: Data) => Connection<Row> | null | undefined,
): ListQuery<Row> {
  const pages = usePages();
  const page = { ...variables, ...pages.variables, withTotal: pages.number === 1 };
  const [result, again] = useFreshQuery(query, page as AnyVariables as Variables);
  const list = (result.data && toList(result.data)) ?? undefined;
  const total = useRef<number | null>(null);
  total.current = list?.totalCount ?? total.current;
  // The last row of the last page was removed.
  const isPastEnd = !result.fetching && list?.edges.length === 0 && pages.number > 1;
  useEffect(() => {
    if (isPastEnd) pages.previous();
  }, [isPastEnd]);
  const restart = () => {
    pages.restart();
    again();
  };
  const rows = list?.edges.map(({ node }) => node) ?? [];
  return { result, pages, list, total: total.current, rows, again, restart };
}

interface Props<Row> {
  readonly query: ListQuery<Row>;
  /** Shown in place of an empty list. */
  readonly empty: ReactNode;
  /** Says how many rows there are, for example "2 keys". */
  count?(total: number): string;
  children(rows: readonly Row[]): ReactNode;
}

/** Shows a page of rows, with buttons for the others. */
export function PagedList<Row>({ query, empty, count, children }: Props<Row>) {
  const { result, pages, list, total, rows, again } = query;
  return (
    <Answer result={result} retry={again}>
      {() =>
        rows.length === 0 ? (
          empty
        ) : (
          <>
            {children(rows)}
            {list && <Pager pages={pages} info={list.pageInfo} total={count ? total : null} count={count} />}
          </>
        )
      }
    </Answer>
  );
}
