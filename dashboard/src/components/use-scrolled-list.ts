import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, type AnyVariables, type TypedDocumentNode } from 'urql';
import { useConnection } from '../api/connection';
import { toFailure, type Failure } from '../api/failure';

interface Connection<Row> {
  readonly edges: ReadonlyArray<{ readonly node: Row }>;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly totalCount?: number | null;
}

interface State<Row> {
  readonly rows: readonly Row[];
  readonly total: number | null;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly failure: Failure | null;
}

/** Rows of the first page. */
export const firstPageSize = 50;
/** Most rows that the server returns at once. */
const nextPageSize = 100;

const nothing = { rows: [], total: null, hasMore: false, isLoading: true, failure: null };

/**
 * Loads pages of a connection as the table scrolls, and with the first one the number of all rows. With new variables, old rows stay
 * until their first page. `first` among the variables is the size of all pages.
 * @param toList returns the connection in the data
 */
export function useScrolledList<Data, Variables extends AnyVariables, Row>(
  query: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Omit<Variables, 'after' | 'withTotal'>>,
  toList: (data: Data) => Connection<Row> | null | undefined,
) {
  const client = useClient();
  const [state, setState] = useState<State<Row>>(nothing);
  const load = useCallback(
    async (after: string | null) => {
      const first = after === null ? firstPageSize : nextPageSize;
      const page: AnyVariables = { first, ...variables, after, withTotal: after === null };
      const { data, error } = await client.query(query, page as Variables, { requestPolicy: 'network-only' });
      return { list: data && toList(data), error };
    },
    [client, query, JSON.stringify(variables)],
  );
  const [attempt, setAttempt] = useState(0);
  const { recoveries } = useConnection();
  const loadedBy = useRef<typeof load | null>(null);
  const next = useRef<{ after: string | null; isBusy: boolean }>({ after: null, isBusy: true });
  useEffect(() => {
    let isOver = false;
    next.current = { after: null, isBusy: true };
    setState((former) => ({ ...former, isLoading: true }));
    void load(null).then(({ list, error }) => {
      if (isOver) return;
      const failure = error ? toFailure(error) : null;
      if (failure?.isUnreachable && loadedBy.current === load)
        return setState(({ rows, ...former }) => ({
          ...{ ...former, rows, isLoading: false },
          // The page says that its rows are those from before.
          failure: rows.length > 0 ? null : failure,
        }));
      loadedBy.current = load;
      next.current = { after: toNext(list), isBusy: false };
      setState({
        rows: list?.edges.map(({ node }) => node) ?? [],
        total: list?.totalCount ?? null,
        hasMore: list?.pageInfo.hasNextPage ?? false,
        isLoading: false,
        failure,
      });
    });
    return () => {
      isOver = true;
    };
  }, [load, attempt, recoveries]);
  const loadMore = useCallback(async () => {
    const page = next.current;
    if (page.after === null || page.isBusy) return;
    page.isBusy = true;
    const { list, error } = await load(page.after);
    // Another list was started in the meantime.
    if (next.current !== page) return;
    page.isBusy = false;
    const failure = error ? toFailure(error) : null;
    if (!list) return setState((former) => ({ ...former, failure }));
    page.after = toNext(list);
    const added = list.edges.map(({ node }) => node);
    setState(({ rows, ...former }) => ({
      ...former,
      failure,
      hasMore: page.after !== null,
      rows: [...rows, ...added],
    }));
  }, [load]);
  const change = useCallback(
    (toRows: (rows: readonly Row[]) => readonly Row[]) =>
      setState((former) => ({ ...former, rows: toRows(former.rows) })),
    [],
  );
  return { ...state, loadMore, change, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}

const toNext = (list: Connection<unknown> | null | undefined): string | null =>
  list?.pageInfo.hasNextPage ? (list.pageInfo.endCursor ?? null) : null;
