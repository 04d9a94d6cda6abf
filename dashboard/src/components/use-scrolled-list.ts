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

interface NextPage {
  after: string | null;
  isBusy: boolean;
  /** Whether only `retry` may read it. */
  hasFailed: boolean;
}

const nothing = { rows: [], total: null, hasMore: false, isLoading: true, failure: null };

/**
 * Loads pages of a connection as the table scrolls, and with the first one the number of all rows. With new variables, old rows stay
 * until their first page. `first` among the variables is the size of all pages. After a failure, `retry` reads the page that failed.
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
  const next = useRef<NextPage>({ after: null, isBusy: true, hasFailed: false });
  useEffect(() => {
    let isOver = false;
    next.current = { after: null, isBusy: true, hasFailed: false };
    setState((former) => ({ ...former, isLoading: true }));
    void load(null).then(({ list, error }) => {
      if (isOver) return;
      const failure = error ? toFailure(error) : null;
      if ((failure?.isUnreachable || failure?.isPassing) && loadedBy.current === load)
        return setState(({ rows, ...former }) => ({
          ...{ ...former, rows, isLoading: false },
          // Without a connection, the page says that its rows are those from before.
          failure: failure.isUnreachable && rows.length > 0 ? null : failure,
        }));
      loadedBy.current = load;
      next.current = { after: toNext(list), isBusy: false, hasFailed: false };
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
    // The end of the table asks again after each rendering.
    if (page.after === null || page.isBusy || page.hasFailed) return;
    page.isBusy = true;
    const { list, error } = await load(page.after);
    // Another list was started in the meantime.
    if (next.current !== page) return;
    page.isBusy = false;
    const failure = error ? toFailure(error) : null;
    page.hasFailed = !list;
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
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const retry = useCallback(() => {
    if (!next.current.hasFailed) return reload();
    next.current.hasFailed = false;
    setState((former) => ({ ...former, failure: null }));
    void loadMore();
  }, [reload, loadMore]);
  return { ...state, loadMore, change, reload, retry };
}

const toNext = (list: Connection<unknown> | null | undefined): string | null =>
  list?.pageInfo.hasNextPage ? (list.pageInfo.endCursor ?? null) : null;
